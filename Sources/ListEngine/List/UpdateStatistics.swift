// The effect and the cost of the last update.

public struct UpdateStatistics: BitwiseCopyable, Sendable {
  public var changes = Summary()
  public var reload = Reload.no
  public var duplicates = DuplicateCounts()
  public var matchNanoseconds: UInt64 = 0
  public var solveNanoseconds: UInt64 = 0
  public var prepareNanoseconds: UInt64 = 0
  public var commitNanoseconds: UInt64 = 0
  public var lookups = 0
  public var leavesCompared = 0
  public var leavesKept = 0
  public var leavesWritten = 0
  /// The size of the scratch memory at the end of the last update (even a failed one) or trim.
  public var scratchBytes = 0

  /// The statistics of an edit that changed nothing.
  static func unchanged(_ arrangement: borrowing Arrangement) -> UpdateStatistics {
    var statistics = UpdateStatistics()
    statistics.changes.sectionsBefore = arrangement.sectionCount
    statistics.changes.sectionsAfter = arrangement.sectionCount
    statistics.changes.itemsBefore = arrangement.count
    statistics.changes.itemsAfter = arrangement.count
    statistics.changes.sectionMoves = Summary.uncounted
    statistics.changes.itemMoves = Summary.uncounted
    return statistics
  }

  /// Writes one line at level INFO, and one with the phases at DEBUG.
  func log() {
    Log.write(.info) { line in
      line.append("update: ")
      line.append(changes.itemsAfter)
      line.append(" items in ")
      line.append(changes.sectionsAfter)
      line.append(" sections: ")
      line.append(changes.itemInserts)
      line.append(" inserted, ")
      line.append(changes.itemDeletes)
      line.append(" deleted, ")
      if changes.itemMoves != Summary.uncounted {
        line.append(changes.itemMoves)
        line.append(" moved, ")
      }
      line.append(changes.itemReloads + changes.itemReconfigures)
      line.append(" updated; ")
      line.append(
        (matchNanoseconds &+ solveNanoseconds &+ prepareNanoseconds &+ commitNanoseconds) / 1000)
      line.append(" us")
    }
    Log.write(.debug) { line in
      line.append("phases: match ")
      line.append(matchNanoseconds / 1000)
      line.append(" us (")
      line.append(lookups)
      line.append(" lookups), prepare ")
      line.append(prepareNanoseconds / 1000)
      line.append(" us, solve ")
      line.append(solveNanoseconds / 1000)
      line.append(" us, commit ")
      line.append(commitNanoseconds / 1000)
      line.append(" us; leaves kept ")
      line.append(leavesKept)
      line.append(", written ")
      line.append(leavesWritten)
    }
  }
}
