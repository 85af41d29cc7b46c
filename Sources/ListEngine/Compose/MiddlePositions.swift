// Maps items of the middle state to their positions in `before` and `after`. Queries must ascend, so that
// each changeset's runs are passed once.
//
//     first's runs     (before 0, after 0, 2) (before 3, after 2, 2)
//     second's runs    (before 1, after 0, 3)
//     item 2           before 3, after 1

struct MiddlePositions: ~Copyable {
  private let order: BeforeOrder
  // The current runs of the first and of the second changeset.
  private var r = 0
  private var s = 0

  init(_ second: borrowing Changeset) throws(Refusal) {
    order = try BeforeOrder(second.correspondence.runs)
  }

  mutating func before(of item: UInt32, _ first: borrowing Changeset) -> UInt32 {
    while first.correspondence.runs[r].after + first.correspondence.runs[r].count <= item { r += 1 }
    let run = first.correspondence.runs[r]
    return run.before + (item - run.after)
  }

  mutating func after(of item: UInt32, _ second: borrowing Changeset) -> UInt32 {
    while true {
      let run = second.correspondence.runs[order[s]]
      if run.before + run.count > item { return run.after + (item - run.before) }
      s += 1
    }
  }
}
