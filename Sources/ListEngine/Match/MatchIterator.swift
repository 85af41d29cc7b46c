// Iterates over all matches in the order of `after`: the runs, merged with the staged items that were found.
//
//     runs      (4,0,1)                     (2,3,1)        (before, after, count)
//     staged              4 -> 3    1 -> 0            6: new
//     matches   (4,0,1) (3,1,1) (0,2,1)   (2,3,1)

struct MatchIterator {
  private var nextRun = 0
  private var nextStaged = 0
  /// The staged entry of the latest match; nil if it was a run.
  private(set) var entry: Int?

  mutating func next(_ matches: borrowing Matches) -> Run? {
    while nextStaged < matches.staged.count && matches.staged.isNew(nextStaged) { nextStaged += 1 }
    let flat = nextStaged < matches.staged.count ? matches.staged.flat(nextStaged) : Int.max
    if nextRun < matches.runs.count && Int(matches.runs[nextRun].after) < flat {
      entry = nil
      nextRun += 1
      return matches.runs[nextRun - 1]
    }
    if flat == Int.max { return nil }
    entry = nextStaged
    nextStaged += 1
    return Run(
      before: matches.staged.partner(nextStaged - 1), after: UInt32(truncatingIfNeeded: flat), count: 1)
  }
}
