// Decodes the items of a payload: keys, then appearances. Their positions are not encoded: they are the items
// between the runs, in the same order.

extension Changeset.Payload {
  mutating func readItems(
    from bytes: inout ByteReader, of correspondence: borrowing Correspondence, _ classes: inout ClassTable,
    _ appearances: inout Buffer<Appearance>
  ) throws(Refusal) {
    try before.readItems(
      correspondence.beforeCount - correspondence.matchedCount, from: &bytes, &classes, &appearances)
    try after.readItems(
      correspondence.afterCount - correspondence.matchedCount, from: &bytes, &classes, &appearances)
    var count = 0
    for i in 0..<correspondence.updates.count { count += Int(correspondence.updates[i].count) }
    if count == 0 { return }
    if count > bytes.left / 16 { throw bytes.invalid }
    try updated.reserve(count)
    for _ in 0..<count {
      updated.push(KeptUpdate(key: try bytes.key(), before: Appearance(), after: Appearance()))
    }
    try bytes.readAppearances(count, &classes, to: &appearances)
    for i in 0..<count { updated[i].before = appearances[i] }
    try bytes.readAppearances(count, &classes, to: &appearances)
    for i in 0..<count { updated[i].after = appearances[i] }
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

  /// No item may be inserted, deleted or updated twice.
  func checkItemKeys(
    of correspondence: borrowing Correspondence, _ bytes: borrowing ByteReader
  ) throws(Refusal) {
    let list = KeyScope.list
    var keys = try KeySet(
      capacity: before.items.count + after.items.count + updated.count, isScoped: isScoped)
    try keys.add(before, .before, of: correspondence, isScoped: isScoped)
    try keys.add(after, .after, of: correspondence, isScoped: isScoped)
    var cursor = SectionCursor()
    var next = 0
    for i in 0..<correspondence.updates.count {
      let section = Int(
        cursor.position(of: correspondence.updates[i].after, in: correspondence.afterStarts).section)
      let scope = list.narrowed(to: after.sections[section], if: isScoped)
      for _ in 0..<correspondence.updates[i].count {
        keys.add(scope.key(updated[next].key))
        next += 1
      }
    }
    if keys.hasDuplicates { throw bytes.invalid }
  }
}

extension Changeset.Payload.OneSide {
  fileprivate mutating func readItems(
    _ count: Int, from bytes: inout ByteReader, _ classes: inout ClassTable,
    _ appearances: inout Buffer<Appearance>
  ) throws(Refusal) {
    if count == 0 { return }
    if count > bytes.left / 16 { throw bytes.invalid }
    try items.reserve(count)
    for _ in 0..<count {
      items.push(KeptItem(key: try bytes.key(), appearance: Appearance()))
    }
    try bytes.readAppearances(count, &classes, to: &appearances)
    for i in 0..<count { items[i].appearance = appearances[i] }
  }
}
