// The other end of each move, for iterating over one side: in which section is it?
//
//     most moves     in the section with the same key: one comparison
//     others         a binary search, or, if many runs move, the section that was noted while iterating over
//                    the other side

/// The section of the other side with the same key. Without one it has no items.
struct Counterpart: BitwiseCopyable {
  var section = noIndex
  var start: UInt32 = 0
  var count: UInt32 = 0

  init(_ section: UInt32, in starts: borrowing Buffer<UInt32>) {
    if section == noIndex { return }
    self.section = section
    start = starts[Int(section)]
    count = starts[Int(section) + 1] - start
  }
}

struct MoveEnds: ~Copyable {
  /// The section of each run, if sections are noted.
  private var sectionsBefore = Buffer<UInt32>()
  private var sectionsAfter = Buffer<UInt32>()

  /// Fewer runs of so many are searched for.
  private static let fewOf = 8

  /// Notes the sections of `after`.
  init(_ correspondence: borrowing Correspondence, movingRuns: Int) throws(Refusal) {
    let sections = max(correspondence.beforeSectionCount, correspondence.afterSectionCount)
    if sections <= 1 || movingRuns < correspondence.runs.count / MoveEnds.fewOf { return }
    try sectionsBefore.reserve(correspondence.runs.count)
    try sectionsAfter.reserve(correspondence.runs.count)
    sectionsBefore.setCountWithinCapacity(correspondence.runs.count)
    for section in 0..<correspondence.afterSectionCount {
      let end = correspondence.afterStarts[section + 1]
      while sectionsAfter.count < correspondence.runs.count,
        correspondence.runs[sectionsAfter.count].after < end
      { sectionsAfter.push(UInt32(truncatingIfNeeded: section)) }
    }
  }

  @inline(__always) mutating func note(_ run: Int, inSectionOfBefore section: UInt32) {
    if !sectionsBefore.isEmpty { sectionsBefore[run] = section }
  }

  /// The position of a run in `after`.
  @inline(__always) func after(
    _ run: Run, _ i: Int, near counterpart: Counterpart, in starts: borrowing Buffer<UInt32>
  ) -> Position {
    MoveEnds.position(of: run.after, i, sectionsAfter, near: counterpart, in: starts)
  }

  /// The position of a run in `before`; the sections of all moving runs are noted.
  @inline(__always) func before(
    _ run: Run, _ i: Int, near counterpart: Counterpart, in starts: borrowing Buffer<UInt32>
  ) -> Position {
    MoveEnds.position(of: run.before, i, sectionsBefore, near: counterpart, in: starts)
  }

  @inline(__always) private static func position(
    of flat: UInt32, _ i: Int, _ sections: borrowing Buffer<UInt32>, near counterpart: Counterpart,
    in starts: borrowing Buffer<UInt32>
  ) -> Position {
    let item = flat &- counterpart.start
    if item < counterpart.count { return Position(section: counterpart.section, item: item) }
    let section = sections.isEmpty ? search(for: flat, in: starts) : sections[i]
    return Position(section: section, item: flat &- starts[Int(section)])
  }

  /// Not inlined, so that its loop takes no registers from that of the caller.
  @inline(never) private static func search(for flat: UInt32, in starts: borrowing Buffer<UInt32>) -> UInt32 {
    UInt32(truncatingIfNeeded: Correspondence.section(of: flat, in: starts))
  }
}
