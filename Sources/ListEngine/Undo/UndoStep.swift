// One commit of a list, kept so that it can be undone and redone: its changeset with payload, and the models
// that the commit removed or replaced and those that it put in. The step owns a reference to each of them.
//
// The changeset is a copy in memory of its own size: the one that the host receives, and the scratch memory
// that it was made in, may be much larger.
//
// Items that came beside the step are `passed`: the state at its end that faces the present has them, and the step
// does not know them (Undo/Rebase).
//
//     undoable    step: A B ─► A B C      present A x B C      passed: x
//     redoable    step: A B ─► A B C      present A x B        passed: x

@safe struct UndoStep: ~Copyable, Chained {
  let changeset: Changeset
  let models: PayloadModels
  /// The items that the step passes over, as positions of the state at its end that faces the present.
  fileprivate(set) var passed = Buffer<PassedRange>()
  private let ownBytes: Int
  fileprivate var ownsModels = false

  var links = ChainLinks<UndoStep>()

  init(_ changeset: consuming Changeset, _ models: consuming PayloadModels) {
    ownBytes =
      MemoryLayout<UndoStep>.size + MemoryLayout<Changeset.Contents>.size + changeset.correspondence.bytes
      + changeset.payload.bytes + models.bytes
    self.changeset = changeset
    self.models = models
  }

  @_optimize(size) static func inverse(of changeset: borrowing Changeset, _ models: borrowing PayloadModels)
    throws(Refusal) -> UndoStep
  {
    try UndoStep(changeset.inverse(), models.inverse(of: changeset))
  }

  static func copy(of changeset: borrowing Changeset, _ models: borrowing PayloadModels) throws(Refusal)
    -> UndoStep
  {
    try UndoStep(changeset.copy(), models.copy())
  }

  /// Without the models' own memory, which is the host's.
  var bytes: Int { ownBytes + passed.bytes }

  fileprivate mutating func replacePassed(_ ranges: inout Buffer<PassedRange>) { swap(&passed, &ranges) }

  /// Calls the host. Nothing may fail between this and the end of the change.
  mutating func retainModels() {
    models.retain(for: changeset.payload)
    ownsModels = true
  }

  /// Calls the host, so no lock may be held.
  deinit { if ownsModels { models.release(for: changeset.payload) } }
}

/// Steps in the order of their commits, which it owns. Adding and removing one allocates nothing.
@safe struct UndoSteps: ~Copyable {
  /// The oldest is the first.
  private var chain = Chain<UndoStep>()
  private(set) var bytes = 0

  init() {}

  /// Calls the host, so no lock may be held.
  @_optimize(size) deinit { unsafe chain.forEach { step in _ = unsafe Box(owning: step) } }

  var count: Int { chain.count }
  var isEmpty: Bool { chain.isEmpty }

  mutating func append(_ step: consuming Box<UndoStep>) {
    bytes += step.value.bytes
    unsafe chain.append(step.release())
  }

  mutating func prepend(_ step: consuming Box<UndoStep>) {
    bytes += step.value.bytes
    unsafe chain.prepend(step.release())
  }

  mutating func popOldest() -> Box<UndoStep>? { unsafe pop(chain.first) }
  mutating func popNewest() -> Box<UndoStep>? { unsafe pop(chain.last) }

  @unsafe private mutating func pop(_ step: UnsafeMutablePointer<UndoStep>?) -> Box<UndoStep>? {
    guard let step = unsafe step else { return nil }
    unsafe chain.remove(step)
    unsafe bytes -= step.pointee.bytes
    return unsafe Box(owning: step)
  }

  /// Replaces what the newest, or the oldest, step passes over; without a step nothing.
  mutating func replacePassedByNewest(_ ranges: inout Buffer<PassedRange>) {
    unsafe replacePassed(by: chain.last, &ranges)
  }
  mutating func replacePassedByOldest(_ ranges: inout Buffer<PassedRange>) {
    unsafe replacePassed(by: chain.first, &ranges)
  }

  @unsafe private mutating func replacePassed(
    by step: UnsafeMutablePointer<UndoStep>?, _ ranges: inout Buffer<PassedRange>
  ) {
    guard let step = unsafe step else { return }
    unsafe bytes -= step.pointee.bytes
    unsafe step.pointee.replacePassed(&ranges)
    unsafe bytes += step.pointee.bytes
  }

  /// The items that the newest, or the oldest, step passes over, or the step beside it; none without such a step.
  func passedByNewest() throws(Refusal) -> Buffer<PassedRange> { unsafe try passed(by: chain.last) }
  func passedByOldest() throws(Refusal) -> Buffer<PassedRange> { unsafe try passed(by: chain.first) }
  func passedBeforeNewest() throws(Refusal) -> Buffer<PassedRange> {
    unsafe try passed(by: chain.last?.pointee.links.previous)
  }
  func passedAfterOldest() throws(Refusal) -> Buffer<PassedRange> {
    unsafe try passed(by: chain.first?.pointee.links.next)
  }

  @unsafe private func passed(by step: UnsafeMutablePointer<UndoStep>?) throws(Refusal) -> Buffer<PassedRange>
  {
    var ranges = Buffer<PassedRange>()
    if let step = unsafe step { unsafe try ranges.copy(step.pointee.passed) }
    return ranges
  }

  /// Moves all steps of another chain behind these.
  mutating func take(_ other: inout UndoSteps) {
    while let step = other.popOldest() { append(step) }
  }

  /// Calls `body` with each step, the oldest first.
  func forEach(_ body: (borrowing UndoStep) -> Void) {
    unsafe chain.forEach { step in unsafe body(step.pointee) }
  }

  /// The steps at the ends; there must be one.
  var first: UndoStep { _read { yield unsafe chain.first.unsafelyUnwrapped.pointee } }
  var last: UndoStep { _read { yield unsafe chain.last.unsafelyUnwrapped.pointee } }
}
