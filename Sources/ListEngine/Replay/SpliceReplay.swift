// Splices carried out one by one. Up to the end of the last one all is as after, and behind it as before:
//
//     before   1 2 3 4 5        splices  (1,1,0) (3,0,1)        after   1 3 4 9 5
//
//     carried out    the list now      starts 1 4: where the splices begin in before
//     (1,1,0)        1|3 4 5           position 2 is 2 + 1 = 3 of before: in no splice to come, so 2 + 0 of after

struct SpliceReplay: ~Copyable {
  private var splices: Borrowed<Splice> = .empty
  /// The first item of `before` that a splice removes, or before which it adds.
  private var starts = Buffer<UInt32>()
  private var beforeCount = 0
  private var done = 0

  init() {}

  init(_ splices: Borrowed<Splice>, count: Int) throws(Refusal) {
    self.splices = splices
    beforeCount = count
    try starts.reserve(splices.count)
    for i in 0..<splices.count {
      starts.push(UInt32(truncatingIfNeeded: Int(splices[i].position) - shift(behind: i)))
    }
  }

  /// The distance by which the items behind the first `count` splices have moved.
  private func shift(behind count: Int) -> Int {
    if count == 0 { return 0 }
    let last = splices[count - 1]
    return Int(last.position) + Int(last.added) - Int(starts[count - 1]) - Int(last.removed)
  }

  mutating func next() throws(Refusal) {
    if done == splices.count { throw Refusal(.replayEnded, limit: done) }
    done += 1
  }

  func count(ofSection section: UInt32) throws(Refusal) -> Int {
    if section != noIndex { throw Refusal(.flatPosition) }
    return beforeCount + shift(behind: done)
  }

  @_optimize(size) func find(_ position: Position) throws(Refusal) -> Found {
    if position.section != noIndex || position.item == noIndex { throw Refusal(.flatPosition) }
    let flat = Int(position.item)
    let count = beforeCount + shift(behind: done)
    if flat >= count { throw Refusal(.flatRange, position: position, limit: count) }
    let cut = done == 0 ? 0 : Int(splices[done - 1].position) + Int(splices[done - 1].added)
    if flat < cut { return Found(side: .after, position: position) }
    let before = flat - shift(behind: done)
    let passed = max(splicesBefore(before), done)
    if passed > done, before < Int(starts[passed - 1]) + Int(splices[passed - 1].removed) {
      return Found(side: .before, position: Position(flat: before))
    }
    return Found(side: .after, position: Position(flat: before + shift(behind: passed)))
  }

  /// How many splices begin at an item of `before` or ahead of it.
  private func splicesBefore(_ before: Int) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= before { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Position {
  /// The position of an item in a list without sections.
  init(flat: Int) { self.init(section: noIndex, item: UInt32(truncatingIfNeeded: flat)) }
}
