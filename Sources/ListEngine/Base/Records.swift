// An array of records in the host's memory. Each record is a run of encoded fields; hashing it gives a key
// and a content.
//
//     fields    05 01 00 00 00 00 00 00 00 61 | 08        "a"; nothing
//     ends                                   10   11

@safe public struct Records {
  private let fields: UnsafeRawPointer?
  private let length: Int
  private let ends: UnsafeRawPointer
  private let count: Int

  /// Refuses with `range` if an end precedes the one before it or exceeds `length`. With length 0, `fields`
  /// may be NULL.
  @unsafe public init(
    fields: UnsafeRawPointer?, length: Int, ends: UnsafeRawPointer, count: Int
  ) throws(Refusal) {
    unsafe self.fields = fields
    self.length = length
    unsafe self.ends = ends
    self.count = count
    var first = 0
    for i in 0..<count {
      let end = end(i)
      if end < first { throw Refusal(.descending, element: i, value: end, limit: first) }
      if end > length { throw Refusal(.range, element: i, value: end, limit: length) }
      first = end
    }
  }

  /// Calls `body` with each record's number and its hasher. Another thread may write to the host's memory, so
  /// an end that has changed since `init` is clamped to the valid range.
  @inline(__always) public func forEach(_ body: (Int, FieldHasher) -> Void) {
    var first = 0
    for i in 0..<count {
      let end = min(max(end(i), first), length)
      var hasher = FieldHasher()
      if let fields = unsafe fields { unsafe hasher.add(encoded: fields + first, count: end - first) }
      body(i, hasher)
      first = end
    }
  }

  private func end(_ i: Int) -> Int {
    unsafe ends.loadUnaligned(fromByteOffset: i * MemoryLayout<Int>.size, as: Int.self)
  }
}
