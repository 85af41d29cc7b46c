// Selects the matched items that stay in place, so that the fewest move.
//
//     1. survey    join adjacent runs; if the runs of a section pair ascend, all stay
//     2. solve     in the other pairs the longest increasing subsequence of runs stays
//     3. sections  the same for sections: see Correspondence+Sections
//
// Sections are paired by key, independent of their index. In the worked example the pair A has (0,2,1)
// (2,3,1): ascending, both stay. The pair B has (4,0,1) (3,1,1): one of them can stay, and of equal solutions
// the one that comes first in `after` is chosen: 5 stays, 4 moves. Items matched across pairs always move.

/// Scratch memory of `solve`, kept from update to update.
struct SolveScratch: ~Copyable {
  fileprivate(set) var tails: IncreasingSubsequence
  var heaviest = WeightedIncreasingSubsequence()
  fileprivate var disordered = Buffer<Disorder>()
  /// The sections as items, filled if their order changed.
  var sections = Correspondence()
  var sectionWeights = Buffer<UInt64>()
  /// A pair with more items per run than this is solved by weight, not by tails.
  fileprivate let longRun: Int

  init(tails: consuming IncreasingSubsequence = IncreasingSubsequence(), longRun: Int = 32) {
    self.tails = tails
    self.longRun = longRun
  }

  var bytes: Int {
    tails.bytes + heaviest.bytes + disordered.bytes + sections.bytes + sectionWeights.bytes
  }
}

/// A pair of sections whose runs do not ascend.
private struct Disorder: BitwiseCopyable {
  /// The runs of its section of `after`: `first ..< end`.
  var first: Int
  var end: Int
  /// The items of its section of `before`; runs outside this range do not belong to the pair.
  var low: UInt32
  var high: UInt32
  var byTails: Bool
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
      let pair = surveySection(section, &read, &written)
      if pair.ascending {
        for i in pair.first..<written { runs[i].stays = pair.has(runs[i]) ? 1 : 0 }
        continue
      }
      let byTails = pair.items <= pair.runs * scratch.longRun
      if byTails { mostTails = max(mostTails, pair.items) } else { mostWeighed = max(mostWeighed, pair.runs) }
      try scratch.disordered.append(
        Disorder(first: pair.first, end: written, low: pair.low, high: pair.high, byTails: byTails))
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

  private struct Pair {
    var first: Int
    var low: UInt32 = 0
    var high: UInt32 = 0
    var items = 0
    var runs = 0
    var ascending = true

    func has(_ run: Run) -> Bool { run.before >= low && run.before < high }
  }

  /// Reads the runs of one section of `after` and joins adjacent ones.
  private mutating func surveySection(_ section: Int, _ read: inout Int, _ written: inout Int) -> Pair {
    var pair = Pair(first: written)
    let partner = beforeOfAfter[section]
    if partner != noIndex {
      pair.low = beforeStarts[Int(partner)]
      pair.high = beforeStarts[Int(partner) + 1]
    }
    let end = afterStarts[section + 1]
    var rising = pair.low
    guard let runs = unsafe runs.pointer else { return pair }
    // The last run that was written.
    var last = Run(before: 0, after: 0, count: 0)
    var (from, to) = (read, written)
    while from < self.runs.count {
      let run = unsafe runs[from]
      if run.after >= end { break }
      from &+= 1
      let isInside = pair.has(run)
      if isInside {
        if run.before < rising { pair.ascending = false }
        rising = run.before &+ run.count
        pair.items &+= Int(run.count)
      }
      if last.before &+ last.count == run.before, last.count > 0, touches(last, run) {
        last.count &+= run.count
        unsafe runs[to &- 1].count = last.count
        continue
      }
      if isInside { pair.runs &+= 1 }
      if to < from &- 1 { unsafe runs[to] = run }
      to &+= 1
      last = run
    }
    read = from
    written = to
    return pair
  }

  /// Whether two consecutive runs of one section of `after` are adjacent in one section of `before`.
  private func touches(_ left: Run, _ right: Run) -> Bool {
    if left.before + left.count != right.before { return false }
    if left.after + left.count != right.after { return false }
    let section = Correspondence.section(of: right.before, in: beforeStarts)
    return beforeStarts[section] != right.before
  }

  private mutating func solvePair(_ pair: Disorder, _ scratch: inout SolveScratch) {
    if pair.byTails {
      scratch.tails.removeAll()
      scratch.tails.put(&runs, pair.first..<pair.end, low: pair.low, high: pair.high)
      markChain(endingAt: scratch.tails.longest, pair.first, pair.end)
    } else {
      scratch.heaviest.removeAll()
      for i in pair.first..<pair.end {
        let run = runs[i]
        if run.before < pair.low || run.before >= pair.high { continue }
        scratch.heaviest.push(run: i, before: run.before, weight: UInt64(run.count))
      }
      let last = scratch.heaviest.solve(&runs)
      markChain(endingAt: last, pair.first, pair.end)
    }
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
