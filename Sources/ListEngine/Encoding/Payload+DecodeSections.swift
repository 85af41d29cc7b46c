// Decodes the sections of a payload and of the correspondence. A section of `after` with a partner has the
// partner's key, and its item count is encoded as the difference.

extension Changeset.Payload {
  mutating func readSections(
    from bytes: inout ByteReader, to correspondence: inout Correspondence, _ limits: DecodeLimits
  ) throws(Refusal) {
    let count = try bytes.sectionCount(ofBytes: 17, limits)
    try before.sections.reserve(count)
    try correspondence.beforeStarts.reserve(count + 1)
    correspondence.beforeStarts.push(0)
    for _ in 0..<count {
      before.sections.push(try bytes.key())
      let items = try bytes.number()
      if items > UInt64(limits.items - correspondence.beforeCount) {
        throw Refusal(.itemsEncoded, limit: limits.items)
      }
      correspondence.beforeStarts.push(UInt32(correspondence.beforeCount + Int(items)))
    }
    try readAfter(from: &bytes, to: &correspondence, limits)
    try checkSectionKeys(bytes, of: correspondence)
    let updates = try bytes.count(ofBytes: 1)
    try correspondence.sectionUpdates.reserve(updates)
    var next: UInt32 = 0
    for _ in 0..<updates {
      let section = try bytes.position(from: next, below: UInt32(correspondence.afterSectionCount))
      if correspondence.beforeOfAfter[Int(section)] == noIndex { throw bytes.invalid }
      correspondence.sectionUpdates.push(section)
      next = section + 1
    }
  }

  private mutating func readAfter(
    from bytes: inout ByteReader, to correspondence: inout Correspondence, _ limits: DecodeLimits
  ) throws(Refusal) {
    let count = try bytes.sectionCount(ofBytes: 2, limits)
    try after.sections.reserve(count)
    try correspondence.afterStarts.reserve(count + 1)
    try correspondence.beforeOfAfter.reserve(count)
    try correspondence.afterOfBefore.resize(to: correspondence.beforeSectionCount, filling: noIndex)
    correspondence.afterStarts.push(0)
    var expected = 0
    for section in 0..<count {
      let code = Int(try bytes.number32())
      var items = 0
      if code == 0 {
        after.sections.push(try bytes.key())
        correspondence.beforeOfAfter.push(noIndex)
      } else {
        let partner = expected + unzigzag(code - 1)
        guard partner >= 0 && partner < correspondence.beforeSectionCount,
          correspondence.afterOfBefore[partner] == noIndex
        else {
          throw bytes.invalid
        }
        correspondence.afterOfBefore[partner] = UInt32(section)
        correspondence.beforeOfAfter.push(UInt32(partner))
        after.sections.push(before.sections[partner])
        items = Int(correspondence.beforeStarts[partner + 1] - correspondence.beforeStarts[partner])
        expected = partner + 1
      }
      if code == 0 {
        items = Int(min(try bytes.number(), UInt64(UInt32.max)))
      } else {
        items += unzigzag(Int(try bytes.number32()))
      }
      if items < 0 { throw bytes.invalid }
      if items > limits.items - correspondence.afterCount {
        throw Refusal(.itemsEncoded, limit: limits.items)
      }
      correspondence.afterStarts.push(UInt32(correspondence.afterCount + items))
    }
  }

  /// A key that is both deleted and inserted would be a match.
  private func checkSectionKeys(
    _ bytes: borrowing ByteReader, of correspondence: borrowing Correspondence
  ) throws(Refusal) {
    let scope = KeyScope.list
    var keys = try KeySet(capacity: before.sections.count + after.sections.count, isScoped: false)
    for i in 0..<before.sections.count { keys.add(scope.key(before.sections[i])) }
    for i in 0..<after.sections.count where correspondence.beforeOfAfter[i] == noIndex {
      keys.add(scope.key(after.sections[i]))
    }
    if keys.hasDuplicates { throw bytes.invalid }
  }
}

extension ByteReader {
  fileprivate mutating func sectionCount(
    ofBytes bytes: Int, _ limits: DecodeLimits
  ) throws(Refusal) -> Int {
    let count = try count(ofBytes: bytes)
    if count > limits.sections { throw Refusal(.sectionsEncoded, value: count, limit: limits.sections) }
    return count
  }
}
