// The steps of a list that can be undone and redone, up to a number of bytes.
//
//     undoable   1 2 3 │ 4 5   redoable        undo takes 3, redo takes 4
//
//     a new step       drops 4 and 5; then the oldest go until the rest fits
//     too large        drops all the others and then goes itself: nothing before it could be reached any more
//
// A commit that only inserts items and is no step lies between two steps; both pass over its items.
//
// Steps that go are handed to the change, which releases their models with no lock held.

enum UndoDirection {
  case undo, redo
}

struct UndoHistory: ~Copyable {
  private(set) var undoable = UndoSteps()
  private(set) var redoable = UndoSteps()
  /// The most bytes that the steps may take together.
  private(set) var limit: Int

  init(limit: Int) { self.limit = limit }

  mutating func setLimit(_ bytes: Int, _ dropped: inout UndoSteps) {
    limit = bytes
    shrink(&dropped)
  }

  mutating func add(_ step: consuming Box<UndoStep>, _ dropped: inout UndoSteps) {
    dropped.take(&redoable)
    undoable.append(step)
    shrink(&dropped)
  }

  /// A commit has changed the list.
  mutating func record(_ entry: inout HistoryEntry, _ dropped: inout UndoSteps) {
    if let step = entry.step.take() {
      add(step, &dropped)
    } else if entry.inserted != nil {
      undoable.replacePassedByNewest(&entry.passedByUndo)
      redoable.replacePassedByOldest(&entry.passedByRedo)
      shrink(&dropped)
    } else {
      dropped.take(&undoable)
      dropped.take(&redoable)
    }
  }

  func count(_ direction: UndoDirection) -> Int {
    direction == .undo ? undoable.count : redoable.count
  }

  /// Makes the step that carries out the next one, which stays: its inverse, or a copy. There is a step.
  @_optimize(size) func next(_ direction: UndoDirection) throws(Refusal) -> UndoStep {
    direction == .undo
      ? try .inverse(of: undoable.last.changeset, undoable.last.models)
      : try .copy(of: redoable.first.changeset, redoable.first.models)
  }

  /// The items that the next step passes over, and those that the one behind it does.
  func passedByNext(_ direction: UndoDirection) throws(Refusal) -> Buffer<PassedRange> {
    direction == .undo ? try undoable.passedByNewest() : try redoable.passedByOldest()
  }
  func passedByNextButOne(_ direction: UndoDirection) throws(Refusal) -> Buffer<PassedRange> {
    direction == .undo ? try undoable.passedBeforeNewest() : try redoable.passedAfterOldest()
  }

  /// The step changes sides.
  mutating func didTake(_ direction: UndoDirection) {
    switch direction {
    case .undo: if let step = undoable.popNewest() { redoable.prepend(step) }
    case .redo: if let step = redoable.popOldest() { undoable.append(step) }
    }
  }

  /// The step changes sides as what it has become, and the next one passes over what is left.
  @_optimize(size) mutating func didTake(
    _ direction: UndoDirection, _ replacement: inout Box<UndoStep>?,
    passing passed: inout Buffer<PassedRange>, _ dropped: inout UndoSteps
  ) {
    switch direction {
    case .undo:
      if let step = undoable.popNewest() { dropped.append(step) }
      if let replacement = replacement.take() { redoable.prepend(replacement) }
      undoable.replacePassedByNewest(&passed)
    case .redo:
      if let step = redoable.popOldest() { dropped.append(step) }
      if let replacement = replacement.take() { undoable.append(replacement) }
      redoable.replacePassedByOldest(&passed)
    }
    shrink(&dropped)
  }

  /// Drops the steps that are farthest away: the oldest, and if only undone steps are left, the newest.
  private mutating func shrink(_ dropped: inout UndoSteps) {
    while undoable.bytes + redoable.bytes > limit {
      if let step = undoable.popOldest() {
        dropped.append(step)
      } else if let step = redoable.popNewest() {
        dropped.append(step)
      }
    }
  }
}

extension List {
  /// Changed with the update lock held and readers blocked.
  var history: LazyBox<UndoHistory> {
    _read { yield parts.value.history }
    nonmutating _modify { yield &parts.value.history }
  }
}
