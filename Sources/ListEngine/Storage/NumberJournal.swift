// A stack of free numbers as it was, and which things are therefore newer than that.
//
//     as it was     3 9 4 7          two are taken: 7, 4; one comes back: 8
//     now           3 9 8
//     untouched     3 9 |            so deep the stack has never been read: nothing of it need be kept
//     saved               4 7
//
// A thing whose number was taken since, or lies beyond all that there were, was not there before.

public struct NumberJournal: ~Copyable {
  /// How deep the stack is as it was, and what stood above, from there on up in reverse.
  private var untouched = 0
  private var saved = Buffer<UInt32>()
  /// Of each number that has been noted: where its thing is saved, or `new`.
  private var noted = KeyIndex()
  /// Numbers from here on were not there.
  private var end = 0

  private static let new = UInt32.max - 1

  init() {}

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
      noted.insert(KeyIndex.fingerprint(ofNumber: free[untouched]), NumberJournal.new)
    }
  }

  /// Notes that a thing is saved at `place`; answers whether it is to be: whether it was there before
  /// and is noted for the first time.
  mutating func note(_ number: UInt32, savedAt place: Int) throws(Refusal) -> Bool {
    if Int(number) >= end { return false }
    try noted.reserve(extra: 1)
    return noted.insert(KeyIndex.fingerprint(ofNumber: number), UInt32(place)) { _ in true } == nil
  }

  /// Where a thing is saved.
  func place(of number: UInt32) -> Int? {
    let place = noted.find(KeyIndex.fingerprint(ofNumber: number)) { _ in true }
    return place == NumberJournal.new ? nil : place.map { Int($0) }
  }

  /// The stack is again as it was.
  func restore(_ free: inout Buffer<UInt32>) {
    free.truncate(to: untouched)
    for i in 0..<saved.count { free.push(saved[saved.count - 1 - i]) }
  }

  /// Numbers that were free and may have been taken since.
  var takenCount: Int { saved.count }
  func taken(_ i: Int) -> UInt32 { saved[i] }
}
