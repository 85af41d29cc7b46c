// Sorts items by a function of the host, which may be asked only so often in one poll: so a sort can be left and gone on
// with. It is stable, and calls nobody more than n log n times, whatever the answers are.
//
//     runs of 1    d a | c b            merged by two and two
//     runs of 2    a d | b c            from here on, in the next poll
//     runs of 4    a b c d
//
// A merge sort from below (Knuth, The Art of Computer Programming, volume 3, 5.2.4).

struct MergeSort: ~Copyable {
  /// Which of the items are sorted.
  private let first: Int
  private let end: Int
  /// The length of the runs that are merged.
  private var width = 1
  /// Where the two runs begin, and how far each of them is merged.
  private var start = 0
  private var left = 0
  private var right = 0
  private var merged = Buffer<UInt32>()

  init(_ first: Int, _ end: Int) throws(Refusal) {
    self.first = first
    self.end = end
    try merged.reserve(end - first)
    beginMerge(at: 0)
  }

  private var count: Int { end - first }
  private var middle: Int { min(start + width, count) }
  private var last: Int { min(start + 2 * width, count) }

  private mutating func beginMerge(at start: Int) {
    self.start = start
    left = start
    right = middle
  }

  /// Goes on, and takes the number of comparisons from `budget`. Returns false if it was left before the end. `compare` is
  /// below, at or above 0; if it fails, the next call goes on with the same two.
  mutating func proceed(
    _ items: inout Buffer<UInt32>, _ budget: inout Int,
    _ compare: (UInt32, UInt32) throws(Refusal) -> Int32
  ) throws(Refusal) -> Bool {
    while width < count {
      while left < middle && right < last {
        if budget == 0 { return false }
        let takesRight = try compare(items[first + left], items[first + right]) > 0
        budget -= 1
        merged.push(items[first + (takesRight ? right : left)])
        if takesRight { right += 1 } else { left += 1 }
      }
      while left < middle {
        merged.push(items[first + left])
        left += 1
      }
      while right < last {
        merged.push(items[first + right])
        right += 1
      }
      if last < count {
        beginMerge(at: last)
        continue
      }
      for i in 0..<count { items[first + i] = merged[i] }
      merged.removeAll()
      width *= 2
      beginMerge(at: 0)
    }
    return true
  }
}
