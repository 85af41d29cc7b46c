// The statistics of the last update as a list keeps them: counts in half words, so that a list of few items stays
// small. No count of a list exceeds 2^31.

struct KeptStatistics: BitwiseCopyable {
  /// Those of `Summary`, in its order; `uncounted` is -1.
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
      unsafe withUnsafeMutableBytes(of: &statistics.changes) { bytes in
        for i in 0..<16 { unsafe bytes.storeBytes(of: Int(changes[i]), toByteOffset: i * 8, as: Int.self) }
      }
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
      assert(MemoryLayout<Summary>.size == 16 * 8)
      unsafe withUnsafeBytes(of: newValue.changes) { bytes in
        for i in 0..<16 {
          changes[i] = unsafe Int32(clamping: bytes.load(fromByteOffset: i * 8, as: Int.self))
        }
      }
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
