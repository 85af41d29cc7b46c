// An update as the source of its changeset. The host's arrays are not read again: inserted items are staged,
// changed items are patches, and deleted items are still in the leaves of `before`. A matcher of one section
// represents the whole list: all other sections stay as in the arrangement, see `Correspondence.widen`.

extension Matcher: ChangesetSource {
  static var arrangedSide: Side { .before }

  var isScoped: Bool { pairing.isScoped }

  func key(ofSection section: Int, on side: Side, in arrangement: borrowing Arrangement) -> Key {
    if pairing.isPartial { return arrangement.sections[arrangement.section(at: section)].key }
    return side == .before ? pairing.before.sectionKeys[section] : pairing.after.sectionKeys[section]
  }

  func supplementaries(
    ofSection section: Int, on side: Side, in arrangement: borrowing Arrangement
  ) -> SupplementaryBlock? {
    if pairing.isPartial { return arrangement.sections[arrangement.section(at: section)].supplementaries }
    return side == .before ? pairing.before.supplementaries[section] : pairing.after.supplementaries[section]
  }

  func forEachUnmatched(
    on side: Side, _ correspondence: borrowing Correspondence, _ arrangement: borrowing Arrangement,
    _ body: (Key, ItemValues) -> Void
  ) throws(Refusal) {
    if side == .after {
      for i in 0..<matches.staged.count where matches.staged.isNew(i) {
        body(matches.staged.key(i), matches.staged.values(i))
      }
      return
    }
    let first = pairing.firstItem(in: arrangement)
    var unmatched = try UnmatchedItems(correspondence, .before)
    for _ in 0..<correspondence.beforeCount - correspondence.matchedCount {
      let flat = Int(unmatched.next(correspondence) - first)
      body(pairing.before.key(at: flat), pairing.before.values(at: flat))
    }
  }

  /// Updates and patches are both sorted by `after`. An update that was only requested by a mark has no
  /// patch.
  func forEachUpdate(
    _ correspondence: borrowing Correspondence, _ arrangement: borrowing Arrangement,
    _ body: (_ key: Key, _ before: ItemValues, _ after: ItemValues) -> Void
  ) {
    let first = pairing.firstItem(in: arrangement)
    var p = 0
    correspondence.forEachUpdatedItem { before, after in
      let flat = Int(before - first)
      let old = pairing.before.values(at: flat)
      var new = old
      while p < matches.patches.count && matches.patches[p].after < after - first { p += 1 }
      if p < matches.patches.count && matches.patches[p].after == after - first {
        new = matches.patches[p].values
      }
      body(pairing.before.key(at: flat), old, new)
    }
  }
}
