// Checks the items of a decoded payload for duplicates: no item may be inserted, deleted or updated twice.
//
//     deleted 2   inserted 6   updated 4          numbers 0, 1, 2

extension Changeset.Payload {
  func checkItemKeys(
    of correspondence: borrowing Correspondence, _ bytes: borrowing ByteReader
  ) throws(Refusal) {
    var keys = PayloadKeys()
    try keys.order.reserve(before.items.count + after.items.count + updated.count)
    if isScoped { try keys.sections.reserve(before.items.count + after.items.count + updated.count) }
    try keys.add(before, .before, of: correspondence, isScoped: isScoped)
    try keys.add(after, .after, of: correspondence, isScoped: isScoped)
    try keys.add(updated, correspondence, after.sections, isScoped: isScoped)
    try keys.order.sort()
    let duplicate = keys.order.firstDuplicate { i, j in
      key(i) == key(j) && (!isScoped || keys.sections[i] == keys.sections[j])
    }
    if duplicate != nil { throw bytes.invalid }
  }

  private func key(_ number: Int) -> Key {
    if number < before.items.count { return before.items[number].key }
    let rest = number - before.items.count
    return rest < after.items.count ? after.items[rest].key : updated[rest - after.items.count].key
  }
}

private struct PayloadKeys: ~Copyable {
  var order = FingerprintOrder()
  /// The section of each, if keys are scoped.
  var sections = Buffer<Key>()
  private let list = KeyScope.list

  private mutating func add(_ key: Key, in section: Key?) {
    let scope = section.map { list.narrowed(to: $0, if: true) } ?? list
    order.push(scope.fingerprint(key), order.count)
    if let section { sections.push(section) }
  }

  /// The unmatched items of a side.
  mutating func add(
    _ kept: borrowing Changeset.Payload.OneSide, _ side: Side, of correspondence: borrowing Correspondence,
    isScoped: Bool
  ) throws(Refusal) {
    if !isScoped {
      for i in 0..<kept.items.count { add(kept.items[i].key, in: nil) }
      return
    }
    var unmatched = try UnmatchedItems(correspondence, side)
    var cursor = SectionCursor()
    for i in 0..<kept.items.count {
      let flat = unmatched.next(correspondence)
      let section =
        side == .before
        ? cursor.position(of: flat, in: correspondence.beforeStarts).section
        : cursor.position(of: flat, in: correspondence.afterStarts).section
      add(kept.items[i].key, in: kept.sections[Int(section)])
    }
  }

  mutating func add(
    _ updated: borrowing Buffer<KeptUpdate>, _ correspondence: borrowing Correspondence,
    _ sections: borrowing Buffer<Key>, isScoped: Bool
  ) throws(Refusal) {
    var cursor = SectionCursor()
    var next = 0
    for i in 0..<correspondence.updates.count {
      let section = cursor.position(of: correspondence.updates[i].after, in: correspondence.afterStarts)
        .section
      for _ in 0..<correspondence.updates[i].count {
        add(updated[next].key, in: isScoped ? sections[Int(section)] : nil)
        next += 1
      }
    }
  }
}
