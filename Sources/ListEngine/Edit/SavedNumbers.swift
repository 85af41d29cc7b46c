// A stack of free numbers as it was, and which things are therefore newer than that.
//
//     as it was     3 9 4 7          two are taken: 7, 4; one comes back: 8
//     now           3 9 8
//     untouched     3 9 |            so deep the stack has never been read: nothing of it need be kept
//     saved               4 7
//
// A thing whose number was taken since, or lies beyond all that there were, was not there before.

struct SavedNumbers: ~Copyable {
  /// How deep the stack is as it was, and what stood above, from there on up in reverse.
  private var untouched = 0
  private var saved = Buffer<UInt32>()
  /// Numbers that have been noted: taken ones, and those of things that are saved elsewhere.
  private var noted = KeyIndex()
  /// Numbers from here on were not there.
  private var end = 0

  var bytes: Int { saved.bytes + noted.bytes }

  mutating func begin(free: borrowing Buffer<UInt32>, end: Int) {
    untouched = free.count
    saved.removeAll()
    noted.removeAll()
    self.end = end
  }

  /// So many numbers at most are about to be taken.
  mutating func willTake(_ count: Int, from free: borrowing Buffer<UInt32>) throws(Refusal) {
    let depth = max(0, free.count - count)
    if depth >= untouched { return }
    try saved.reserve(extra: untouched - depth)
    try noted.reserve(extra: untouched - depth)
    while untouched > depth {
      untouched -= 1
      saved.push(free[untouched])
      noted.insert(SavedNumbers.print(free[untouched]), free[untouched])
    }
  }

  /// Notes a number; answers whether the thing was there before and is noted for the first time.
  mutating func note(_ number: UInt32) throws(Refusal) -> Bool {
    if Int(number) >= end { return false }
    try noted.reserve(extra: 1)
    return noted.insert(SavedNumbers.print(number), number) { $0 == number } == nil
  }

  /// The stack is again as it was.
  func restore(_ free: inout Buffer<UInt32>) {
    free.truncate(to: untouched)
    for i in 0..<saved.count { free.push(saved[saved.count - 1 - i]) }
  }

  /// Numbers that were free and may have been taken since.
  var takenCount: Int { saved.count }
  func taken(_ i: Int) -> UInt32 { saved[i] }

  private static func print(_ number: UInt32) -> UInt32 { number &* 0x9e37_79b1 }
}
