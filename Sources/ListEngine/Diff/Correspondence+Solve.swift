// Selects the matched items that stay in place, so that the fewest move.
//
//     1. survey    join adjacent runs; if the runs of a section pair ascend, all stay
//     2. solve     in the other pairs the longest increasing subsequence of runs stays; if they descend, that is
//                  one run
//     3. sections  the same for sections: see Correspondence+Sections
//
// Sections are paired by key, independent of their index. In the worked example the pair A has (0,2,1)
// (2,3,1): ascending, both stay. The pair B has (4,0,1) (3,1,1): one of them can stay, and of equal solutions
// the one that comes first in `after` is chosen: 5 stays, 4 moves. Items matched across pairs always move.

/// Scratch memory of `solve`, kept from update to update.
struct SolveScratch: ~Copyable {
  fileprivate(set) var tails: IncreasingSubsequence
  var heaviest = WeightedIncreasingSubsequence()
  /// The pairs whose runs do not ascend.
  fileprivate var disordered = Buffer<Pair>()
  /// The sections as items, filled if their order changed.
  var sections = Correspondence()
  var sectionWeights = Buffer<UInt64>()
  /// A pair with more items per run than this is solved by weight, not by tails.
  fileprivate let longRun: Int

  init(tails: consuming IncreasingSubsequence = IncreasingSubsequence(), longRun: Int = 32) {
    self.tails = tails
    self.longRun = longRun
  }

  fileprivate func isByTails(_ pair: Pair) -> Bool { pair.items <= pair.runs * longRun }

  var bytes: Int {
    tails.bytes + heaviest.bytes + disordered.bytes + sections.bytes + sectionWeights.bytes
  }
}

/// The runs `first ..< end` of a section of `after`; those that begin at `low ..< high` in `before` are in the
/// matching section.
private struct Pair: BitwiseCopyable {
  enum Order { case ascending, descending, mixed }

  var first: Int
  var end: Int
  var low: UInt32 = 0
  var high: UInt32 = 0
  /// The number of items, and of runs, that come from the matching section.
  var items = 0
  var runs = 0
  var order = Order.ascending

  @inline(__always) func has(_ run: Run) -> Bool { run.before >= low && run.before < high }
}

extension Correspondence {
  /// Sets `stays` and `sectionStays`. All memory is reserved before anything is changed.
  mutating func solve(_ scratch: inout SolveScratch) throws(Refusal) {
    try survey(&scratch)
    try prepareSections(&scratch)
    for i in 0..<scratch.disordered.count { solvePair(scratch.disordered[i], &scratch) }
    solveSections(&scratch)
  }

  private mutating func survey(_ scratch: inout SolveScratch) throws(Refusal) {
    scratch.disordered.removeAll()
    var mostTails = 0
    var mostWeighed = 0
    var read = 0
    var written = 0
    for section in 0..<afterSectionCount {
      if read == runs.count { break }
      let end = afterStarts[section + 1]
      if runs[read].after >= end { continue }
      if read + 1 == runs.count || runs[read + 1].after >= end {
        // One run: nothing to join, and it stays unless it comes from another section.
        var run = runs[read]
        run.stays = isPaired(run, section) ? 1 : 0
        runs[written] = run
        read += 1
        written += 1
        continue
      }
      let first = written
      joinRuns(ofSection: section, &read, &written)
      let pair = survey(section, first..<written)
      if pair.order == .ascending {
        for i in first..<written { runs[i].stays = pair.has(runs[i]) ? 1 : 0 }
        continue
      }
      try scratch.disordered.append(pair)
      if pair.order == .descending { continue }
      if scratch.isByTails(pair) {
        mostTails = max(mostTails, pair.items)
      } else {
        mostWeighed = max(mostWeighed, pair.runs)
      }
    }
    runs.truncate(to: written)
    try scratch.tails.reserve(mostTails)
    try scratch.heaviest.reserve(mostWeighed)
  }

  private func isPaired(_ run: Run, _ section: Int) -> Bool {
    let partner = Int(beforeOfAfter[section])
    return partner != Int(noIndex) && run.before >= beforeStarts[partner]
      && run.before < beforeStarts[partner + 1]
  }

  /// Joins adjacent runs of one section of `after`.
  private mutating func joinRuns(ofSection section: Int, _ read: inout Int, _ written: inout Int) {
    guard let runs = unsafe runs.pointer else { return }
    let (count, end) = (self.runs.count, afterStarts[section + 1])
    let first = written
    var (from, to) = (read, written)
    while from < count {
      let run = unsafe runs[from]
      if run.after >= end { break }
      from &+= 1
      if to > first, unsafe runs[to &- 1].before &+ runs[to &- 1].count == run.before,
        unsafe runs[to &- 1].after &+ runs[to &- 1].count == run.after,
        !Correspondence.isFirst(run.before, in: beforeStarts)
      {
        unsafe runs[to &- 1].count &+= run.count
        continue
      }
      if to < from &- 1 { unsafe runs[to] = run }
      to &+= 1
    }
    (read, written) = (from, to)
  }

  /// Where the matching section of `before` is, and how the runs `range` lie in it.
  private func survey(_ section: Int, _ range: Range<Int>) -> Pair {
    var pair = Pair(first: range.lowerBound, end: range.upperBound)
    let partner = beforeOfAfter[section]
    if partner == noIndex { return pair }
    pair.low = beforeStarts[Int(partner)]
    pair.high = beforeStarts[Int(partner) + 1]
    // How many runs lie behind the one before, and the position of the latest.
    var (rises, latest) = (0, pair.low)
    for i in range where pair.has(runs[i]) {
      rises &+= runs[i].before >= latest ? 1 : 0
      latest = runs[i].before
      pair.items &+= Int(runs[i].count)
      pair.runs &+= 1
    }
    pair.order = rises == pair.runs ? .ascending : rises == 1 ? .descending : .mixed
    return pair
  }

  private mutating func solvePair(_ pair: Pair, _ scratch: inout SolveScratch) {
    if pair.order == .descending {
      markLongest(pair)
    } else if scratch.isByTails(pair) {
      scratch.tails.removeAll()
      scratch.tails.put(&runs, pair.first..<pair.end, low: pair.low, high: pair.high)
      markChain(endingAt: scratch.tails.longest, pair.first, pair.end)
    } else {
      scratch.heaviest.removeAll()
      for i in pair.first..<pair.end where pair.has(runs[i]) {
        scratch.heaviest.push(run: i, before: runs[i].before, weight: UInt64(runs[i].count))
      }
      let last = scratch.heaviest.solve(&runs)
      markChain(endingAt: last, pair.first, pair.end)
    }
  }

  /// The runs descend, so only one of them stays: the longest.
  private mutating func markLongest(_ pair: Pair) {
    var longest = pair.first
    var count: UInt32 = 0
    for i in pair.first..<pair.end {
      runs[i].stays = 0
      if runs[i].count > count && pair.has(runs[i]) { (longest, count) = (i, runs[i].count) }
    }
    runs[longest].stays = 1
  }

  /// While solving, `stays` holds the previous run of the subsequence that ends with this run. Afterwards it
  /// is 1 for the runs of the chosen subsequence and 0 for the others.
  mutating func markChain(endingAt last: UInt32, _ first: Int, _ end: Int) {
    var next = last
    var i = end
    while i > first {
      i -= 1
      if UInt32(truncatingIfNeeded: i) == next {
        next = runs[i].stays
        runs[i].stays = 1
      } else {
        runs[i].stays = 0
      }
    }
  }
}
