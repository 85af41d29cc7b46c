// Many records of fields, one after another in a host's memory, each of which gives the key and the content of
// a hasher that was told its fields.
//
//     fields    05 01 00 00 00 00 00 00 00 61 | 08        "a"; nothing
//     ends                                   10   11

@safe public struct Records {
  private let fields: UnsafeRawPointer?
  private let length: Int
  private let ends: UnsafeRawPointer
  private let count: Int

  /// Refuses ends that go back, or beyond `length`: `range`. Without a length there need be no fields.
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
      if end < first || end > length { throw Refusal(.range) }
      first = end
    }
  }

  /// Calls `body` with the number and the hasher of each. An end that has changed since is cut to what there
  /// is: another thread may write to the host's memory.
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
