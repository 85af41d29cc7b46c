// The items of a payload as they are read: keys, then looks. They have no positions of their own: they
// are as many as lie between the runs, in the same order.

extension Changeset.Payload {
  mutating func readItems(
    from bytes: inout ByteReader, of list: borrowing Correspondence, _ classes: inout ClassTable,
    _ looks: inout Buffer<Look>
  ) throws(Refusal) {
    try before.readItems(list.beforeCount - list.matchedCount, from: &bytes, &classes, &looks)
    try after.readItems(list.afterCount - list.matchedCount, from: &bytes, &classes, &looks)
    var count = 0
    for i in 0..<list.updates.count { count += Int(list.updates[i].count) }
    if count == 0 { return }
    if count > bytes.left / 16 { throw bytes.nonsense }
    try updated.reserve(count)
    let none = Look(content: 0, cellClass: 0)
    for _ in 0..<count { updated.push(KeptUpdate(key: try bytes.key(), before: none, after: none)) }
    try bytes.readLooks(count, &classes, to: &looks)
    for i in 0..<count { updated[i].before = looks[i] }
    try bytes.readLooks(count, &classes, to: &looks)
    for i in 0..<count { updated[i].after = looks[i] }
    try checkLooks(bytes, of: list)
  }

  /// That those updates differ which say so.
  private func checkLooks(
    _ bytes: borrowing ByteReader, of list: borrowing Correspondence
  ) throws(Refusal) {
    var next = 0
    for i in 0..<list.updates.count {
      for _ in 0..<list.updates[i].count {
        let differs = updated[next].before.difference(updated[next].after)
        let says = list.updates[i].flags & (ChangeFlags.byContent | ChangeFlags.byClass)
        if differs != says { throw bytes.nonsense }
        next += 1
      }
    }
  }

  /// That no item came, went or changed twice.
  func checkItemKeys(
    of list: borrowing Correspondence, _ bytes: borrowing ByteReader
  ) throws(Refusal) {
    var names = try ItemNames(
      capacity: before.items.count + after.items.count + updated.count, isScoped: isScoped)
    try names.add(before, .before, of: list)
    try names.add(after, .after, of: list)
    var cursor = SectionCursor()
    var next = 0
    for i in 0..<list.updates.count {
      let section = Int(cursor.position(of: list.updates[i].after, in: list.afterStarts).section)
      for _ in 0..<list.updates[i].count {
        names.add(updated[next].key, in: after.sections[section])
        next += 1
      }
    }
    if names.areTwice { throw bytes.nonsense }
  }
}

extension Changeset.Payload.OneSide {
  fileprivate mutating func readItems(
    _ count: Int, from bytes: inout ByteReader, _ classes: inout ClassTable, _ looks: inout Buffer<Look>
  ) throws(Refusal) {
    if count == 0 { return }
    if count > bytes.left / 16 { throw bytes.nonsense }
    try items.reserve(count)
    for _ in 0..<count {
      items.push(KeptItem(key: try bytes.key(), look: Look(content: 0, cellClass: 0)))
    }
    try bytes.readLooks(count, &classes, to: &looks)
    for i in 0..<count { items[i].look = looks[i] }
  }
}
