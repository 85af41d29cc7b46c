// The statistics of the last update as a list keeps them: counts in half words, so that a list of few items stays
// small. No count of a list exceeds 2^31.

struct KeptStatistics: BitwiseCopyable {
  /// The counts of `Summary` that a host can read; `uncounted` is -1.
  private var changes = InlineArray<16, Int32>(repeating: 0)
  private var reload = Reload.no
  private var duplicates = InlineArray<2, UInt32>(repeating: 0)
  /// Lookups, leaves compared, kept and written.
  private var counts = InlineArray<4, UInt32>(repeating: 0)
  private var matchNanoseconds: UInt64 = 0
  private var solveNanoseconds: UInt64 = 0
  private var prepareNanoseconds: UInt64 = 0
  private var commitNanoseconds: UInt64 = 0
  var scratchBytes = 0

  /// All but the scratch memory, which belongs to no update.
  var update: UpdateStatistics {
    get {
      var statistics = UpdateStatistics()
      statistics.changes.sectionsBefore = Int(changes[0])
      statistics.changes.sectionsAfter = Int(changes[1])
      statistics.changes.itemsBefore = Int(changes[2])
      statistics.changes.itemsAfter = Int(changes[3])
      statistics.changes.sectionDeletes = Int(changes[4])
      statistics.changes.sectionInserts = Int(changes[5])
      statistics.changes.sectionMoves = Int(changes[6])
      statistics.changes.sectionUpdates = Int(changes[7])
      statistics.changes.itemDeletes = Int(changes[8])
      statistics.changes.itemInserts = Int(changes[9])
      statistics.changes.itemMoves = Int(changes[10])
      statistics.changes.itemReloads = Int(changes[11])
      statistics.changes.itemReconfigures = Int(changes[12])
      statistics.changes.supplementaryDeletes = Int(changes[13])
      statistics.changes.supplementaryInserts = Int(changes[14])
      statistics.changes.supplementaryUpdates = Int(changes[15])
      statistics.reload = reload
      statistics.duplicates.dropped = Int(duplicates[0])
      statistics.duplicates.numbered = Int(duplicates[1])
      statistics.lookups = Int(counts[0])
      statistics.leavesCompared = Int(counts[1])
      statistics.leavesKept = Int(counts[2])
      statistics.leavesWritten = Int(counts[3])
      statistics.matchNanoseconds = matchNanoseconds
      statistics.solveNanoseconds = solveNanoseconds
      statistics.prepareNanoseconds = prepareNanoseconds
      statistics.commitNanoseconds = commitNanoseconds
      statistics.scratchBytes = scratchBytes
      return statistics
    }
    set {
      changes[0] = Int32(clamping: newValue.changes.sectionsBefore)
      changes[1] = Int32(clamping: newValue.changes.sectionsAfter)
      changes[2] = Int32(clamping: newValue.changes.itemsBefore)
      changes[3] = Int32(clamping: newValue.changes.itemsAfter)
      changes[4] = Int32(clamping: newValue.changes.sectionDeletes)
      changes[5] = Int32(clamping: newValue.changes.sectionInserts)
      changes[6] = Int32(clamping: newValue.changes.sectionMoves)
      changes[7] = Int32(clamping: newValue.changes.sectionUpdates)
      changes[8] = Int32(clamping: newValue.changes.itemDeletes)
      changes[9] = Int32(clamping: newValue.changes.itemInserts)
      changes[10] = Int32(clamping: newValue.changes.itemMoves)
      changes[11] = Int32(clamping: newValue.changes.itemReloads)
      changes[12] = Int32(clamping: newValue.changes.itemReconfigures)
      changes[13] = Int32(clamping: newValue.changes.supplementaryDeletes)
      changes[14] = Int32(clamping: newValue.changes.supplementaryInserts)
      changes[15] = Int32(clamping: newValue.changes.supplementaryUpdates)
      reload = newValue.reload
      duplicates[0] = UInt32(clamping: newValue.duplicates.dropped)
      duplicates[1] = UInt32(clamping: newValue.duplicates.numbered)
      counts[0] = UInt32(clamping: newValue.lookups)
      counts[1] = UInt32(clamping: newValue.leavesCompared)
      counts[2] = UInt32(clamping: newValue.leavesKept)
      counts[3] = UInt32(clamping: newValue.leavesWritten)
      matchNanoseconds = newValue.matchNanoseconds
      solveNanoseconds = newValue.solveNanoseconds
      prepareNanoseconds = newValue.prepareNanoseconds
      commitNanoseconds = newValue.commitNanoseconds
    }
  }
}
