// Iterates over the unmatched items of one side, which are the gaps between the runs. In `before` they are
// the deleted items, in `after` the inserted ones.
//
//     runs (before, after, count)   (0,2,1) (2,3,1)        unmatched of 4 in before: 1 and 3

struct UnmatchedItems: ~Copyable {
  private let side: Side
  private let order: BeforeOrder
  /// The number of the next run.
  private var nextRun = 0
  /// The next item, and the end of its gap.
  private var item: UInt32 = 0
  private var end: UInt32 = 0

  init(_ correspondence: borrowing Correspondence, _ side: Side) throws(Refusal) {
    self.side = side
    order = try side == .before ? BeforeOrder(correspondence.runs) : BeforeOrder()
    enter(correspondence, at: 0)
  }

  /// The next item in ascending order. There must be one.
  @inline(__always) mutating func next(_ correspondence: borrowing Correspondence) -> UInt32 {
    if item == end { pass(correspondence) }
    item &+= 1
    return item &- 1
  }

  /// Advances over runs to the next gap that is not empty.
  private mutating func pass(_ correspondence: borrowing Correspondence) {
    while item == end, nextRun < correspondence.runs.count {
      let run = correspondence.runs[order[nextRun]]
      nextRun += 1
      enter(correspondence, at: (side == .before ? run.before : run.after) + run.count)
    }
  }

  /// Starts the gap before the next run; it may be empty.
  private mutating func enter(_ correspondence: borrowing Correspondence, at first: UInt32) {
    item = first
    if nextRun < correspondence.runs.count {
      let run = correspondence.runs[order[nextRun]]
      end = side == .before ? run.before : run.after
    } else {
      end = UInt32(side == .before ? correspondence.beforeCount : correspondence.afterCount)
    }
  }
}

extension Correspondence {
  /// How many items either side has that the other side has too.
  var matchedCount: Int {
    var count = 0
    for i in 0..<runs.count { count += Int(runs[i].count) }
    return count
  }
}
