// The entry of a commit in the history of its list: a step, or the items that the steps beside it pass over. A commit
// that adds neither, and changes something, empties the history.

struct HistoryEntry: ~Copyable {
  var step: Box<UndoStep>? = nil
  /// If the commit is no step and only inserts items: those, and then what the steps on both sides pass over.
  var inserted: Buffer<PassedRange>? = nil
  var passedByUndo = Buffer<PassedRange>()
  var passedByRedo = Buffer<PassedRange>()

  init() {}
}

extension HistoryEntry {
  /// Makes the step out of a changeset with payload, and retains its models. Nothing but memory can be refused
  /// afterwards, and then the step is dropped with no lock held (List+Commit).
  @_optimize(size) mutating func makeStep<Source: ChangesetSource & ~Copyable>(
    _ made: inout Changeset, takingPayload: Bool, of source: borrowing Source,
    _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    var models = PayloadModels()
    try models.fill(from: source, made, arrangement)
    let copy = try made.copyForStep(takingPayload: takingPayload)
    step = try Box(UndoStep(copy, models))
    step?.value.retainModels()
  }
}

extension Changeset {
  /// A copy with correspondence and payload; it may take the payload away instead of copying it.
  @_optimize(size) fileprivate mutating func copyForStep(takingPayload: Bool) throws(Refusal) -> Changeset {
    var copy = try Changeset(summary, reload: reload, duplicates: DuplicateCounts())
    copy.correspondence = Correspondence()
    try copy.correspondence.copy(correspondence)
    if takingPayload {
      swap(&copy.payload, &payload)
    } else {
      try copy.payload.copy(payload)
    }
    return copy
  }
}

extension Correspondence {
  fileprivate mutating func copy(_ other: borrowing Correspondence) throws(Refusal) {
    try beforeStarts.copy(other.beforeStarts)
    try afterStarts.copy(other.afterStarts)
    try afterOfBefore.copy(other.afterOfBefore)
    try beforeOfAfter.copy(other.beforeOfAfter)
    try sectionStays.copy(other.sectionStays)
    try runs.copy(other.runs)
    try updates.copy(other.updates)
    try sectionUpdates.copy(other.sectionUpdates)
    try supplementaries.copy(other.supplementaries)
  }
}

extension Changeset.Payload {
  fileprivate mutating func copy(_ other: borrowing Changeset.Payload) throws(Refusal) {
    try before.copy(other.before)
    try after.copy(other.after)
    try updated.copy(other.updated)
    isScoped = other.isScoped
    isKept = other.isKept
  }
}
