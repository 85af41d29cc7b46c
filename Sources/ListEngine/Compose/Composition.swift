// Composes two successive changesets to one, from the first one's `before` to the second one's `after`.
//
//     first     1 2 3 4    ->  1 3 4' 5          deleted 2, inserted 5, updated 4
//     second    1 3 4' 5   ->  2 4'' 1           deleted 3 and 5, inserted 2, updated 4, moved 1
//     both      1 2 3 4    ->  2 4'' 1           deleted 3, updated 4, 2 and 1 stay or move
//
//     1. sections         by key: one that is deleted and inserted again is matched
//     2. runs             items matched in both: where their runs overlap in the middle state
//     3. items            the records of both, merged by their number in the middle state; one that
//                         the first deletes and the second inserts again is matched
//     4. supplementaries  likewise
//
// `stays` is then solved again: a move and its reverse may cancel out.

extension Changeset {
  /// The changeset that does this and then `second`. Refuses `noPayload`, `scope`, and `mismatch` if `second`
  /// does not start from the state that this ends with. O(k log k + s).
  @_optimize(size) public borrowing func composed(with second: borrowing Changeset) throws(Refusal)
    -> Changeset
  {
    try checkPayload()
    try second.check(isScoped: payload.isScoped)
    try checkMiddle(second)
    let composition = try Box(making: { Composition() })
    try composition.value.joinSections(self, second)
    try composition.value.joinRuns(self, second)
    try composition.value.joinItems(self, second)
    try composition.value.joinSupplementaries(self, second)
    var counts = duplicates
    // The counts are arbitrary after repeated composition or decoding: saturate instead of overflowing.
    counts.dropped = min(counts.dropped, Int.max - second.duplicates.dropped) + second.duplicates.dropped
    counts.numbered = min(counts.numbered, Int.max - second.duplicates.numbered) + second.duplicates.numbered
    var result = try composition.value.result.solved(
      reload: reload != Reload.no ? reload : second.reload, counts)
    if keys.areKept && second.keys.areKept {
      try result.copyKeys(before: keys.before, after: second.keys.after, isScoped: keys.isScoped)
    }
    return result
  }

  /// Checks that the sections of the two middle states agree.
  private func checkMiddle(_ second: borrowing Changeset) throws(Refusal) {
    let (left, right) = (payload.after.sections.count, second.payload.before.sections.count)
    for i in 0..<max(left, right) {
      if i < min(left, right), payload.after.sections[i] == second.payload.before.sections[i],
        correspondence.afterStarts[i + 1] == second.correspondence.beforeStarts[i + 1]
      {
        continue
      }
      throw Refusal(
        i < right ? .mismatch : .surplus,
        section: i < right ? second.payload.before.sections[i] : payload.after.sections[i],
        position: Position(section: UInt32(i), item: noIndex))
    }
  }
}

/// The working state of a composition.
struct Composition: ~Copyable {
  var result = ChangesetBuilder()
  var records = Buffer<ChangeRecord>()
  var mergedRecords = Buffer<MergedRecord>()
  /// Records or merged records in order: sort value in the high half, number in the low half.
  var order = Buffer<UInt64>()
}

extension Composition {
  // MARK: 1. Sections

  @_optimize(size) mutating func joinSections(
    _ first: borrowing Changeset, _ second: borrowing Changeset
  ) throws(Refusal) {
    result.payload.isKept = true
    result.payload.isScoped = first.payload.isScoped
    try result.payload.before.sections.copy(first.payload.before.sections)
    try result.payload.after.sections.copy(second.payload.after.sections)
    try result.correspondence.beforeStarts.copy(first.correspondence.beforeStarts)
    try result.correspondence.afterStarts.copy(second.correspondence.afterStarts)
    try result.correspondence.afterOfBefore.resize(to: result.payload.before.sections.count, filling: noIndex)
    try result.correspondence.beforeOfAfter.resize(to: result.payload.after.sections.count, filling: noIndex)
    let scope = KeyScope.list
    var deleted = KeyIndex()
    try deleted.reserve(result.payload.before.sections.count)
    for section in 0..<result.payload.before.sections.count {
      let between = first.correspondence.afterOfBefore[section]
      if between == noIndex {
        deleted.insert(scope.fingerprint(result.payload.before.sections[section]), UInt32(section))
        continue
      }
      let after = second.correspondence.afterOfBefore[Int(between)]
      if after != noIndex { pair(UInt32(section), after) }
    }
    for section in 0..<result.payload.after.sections.count
    where second.correspondence.beforeOfAfter[section] == noIndex {
      let key = result.payload.after.sections[section]
      let reinserted = deleted.find(scope.fingerprint(key)) {
        result.payload.before.sections[Int($0)] == key
      }
      if let reinserted { pair(reinserted, UInt32(section)) }
    }
    try joinSectionUpdates(first, second)
  }

  private mutating func pair(_ before: UInt32, _ after: UInt32) {
    result.correspondence.afterOfBefore[Int(before)] = after
    result.correspondence.beforeOfAfter[Int(after)] = before
  }

  /// A section is marked for reload if either changeset marks it.
  @_optimize(size) private mutating func joinSectionUpdates(
    _ first: borrowing Changeset, _ second: borrowing Changeset
  ) throws(Refusal) {
    var marked = try Buffer<UInt8>(repeating: 0, count: result.payload.after.sections.count)
    for i in 0..<first.correspondence.sectionUpdates.count {
      let after = second.correspondence.afterOfBefore[Int(first.correspondence.sectionUpdates[i])]
      if after != noIndex { marked[Int(after)] = 1 }
    }
    for i in 0..<second.correspondence.sectionUpdates.count {
      marked[Int(second.correspondence.sectionUpdates[i])] = 1
    }
    for section in 0..<marked.count
    where marked[section] != 0 && result.correspondence.beforeOfAfter[section] != noIndex {
      try result.correspondence.sectionUpdates.append(UInt32(section))
    }
  }

  // MARK: 2. Runs

  /// Appends in the order of the middle state; `joinItems` sorts them.
  @_optimize(size) mutating func joinRuns(_ first: borrowing Changeset, _ second: borrowing Changeset)
    throws(Refusal)
  {
    let order = try BeforeOrder(second.correspondence.runs)
    var i = 0
    var j = 0
    while i < first.correspondence.runs.count && j < second.correspondence.runs.count {
      let left = first.correspondence.runs[i]
      let right = second.correspondence.runs[order[j]]
      let low = max(left.after, right.before)
      let high = min(left.after + left.count, right.before + right.count)
      if low < high {
        try result.correspondence.runs.append(
          Run(
            before: left.before + (low - left.after), after: right.after + (low - right.before),
            count: high - low))
      }
      // Advance the run that ends first.
      if left.after + left.count <= right.before + right.count { i += 1 } else { j += 1 }
    }
  }
}
