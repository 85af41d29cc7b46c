// Resolves the duplicates of an update in place.

extension UpdateScratch {
  /// Resolves the duplicates in what was read of the input, which becomes the input.
  mutating func settleDuplicates(dropsEmptySections: Bool) throws(Refusal) {
    var starts = Buffer<UInt32>()
    try starts.copy(matcher.pairing.after.starts)
    duplicates = try settled.settle(duplicatePolicy, &starts)
    matcher.pairing.after.replaceItems(settled.columns, starts: starts, droppingEmpty: dropsEmptySections)
  }
}
