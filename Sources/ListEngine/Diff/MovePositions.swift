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
//     leaving    moving runs before it that have not left yet       prefix sums of all lanes, less those of the
//                                                                   lanes before
//     arrived    runs that arrived before it: since they arrive     minimum of two
//                in order, all that were due so far                 precomputed sums
//
// A destination lies before the next staying run, and those follow one another. So the items before it that
// have not left yet need no prefix sums: a `Front` moves through the lane once.

struct MovePositions: ~Copyable {
  /// The sums of one run.
  private struct RunSums: BitwiseCopyable {
    /// Its section of `before`.
    var lane: UInt32
    /// The number of moving runs before it, over all lanes.
    var rank: UInt32
    /// Items before it in its lane that never move.
    var fixed: UInt32
    /// Items that will have arrived before it in its lane.
    var arriving: UInt32
  }

  /// The sums of a section of `before`.
  private struct LaneSums: BitwiseCopyable {
    /// The rank of its first moving run.
    var rank: UInt32
    /// All its items that never move.
    var fixed: UInt32 = 0
  }

  private struct Mover: BitwiseCopyable {
    var run: UInt32
    var count: UInt32
  }

  /// How many runs ahead the sums of their ranks are prefetched.
  private static let ahead = 6

  private var runSums = Buffer<RunSums>()
  /// The sums of each section of `before`, and one entry more that has the last rank.
  private var laneSums = Buffer<LaneSums>()
  /// The moving run of each rank.
  private var movers = Buffer<Mover>()
  /// The items that have not left, indexed by rank.
  private var leaving = PrefixSums()

  /// The moving runs of one lane up to a rank.
  private struct Front {
    let first: UInt32
    var rank: UInt32
    /// Their items that have not left yet.
    var waiting: UInt32 = 0

    init(at rank: UInt32) {
      first = rank
      self.rank = rank
    }

    /// `count` if it has passed the rank, which may be one of another lane; else 0. Without a branch: in a
    /// shuffle either is as likely.
    @inline(__always) func waiting(_ count: UInt32, at rank: UInt32) -> UInt32 {
      let hasPassed: UInt32 = rank &- first < self.rank &- first ? 1 : 0
      return count & (0 &- hasPassed)
    }
  }

  /// `countsUnmatched`: unmatched items are still in the list and are counted. `movingRuns` is their number.
  init(
    _ correspondence: borrowing Correspondence, _ order: borrowing BeforeOrder, movingRuns: Int,
    countsUnmatched: Bool
  ) throws(Refusal) {
    try runSums.reserve(correspondence.runs.count)
    try laneSums.reserve(correspondence.beforeSectionCount + 1)
    try movers.reserve(movingRuns)
    try leaving.reserve(movingRuns)
    runSums.setCountWithinCapacity(correspondence.runs.count)
    sumArriving(correspondence)
    sumRuns(correspondence, order, countsUnmatched)
    leaving.build()
  }

  /// Sums, in the order of `after`, how many items arrive in the lane before each staying run.
  private mutating func sumArriving(_ correspondence: borrowing Correspondence) {
    var i = 0
    for section in 0..<correspondence.afterSectionCount {
      let end = correspondence.afterStarts[section + 1]
      var arriving: UInt32 = 0
      while i < correspondence.runs.count {
        let run = correspondence.runs[i]
        if run.after >= end { break }
        if run.stays == 1 { runSums[i].arriving = arriving } else { arriving &+= run.count }
        i &+= 1
      }
    }
  }

  /// Sums ranks and fixed items in the order of `before`. A moving run has the same `arriving` as the last
  /// staying run on its left.
  private mutating func sumRuns(
    _ correspondence: borrowing Correspondence, _ order: borrowing BeforeOrder, _ countsUnmatched: Bool
  ) {
    var at = 0
    for lane in 0..<correspondence.beforeSectionCount {
      let end = correspondence.beforeStarts[lane + 1]
      var next = correspondence.beforeStarts[lane]
      var sums = RunSums(lane: UInt32(lane), rank: UInt32(movers.count), fixed: 0, arriving: 0)
      laneSums.push(LaneSums(rank: sums.rank))
      while at < correspondence.runs.count {
        if let later = order.later(at) {
          correspondence.runs.prefetch(later)
          runSums.prefetch(later)
        }
        let i = order[at]
        let run = correspondence.runs[i]
        if run.before >= end { break }
        if countsUnmatched { sums.fixed &+= run.before &- next }
        if run.stays == 1 {
          sums.arriving = runSums[i].arriving
          runSums[i] = sums
          sums.fixed &+= run.count
        } else {
          runSums[i] = sums
          movers.push(Mover(run: UInt32(truncatingIfNeeded: i), count: run.count))
          leaving.push(run.count)
          sums.rank &+= 1
        }
        next = run.before &+ run.count
        at &+= 1
      }
      if countsUnmatched { sums.fixed &+= end &- next }
      laneSums[lane].fixed = sums.fixed
    }
    laneSums.push(LaneSums(rank: UInt32(movers.count)))
  }

  /// Appends the item moves, for which memory is reserved. Item indices are as of the time of the move; section
  /// indices are those of `merged`, and final ones those of `after`.
  mutating func appendMoves(
    _ correspondence: borrowing Correspondence, _ merged: borrowing MergedSections,
    to changes: inout Buffer<Change>
  ) {
    var writer = ChangeWriter(changes)
    var i = 0
    for section in 0..<correspondence.afterSectionCount {
      let start = correspondence.afterStarts[section]
      let end = correspondence.afterStarts[section + 1]
      let lane = correspondence.beforeOfAfter[section]
      var front = Front(at: lane == noIndex ? 0 : laneSums[Int(lane)].rank)
      var arrived: UInt32 = 0
      while i < correspondence.runs.count, correspondence.runs[i].after < end {
        // The moving runs before the next staying one.
        var anchor = i
        while anchor < correspondence.runs.count, correspondence.runs[anchor].stays == 0,
          correspondence.runs[anchor].after < end
        { anchor &+= 1 }
        let isBounded = anchor < correspondence.runs.count && correspondence.runs[anchor].after < end
        let fixed = i == anchor ? 0 : advance(&front, to: isBounded ? anchor : nil, of: lane, from: i)
        while i < anchor {
          let run = correspondence.runs[i]
          let sums = runSums[i]
          leaving.prefetch(Int(runSums[min(i &+ MovePositions.ahead, runSums.count &- 1)].rank))
          let item = leave(correspondence, run.count, sums, toward: section, arrived)
          front.waiting &-= front.waiting(run.count, at: sums.rank)
          let before = Position(section: merged.ofBefore(sums.lane, correspondence), item: item)
          let after = Position(section: merged.ofAfter(section), item: arrived &+ fixed &+ front.waiting)
          var move = Change(.itemMove, count: run.count, before: before, after: after)
          move.finalSection = UInt32(truncatingIfNeeded: section)
          move.finalItem = run.after &- start
          writer.write(move)
          arrived &+= run.count
          i &+= 1
        }
        if isBounded { i &+= 1 }
      }
    }
    writer.finish(&changes)
  }

  /// Removes a run and returns its item index. `arrived` is the number of items moved into `section` so far.
  @inline(__always) private mutating func leave(
    _ correspondence: borrowing Correspondence, _ count: UInt32, _ sums: RunSums, toward section: Int,
    _ arrived: UInt32
  ) -> UInt32 {
    let first = Int(laneSums[Int(sums.lane)].rank)
    let same = correspondence.afterOfBefore[Int(sums.lane)]
    // In each section that comes earlier all runs have arrived, in each that comes later none.
    var due = same < UInt32(truncatingIfNeeded: section) ? UInt32.max : 0
    if same == UInt32(truncatingIfNeeded: section) { due = arrived }
    let item = sums.fixed &+ min(sums.arriving, due) &+ leaving.remove(count, at: Int(sums.rank))
    return first == 0 ? item : item &- leaving.sum(before: first)
  }

  /// Moves the front to the staying run `anchor`, or to the end of the lane. Returns the items before it that
  /// never move. The runs before `i` have left.
  private func advance(_ front: inout Front, to anchor: Int?, of lane: UInt32, from i: Int) -> UInt32 {
    if lane == noIndex { return 0 }
    let end = anchor.map { runSums[$0].rank } ?? laneSums[Int(lane) + 1].rank
    while front.rank < end {
      let mover = movers[Int(front.rank)]
      front.waiting &+= mover.run >= UInt32(truncatingIfNeeded: i) ? mover.count : 0
      front.rank &+= 1
    }
    return anchor.map { runSums[$0].fixed } ?? laneSums[Int(lane)].fixed
  }
}
