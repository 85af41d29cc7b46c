// The source of keys and payload of a changeset, which are kept on request: the change that made it, while
// both sides can still be read.
//
//                     update (Matcher)             edit (OpenEdit)
//     before          the arrangement              the edit's records, otherwise as after
//     after           staged items and patches,    the arrangement
//                     otherwise as before
//
// The correspondence gives the matches. Positions are flat positions of its sides.

protocol ChangesetSource: ~Copyable {
  /// Whether item keys are unique only within their section.
  var isScoped: Bool { get }
  /// The side that the arrangement contains: all of its items can be read in order.
  static var arrangedSide: Side { get }

  func key(ofSection section: Int, on side: Side, in arrangement: borrowing Arrangement) -> Key

  func supplementaries(
    ofSection section: Int, on side: Side, in arrangement: borrowing Arrangement
  ) -> SupplementaryBlock?

  /// The unmatched items of a side, in ascending order.
  func forEachUnmatched(
    on side: Side, _ correspondence: borrowing Correspondence, _ arrangement: borrowing Arrangement,
    _ body: (Key, ItemValues) -> Void
  ) throws(Refusal)

  /// One entry for each item of the correspondence's updates, in their order.
  func forEachUpdate(
    _ correspondence: borrowing Correspondence, _ arrangement: borrowing Arrangement,
    _ body: (_ key: Key, _ before: ItemValues, _ after: ItemValues) -> Void
  )
}

extension Correspondence {
  func sectionCount(on side: Side) -> Int { side == .before ? beforeSectionCount : afterSectionCount }
  func itemCount(on side: Side) -> Int { side == .before ? beforeCount : afterCount }

  /// The section's index on the other side, or `noIndex`.
  func counterpart(ofSection section: Int, on side: Side) -> UInt32 {
    side == .before ? afterOfBefore[section] : beforeOfAfter[section]
  }

  func forEachUpdatedItem(_ body: (_ before: UInt32, _ after: UInt32) -> Void) {
    for u in 0..<updates.count {
      let update = updates[u]
      for i in 0..<update.count { body(update.before + i, update.after + i) }
    }
  }
}
