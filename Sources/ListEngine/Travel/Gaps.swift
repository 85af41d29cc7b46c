// The items of one side that the other side does not have: what lies between the runs. Of `before`
// they were deleted, of `after` inserted.
//
//     runs (before, after, count)   (0,2,1) (2,3,1)        before of 4      gaps (1,1) (3,1)

/// Consecutive items without a counterpart; they may go over the end of a section.
struct Gap {
  var first: UInt32
  var count: UInt32
}

struct Gaps: ~Copyable {
  private let side: Side
  private let order: BeforeOrder
  private var place = 0
  private var end: UInt32 = 0

  init(_ list: borrowing Correspondence, _ side: Side) throws(Refusal) {
    self.side = side
    order = try side == .before ? BeforeOrder(list.runs) : BeforeOrder()
  }

  /// In ascending order; nil after the last.
  mutating func next(_ list: borrowing Correspondence) -> Gap? {
    while place <= list.runs.count {
      let first = end
      var next = UInt32(side == .before ? list.beforeCount : list.afterCount)
      if place < list.runs.count {
        let run = list.runs[order[place]]
        next = side == .before ? run.before : run.after
        end = next + run.count
      }
      place += 1
      if first < next { return Gap(first: first, count: next - first) }
    }
    return nil
  }
}
