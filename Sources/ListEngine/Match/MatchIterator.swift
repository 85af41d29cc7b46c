// Iterates over all matches in the order of `after`: the runs that the walk followed, merged with the staged
// items that were found.
//
//     runs      (0,2,1)   (2,3,1)                     (before, after, count)
//     staged    5, new    1: partner 3
//     matches   (3,1,1)   (0,2,1)   (2,3,1)

struct MatchIterator {
  private var nextRun = 0
  private var nextStaged = 0
  /// The staged entry of the latest match; nil if it was a run.
  private(set) var entry: Int?

  mutating func next(_ matcher: borrowing Matcher) -> Run? {
    while nextStaged < matcher.staged.count && !matcher.staged.isFound(nextStaged) { nextStaged += 1 }
    let flat = nextStaged < matcher.staged.count ? matcher.staged.flat(nextStaged) : Int.max
    if nextRun < matcher.runs.count && Int(matcher.runs[nextRun].after) < flat {
      entry = nil
      nextRun += 1
      return matcher.runs[nextRun - 1]
    }
    if flat == Int.max { return nil }
    entry = nextStaged
    nextStaged += 1
    return Run(
      before: matcher.staged.partner(nextStaged - 1), after: UInt32(truncatingIfNeeded: flat), count: 1)
  }
}
