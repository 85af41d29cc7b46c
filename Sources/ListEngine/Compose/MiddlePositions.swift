// Where items of the state between two changesets were and are. They are asked for in ascending order, so
// that each changeset's runs are gone through once.
//
//     first's runs     (before 0, after 0, 2) (before 3, after 2, 2)
//     second's runs    (before 1, after 0, 3)
//     item 2           was at 3, is at 1

struct MiddlePositions: ~Copyable {
  private let order: BeforeOrder
  // The runs of the first and of the second that were come to.
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
