// Where a key stands twice that was refused in an update of one section: the matching knows no other.

extension Shown {
  /// The refusal in terms of the whole list; `columns` are what section `id` was to have.
  func duplicate(_ refusal: Refusal, among columns: Columns, inSection id: UInt32) -> Refusal {
    guard refusal.kind.code == Refusal.Kind.duplicate.code, let key = refusal.detail.key else {
      return refusal
    }
    let section = place(ofSection: id)
    if var position = refusal.detail.position, var other = refusal.detail.other {
      position.section = section
      other.section = section
      return Refusal(.duplicate, key: key, section: refusal.detail.section, position: position, other: other)
    }
    // In another section, then; whichever stands first comes first.
    var item = 0
    while item + 1 < columns.count && columns.key(item) != key { item += 1 }
    let new = Position(section: section, item: UInt32(item))
    guard let slot = find(key, in: nil) else { return refusal }
    let old = arrangement.position(of: location(ofSlot: slot))
    let last = old.section < section ? id : arrangement.section(at: Int(old.section))
    return Refusal(
      .duplicate, key: key, section: arrangement.sections[Int(last)].key,
      position: old.section < section ? new : old, other: old.section < section ? old : new)
  }

  private func place(ofSection id: UInt32) -> UInt32 { arrangement.place(ofSection: id).units }
}
