// Sequential moves: the position of each moving run at the time of its move, and its destination.
//
// Runs move in the order of their positions in `after`. A pair of sections is one lane. Between two staying
// runs of a lane come first the runs that have not left yet, then the runs that have arrived:
//
//     lane of B in the worked example     [4 leaves] [5 stays] [4 arrives]
//     when 4 moves                        it is at 0; after its removal, its destination is 1
//
// The number of items before a run in its lane is the sum of
//
//     fixed      items that never move                              precomputed
//     leaving    moving runs before it that have not left yet       prefix sums with updates
//                                                                   (Fenwick, 1994), a tree per lane
//     arrived    runs that arrived before it: since they arrive     minimum of two
//                in order, all that were due so far                 precomputed sums
//
// A destination lies before the next staying run, and those follow one another. So the items before it that
// have not left yet need no tree: a `Front` moves through the lane once.

struct MovePositions: ~Copyable {
  /// The sums of one run.
  private struct RunSums: BitwiseCopyable {
    /// The number of moving runs before it, over all lanes.
    var rank: UInt32 = 0
    /// Items before it in its lane that never move.
    var fixed: UInt32 = 0
    /// Items that will have arrived before it in its lane.
    var arriving: UInt32 = 0
  }

  private var runSums = Buffer<RunSums>()
  /// By section of `before`: all items of the lane that never move, and its first rank (with one more entry
  /// at the end).
  private var laneFixed = Buffer<UInt32>()
  private var laneRanks = Buffer<UInt32>()
  /// By rank: partial sums of the items that have not left, one tree per lane.
  private var leaving = Buffer<UInt32>()
  /// By rank: the moving run.
  private var movers = Buffer<UInt32>()

  /// The moving runs of one lane up to a rank.
  private struct Front {
    var rank: Int
    /// Their items that have not left yet.
    var waiting: UInt32 = 0
  }

  /// `countsUnmatched`: unmatched items are still in the list and are counted.
  init(
    _ correspondence: borrowing Correspondence, _ order: borrowing BeforeOrder, countsUnmatched: Bool
  ) throws(Refusal) {
    try runSums.resize(to: correspondence.runs.count, filling: RunSums())
    try laneFixed.resize(to: correspondence.beforeSectionCount, filling: 0)
    try laneRanks.reserve(correspondence.beforeSectionCount + 1)
    try leaving.reserve(correspondence.runs.count)
    try movers.reserve(correspondence.runs.count)
    sumArriving(correspondence)
    sumRuns(correspondence, order, countsUnmatched)
    for lane in 0..<correspondence.beforeSectionCount {
      buildTree(Int(laneRanks[lane]), Int(laneRanks[lane + 1]))
    }
  }

  /// In the order of `after`: how many items arrive in the lane before each staying run.
  private mutating func sumArriving(_ correspondence: borrowing Correspondence) {
    var i = 0
    for section in 0..<correspondence.afterSectionCount {
      let end = correspondence.afterStarts[section + 1]
      var arriving: UInt32 = 0
      while i < correspondence.runs.count {
        let run = correspondence.runs[i]
        if run.after >= end { break }
        if run.stays == 1 { runSums[i].arriving = arriving } else { arriving += run.count }
        i += 1
      }
    }
  }

  /// In the order of `before`: ranks and fixed items. A moving run has the same `arriving` as the last
  /// staying run on its left.
  private mutating func sumRuns(
    _ correspondence: borrowing Correspondence, _ order: borrowing BeforeOrder, _ countsUnmatched: Bool
  ) {
    var at = 0
    for lane in 0..<correspondence.beforeSectionCount {
      let end = correspondence.beforeStarts[lane + 1]
      var next = correspondence.beforeStarts[lane]
      var fixed: UInt32 = 0
      var arriving: UInt32 = 0
      laneRanks.push(UInt32(leaving.count))
      while at < correspondence.runs.count {
        let i = order[at]
        let run = correspondence.runs[i]
        if run.before >= end { break }
        if countsUnmatched { fixed += run.before - next }
        if run.stays == 1 { arriving = runSums[i].arriving }
        runSums[i] = RunSums(rank: UInt32(leaving.count), fixed: fixed, arriving: arriving)
        if run.stays == 1 {
          fixed += run.count
        } else {
          leaving.push(run.count)
          movers.push(UInt32(truncatingIfNeeded: i))
        }
        next = run.before + run.count
        at += 1
      }
      if countsUnmatched { fixed += end - next }
      laneFixed[lane] = fixed
    }
    laneRanks.push(UInt32(leaving.count))
  }

  /// Appends the item moves. Item indices are as of the time of the move; section indices are those of
  /// `before` and `after`.
  mutating func appendMoves(
    _ correspondence: borrowing Correspondence, to changes: inout Buffer<Change>
  ) throws(Refusal) {
    var i = 0
    for section in 0..<correspondence.afterSectionCount {
      let end = correspondence.afterStarts[section + 1]
      let lane = correspondence.beforeOfAfter[section]
      var front = Front(rank: lane == noIndex ? 0 : Int(laneRanks[Int(lane)]))
      var arrived: UInt32 = 0
      /// The next staying run of the section.
      var anchor = i
      while i < correspondence.runs.count {
        let run = correspondence.runs[i]
        if run.after >= end { break }
        if run.stays == 0 {
          anchor = max(anchor, i)
          while anchor < correspondence.runs.count {
            if correspondence.runs[anchor].stays == 1 || correspondence.runs[anchor].after >= end { break }
            anchor += 1
          }
          let before = leave(correspondence, i, toward: section, arrived)
          if before.section == lane && Int(runSums[i].rank) < front.rank { front.waiting -= run.count }
          let bounded = anchor < correspondence.runs.count && correspondence.runs[anchor].after < end
          let ahead = ahead(correspondence, of: bounded ? anchor : nil, i, lane, &front)
          let after = Position(section: UInt32(section), item: arrived + ahead)
          var move = Change(.itemMove, count: run.count, before: before, after: after)
          move.finalSection = UInt32(section)
          move.finalItem = run.after - correspondence.afterStarts[section]
          try changes.append(move)
          arrived += run.count
        }
        i += 1
      }
    }
  }

  /// Removes a run and returns its position. `arrived` is the number of items moved into `section` so far.
  private mutating func leave(
    _ correspondence: borrowing Correspondence, _ i: Int, toward section: Int, _ arrived: UInt32
  ) -> Position {
    let run = correspondence.runs[i]
    let sums = runSums[i]
    let guess = correspondence.beforeOfAfter[section]
    let home = Correspondence.position(of: run.before, guess: guess, in: correspondence.beforeStarts).section
    let first = Int(laneRanks[Int(home)])
    let end = Int(laneRanks[Int(home) + 1])
    var item = sums.fixed + sum(first, Int(sums.rank))
    let same = correspondence.afterOfBefore[Int(home)]
    if same != noIndex {
      if same < UInt32(section) { item += sums.arriving }
      if same == UInt32(section) { item += min(sums.arriving, arrived) }
    }
    subtract(run.count, first, end, Int(sums.rank))
    return Position(section: home, item: item)
  }

  /// The items of a lane before the staying run `anchor` that never move or have not left; without an anchor,
  /// in the whole lane. Run `i` and those before it have left.
  private func ahead(
    _ correspondence: borrowing Correspondence, of anchor: Int?, _ i: Int, _ lane: UInt32,
    _ front: inout Front
  ) -> UInt32 {
    if lane == noIndex { return 0 }
    let end = anchor.map { Int(runSums[$0].rank) } ?? Int(laneRanks[Int(lane) + 1])
    while front.rank < end {
      let run = Int(movers[front.rank])
      if run > i { front.waiting += correspondence.runs[run].count }
      front.rank += 1
    }
    return front.waiting + (anchor.map { runSums[$0].fixed } ?? laneFixed[Int(lane)])
  }

  /// Builds the tree of partial sums for the ranks `first ..< end`.
  private mutating func buildTree(_ first: Int, _ end: Int) {
    let count = end - first
    var node = 1
    while node <= count {
      let parent = node + (node & -node)
      if parent <= count { leaving[first + parent - 1] += leaving[first + node - 1] }
      node += 1
    }
  }

  private func sum(_ first: Int, _ rank: Int) -> UInt32 {
    var total: UInt32 = 0
    var node = rank - first
    while node > 0 {
      total &+= leaving[first + node - 1]
      node &= node - 1
    }
    return total
  }

  private mutating func subtract(_ count: UInt32, _ first: Int, _ end: Int, _ rank: Int) {
    var node = rank - first + 1
    while node <= end - first {
      leaving[first + node - 1] &-= count
      node += node & -node
    }
  }
}
