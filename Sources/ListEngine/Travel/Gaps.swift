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
  /// What `nextItem` has left of a gap.
  private var rest = Gap(first: 0, count: 0)

  init(_ list: borrowing Correspondence, _ side: Side) throws(Refusal) {
    self.side = side
    order = try side == .before ? BeforeOrder(list.runs) : BeforeOrder()
  }

  /// Item by item; there is one more.
  @inline(__always) mutating func nextItem(_ list: borrowing Correspondence) -> UInt32 {
    if rest.count == 0, let gap = next(list) { rest = gap }
    rest.first &+= 1
    rest.count &-= 1
    return rest.first &- 1
  }

  /// In ascending order; nil after the last.
  @inline(never) mutating func next(_ list: borrowing Correspondence) -> Gap? {
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
