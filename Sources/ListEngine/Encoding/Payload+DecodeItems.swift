// Decodes the items of a payload: keys, then appearances. Their positions are not encoded: they are the items
// between the runs, in the same order.

extension Changeset.Payload {
  mutating func readItems(
    from bytes: inout ByteReader, of correspondence: borrowing Correspondence, _ classes: inout ClassTable
  ) throws(Refusal) {
    let matched = correspondence.matchedCount
    try before.readItems(correspondence.beforeCount - matched, from: &bytes, &classes)
    try after.readItems(correspondence.afterCount - matched, from: &bytes, &classes)
    var count = 0
    for i in 0..<correspondence.updates.count { count += Int(correspondence.updates[i].count) }
    try updated.readKeys(count, from: &bytes) {
      KeptUpdate(key: $0, before: Appearance(), after: Appearance())
    }
    if count == 0 { return }
    let (first, second) = KeptUpdate.appearanceOffsets
    try bytes.readAppearances(&classes, to: AppearancePlaces(updated, at: first))
    try bytes.readAppearances(&classes, to: AppearancePlaces(updated, at: second))
    try checkAppearances(bytes, of: correspondence)
  }

  /// The flags of an update must equal the difference of its appearances.
  private func checkAppearances(
    _ bytes: borrowing ByteReader, of correspondence: borrowing Correspondence
  ) throws(Refusal) {
    var next = 0
    for i in 0..<correspondence.updates.count {
      for _ in 0..<correspondence.updates[i].count {
        let differs = updated[next].before.difference(updated[next].after)
        let expected = correspondence.updates[i].flags & ItemColumn.changes
        if differs != expected { throw bytes.invalid }
        next += 1
      }
    }
  }
}

extension Changeset.Payload.OneSide {
  fileprivate mutating func readItems(
    _ count: Int, from bytes: inout ByteReader, _ classes: inout ClassTable
  ) throws(Refusal) {
    try items.readKeys(count, from: &bytes) { KeptItem(key: $0, appearance: Appearance()) }
    if count == 0 { return }
    try bytes.readAppearances(&classes, to: AppearancePlaces(items, at: KeptItem.appearanceOffset))
  }
}

extension Buffer {
  /// Makes records of keys that are read.
  @inline(__always) fileprivate mutating func readKeys(
    _ more: Int, from bytes: inout ByteReader, _ record: (Key) -> Element
  ) throws(Refusal) {
    if more > bytes.left / 16 { throw bytes.invalid }
    try reserve(more)
    let keys = unsafe try bytes.bytes(more * 16)
    for i in 0..<more { push(record(unsafe keys.loadUnaligned(fromByteOffset: i &* 16, as: Key.self))) }
  }
}
