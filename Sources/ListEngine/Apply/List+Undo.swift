// Goes back and forth through the steps of a list (UndoHistory). Each way is an ordinary update, to what the
// step's changeset, or its inverse, makes of the present state:
//
//     undo     inverse ─► update          items that the step deleted or updated get the models they had; all
//     redo     a copy ─► update           others keep theirs
//
// The steps fit: every other commit is a step too, or empties the history, or only inserts items, which the steps pass
// over. A step that does so is first rebased onto the present, and stays in the history as that (Rebase).

extension List {
  /// Keeps steps of so many bytes from now on; 0 keeps none. Refuses `busy` while an edit is open.
  @_optimize(size) public func setUndo(bytes: Int) throws(Refusal) {
    try change(.withoutEdit) { change throws(Refusal) in
      try write { _ throws(Refusal) in
        if bytes != 0 { try history.make { UndoHistory(limit: bytes) } }
        if !history.isMade { return }
        history.value.setLimit(bytes, &change.droppedSteps)
        if bytes == 0 { history.discard() }
      }
    }
  }

  /// How many bytes of steps are kept at most, and how many there are.
  public var undoBytes: (limit: Int, used: Int) {
    read { _ in
      if !history.isMade { return (0, 0) }
      return (history.value.limit, history.value.undoable.bytes + history.value.redoable.bytes)
    }
  }

  /// How many steps can be undone, and redone.
  public func undoSteps() throws(Refusal) -> (undo: Int, redo: Int) {
    try read { _ throws(Refusal) in
      history.isMade ? (history.value.undoable.count, history.value.redoable.count) : (0, 0)
    }
  }

  /// Refuses `notFound` if there is no step. On failure the step stays.
  public func undo(_ options: UpdateOptions, wantsChangeset: Bool) throws(Refusal) -> Changeset? {
    try take(.undo, options.within(UpdateEventFlags.undone), wantsChangeset: wantsChangeset)
  }

  public func redo(_ options: UpdateOptions, wantsChangeset: Bool) throws(Refusal) -> Changeset? {
    try take(.redo, options.within(UpdateEventFlags.redone), wantsChangeset: wantsChangeset)
  }

  @inline(never) @_optimize(size) private func take(
    _ direction: UndoDirection, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    var blocks = NewBlocks()
    return try change(.withoutEdit) { change throws(Refusal) in
      try takeStep(direction, &change, &blocks, options, wantsChangeset: wantsChangeset)
    }
  }

  @inline(never) @_optimize(size) private func takeStep(
    _ direction: UndoDirection, _ change: inout ListChange, _ blocks: inout NewBlocks,
    _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    if !history.isMade || history.value.count(direction) == 0 {
      throw Refusal(direction == .undo ? .noUndo : .noRedo)
    }
    let step = try history.value.next(direction)
    let passed = try history.value.passedByNext(direction)
    if passed.isEmpty {
      let changeset = try carryOutStep(
        &change, step.changeset, step.models, options, &blocks, wantsChangeset: wantsChangeset)
      write { _ in history.value.didTake(direction) }
      return changeset
    }
    var rebased = try Rebase(step.changeset, passing: passed, state.value).build(
      step.changeset, step.models, older: try history.value.passedByNextButOne(direction),
      state.value.arrangement)
    var replacement: Box<UndoStep>? = try Box(
      direction == .undo
        ? .inverse(of: rebased.changeset, rebased.models) : .copy(of: rebased.changeset, rebased.models))
    let changeset = try carryOutStep(
      &change, rebased.changeset, rebased.models, options, &blocks, wantsChangeset: wantsChangeset)
    replacement?.value.retainModels()
    write { _ in
      history.value.didTake(direction, &replacement, passing: &rebased.passed, &change.droppedSteps)
    }
    return changeset
  }

  /// Updates the list to what a step makes of it, with the step's marks.
  @inline(never) @_optimize(size) private func carryOutStep(
    _ change: inout ListChange, _ step: borrowing Changeset, _ models: borrowing PayloadModels,
    _ options: UpdateOptions, _ blocks: inout NewBlocks, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    var options = options
    if step.reload != Reload.no { options.reloads = true }
    return try carryOut(&change, step, models, options, &blocks, wantsChangeset: wantsChangeset) {
      scratch throws(Refusal) in try scratch.mark(step.correspondence)
    }
  }
}

extension UpdateOptions {
  fileprivate func within(_ flag: UInt32) -> UpdateOptions {
    var options = self
    options.isWithinHistory = true
    options.eventFlags |= flag
    return options
  }
}

extension UpdateScratch {
  /// Marks what the host had marked, so that the update says the same of it. The marks of items follow from
  /// the updates, also those of marked sections.
  @_optimize(size) fileprivate mutating func mark(_ step: borrowing Correspondence) throws(Refusal) {
    try matcher.pairing.after.markedSections.copy(step.sectionUpdates)
    marks.removeAll()
    for u in 0..<step.updates.count {
      let update = step.updates[u]
      if update.flags & ChangeFlags.byMark == 0 { continue }
      try marks.reserve(extra: Int(update.count))
      for i in 0..<update.count {
        marks.push(Mark(flat: update.after + i, reloads: update.flags & ChangeFlags.reload != 0 ? 1 : 0))
      }
    }
  }
}
