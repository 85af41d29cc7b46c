// The treatment of duplicate keys in an update's input. The host's arrays may have changed since they were matched,
// and are not read again.
//
//     a section is twice           nothing was matched: all is read, and both are resolved
//     an item, in the whole list   what was matched is resolved
//     an item, in one section      which one stays depends on the whole list: that is described, and updated

extension ListUpdate {
  /// Refuses the first duplicate of the input, or resolves all of them.
  func resolveDuplicates(_ list: borrowing List, _ scratch: inout UpdateScratch) throws(Refusal) {
    let policy = scratch.duplicatePolicy
    if Duplicates.areRefused(policy) { throw try firstDuplicate(list, &scratch) }
    if let columns = scratch.matcher.pairing.after.columns, scratch.matcher.pairing.hasDuplicateSection {
      try scratch.resolved.read(resolving: scratch.matcher.pairing.after.entries(), columns, policy)
    } else if let section = scratch.matcher.pairing.before.onlySection {
      let items = try scratch.matcher.readAfter()
      try scratch.matcher.pairing.before.set(list.state.value.arrangement)
      try scratch.resolved.read(scratch.matcher.pairing.before, replacing: section, by: items)
    } else {
      try scratch.resolved.read(scratch.matcher.pairing.after, try scratch.matcher.readAfter())
    }
    try scratch.resolved.resolveDuplicates(policy)
    try scratch.describeResolved(droppingEmpty: list.options.dropsEmptySections)
  }

  /// The refusal for the first one.
  private func firstDuplicate(
    _ list: borrowing List, _ scratch: inout UpdateScratch
  ) throws(Refusal) -> Refusal {
    if !scratch.matcher.pairing.after.chunks.isEmpty || scratch.matcher.pairing.hasDuplicateSection {
      return try scratch.matcher.firstDuplicate()
    }
    try scratch.resolved.read(scratch.matcher.pairing.after, try scratch.matcher.readAfter())
    scratch.matcher.pairing.after.columns = scratch.resolved.columns
    guard let section = scratch.matcher.pairing.before.onlySection else {
      return try scratch.matcher.firstDuplicate()
    }
    return try list.state.value.firstDuplicate(
      among: scratch.resolved.columns, ofSection: section, isScoped: list.options.isScoped) ?? .duplicateItem
  }
}

extension UpdateScratch {
  /// Makes the resolved sections and items the input.
  mutating func describeResolved(droppingEmpty: Bool) throws(Refusal) {
    duplicates = resolved.counts
    try matcher.pairing.after.set(resolved.columns, resolved.sections, droppingEmpty: droppingEmpty)
  }
}
