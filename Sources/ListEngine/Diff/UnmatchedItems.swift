// The items of one side that the other side does not have: what lies between the runs. Of `before`
// they were deleted, of `after` inserted.
//
//     runs (before, after, count)   (0,2,1) (2,3,1)        before of 4      1 and 3

struct UnmatchedItems: ~Copyable {
  private let side: Side
  private let order: BeforeOrder
  /// The next run.
  private var place = 0
  /// The next item, and the end of the gap that it is in.
  private var item: UInt32 = 0
  private var end: UInt32 = 0

  init(_ correspondence: borrowing Correspondence, _ side: Side) throws(Refusal) {
    self.side = side
    order = try side == .before ? BeforeOrder(correspondence.runs) : BeforeOrder()
    enter(correspondence, at: 0)
  }

  /// In ascending order; there is one more.
  @inline(__always) mutating func next(_ correspondence: borrowing Correspondence) -> UInt32 {
    if item == end { pass(correspondence) }
    item &+= 1
    return item &- 1
  }

  /// Passes runs, to the next gap that has items.
  private mutating func pass(_ correspondence: borrowing Correspondence) {
    while item == end, place < correspondence.runs.count {
      let run = correspondence.runs[order[place]]
      place += 1
      enter(correspondence, at: (side == .before ? run.before : run.after) + run.count)
    }
  }

  /// The gap in front of the next run, which may be empty.
  private mutating func enter(_ correspondence: borrowing Correspondence, at first: UInt32) {
    item = first
    if place < correspondence.runs.count {
      let run = correspondence.runs[order[place]]
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
