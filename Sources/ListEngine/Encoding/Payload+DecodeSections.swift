// The sections of a payload as they are read, and with them the correspondence's. A section of after that
// has a partner has its key; its number of items is told as how many more there are.

extension Changeset.Payload {
  mutating func readSections(
    from bytes: inout ByteReader, to list: inout Correspondence, _ limits: DecodeLimits
  ) throws(Refusal) {
    let count = try bytes.sectionCount(ofBytes: 17, limits)
    try before.sections.reserve(count)
    try list.beforeStarts.reserve(count + 1)
    list.beforeStarts.push(0)
    for _ in 0..<count {
      before.sections.push(try bytes.key())
      let items = try bytes.number()
      if items > UInt64(limits.items - list.beforeCount) { throw Refusal(.limit) }
      list.beforeStarts.push(UInt32(list.beforeCount + Int(items)))
    }
    try readAfter(from: &bytes, to: &list, limits)
    try checkSectionKeys(bytes, of: list)
    let updates = try bytes.count(ofBytes: 1)
    try list.sectionUpdates.reserve(updates)
    var next: UInt32 = 0
    for _ in 0..<updates {
      let section = try bytes.place(from: next, below: UInt32(list.afterSectionCount))
      if list.beforeOfAfter[Int(section)] == none { throw bytes.nonsense }
      list.sectionUpdates.push(section)
      next = section + 1
    }
  }

  private mutating func readAfter(
    from bytes: inout ByteReader, to list: inout Correspondence, _ limits: DecodeLimits
  ) throws(Refusal) {
    let count = try bytes.sectionCount(ofBytes: 2, limits)
    try after.sections.reserve(count)
    try list.afterStarts.reserve(count + 1)
    try list.beforeOfAfter.reserve(count)
    try list.afterOfBefore.resize(to: list.beforeSectionCount, filling: none)
    list.afterStarts.push(0)
    var expected = 0
    for section in 0..<count {
      let code = Int(try bytes.number32())
      var items = 0
      if code == 0 {
        after.sections.push(try bytes.key())
        list.beforeOfAfter.push(none)
      } else {
        let partner = expected + unzigzag(code - 1)
        guard partner >= 0 && partner < list.beforeSectionCount, list.afterOfBefore[partner] == none else {
          throw bytes.nonsense
        }
        list.afterOfBefore[partner] = UInt32(section)
        list.beforeOfAfter.push(UInt32(partner))
        after.sections.push(before.sections[partner])
        items = Int(list.beforeStarts[partner + 1] - list.beforeStarts[partner])
        expected = partner + 1
      }
      if code == 0 {
        items = Int(min(try bytes.number(), UInt64(UInt32.max)))
      } else {
        items += unzigzag(Int(try bytes.number32()))
      }
      if items < 0 { throw bytes.nonsense }
      if items > limits.items - list.afterCount { throw Refusal(.limit) }
      list.afterStarts.push(UInt32(list.afterCount + items))
    }
  }

  /// A key that came and went would have been a match.
  private func checkSectionKeys(
    _ bytes: borrowing ByteReader, of list: borrowing Correspondence
  ) throws(Refusal) {
    let none = Key(low: 0, high: 0)
    var names = try ItemNames(capacity: before.sections.count + after.sections.count, isScoped: false)
    for i in 0..<before.sections.count { names.add(before.sections[i], in: none) }
    for i in 0..<after.sections.count where list.beforeOfAfter[i] == ListEngine.none {
      names.add(after.sections[i], in: none)
    }
    if names.areTwice { throw bytes.nonsense }
  }
}

extension ByteReader {
  fileprivate mutating func sectionCount(
    ofBytes bytes: Int, _ limits: DecodeLimits
  ) throws(Refusal) -> Int {
    let count = try count(ofBytes: bytes)
    if count > limits.sections { throw Refusal(.limit) }
    return count
  }
}
