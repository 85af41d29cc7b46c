// The items inserted by a commit that is no step and does nothing else: the steps of the history pass over them. It may
// not put an item above one that was there:
//
//     levels   0 2          1 inserted between them would be the parent of 2

extension Summary {
  /// Whether items are inserted and nothing else happens. Moves must be counted.
  fileprivate var onlyInsertsItems: Bool {
    itemInserts != 0 && changedItems == itemInserts && !changesSections && sectionUpdates == 0
      && supplementaryDeletes == 0 && supplementaryInserts == 0 && supplementaryUpdates == 0
  }
}

extension HistoryEntry {
  /// Finds them by section, unless the commit does something else.
  @_optimize(size) mutating func findInserted<Source: ChangesetSource & ~Copyable>(
    _ changes: Summary, _ correspondence: borrowing Correspondence, of source: borrowing Source,
    _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    if !changes.onlyInsertsItems { return }
    var inserted = Buffer<PassedRange>()
    // The level of the item behind each of them; 0 if there is none.
    var levels = Buffer<UInt16>()
    var run = 0
    for section in 0..<correspondence.afterSectionCount {
      var flat = correspondence.afterStarts[section]
      let end = correspondence.afterStarts[section + 1]
      while flat < end {
        let next = run < correspondence.runs.count ? correspondence.runs[run].after : end
        if flat == next {
          flat += correspondence.runs[run].count
          run += 1
          continue
        }
        let stop = min(next, end)
        try inserted.append(PassedRange(first: flat, count: stop - flat))
        try levels.append(
          stop == end ? 0 : arrangement.level(of: correspondence.runs[run], on: Source.arrangedSide))
        flat = stop
      }
    }
    var (range, done): (Int, UInt32) = (0, 0)
    var isAbove = false
    try source.forEachUnmatched(on: .after, correspondence, arrangement) { _, values in
      if values.level < levels[range] { isAbove = true }
      done += 1
      if done == inserted[range].count { (range, done) = (range + 1, 0) }
    }
    if !isAbove { self.inserted = consume inserted }
  }
}

extension Arrangement {
  /// The level of the first item of a run.
  fileprivate func level(of run: Run, on side: Side) -> UInt16 {
    let location = location(ofItem: Int(side == .before ? run.before : run.after))
    return leaf(location.leaf).level(location.offset)
  }
}

extension HistoryEntry {
  /// Finds what the steps of `history` pass over after the commit, before it: nothing can fail after it.
  @_optimize(size) mutating func passOverInserted(by history: borrowing UndoHistory) throws(Refusal) {
    guard let inserted = self.inserted.take() else { return }
    if !history.undoable.isEmpty { passedByUndo = try history.undoable.last.passed.joining(inserted) }
    if !history.redoable.isEmpty { passedByRedo = try history.redoable.first.passed.joining(inserted) }
    self.inserted = consume inserted
  }
}
