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

@safe struct UndoStep: ~Copyable {
  let changeset: Changeset
  let models: PayloadModels
  /// The items that the step passes over, as positions of the state at its end that faces the present.
  fileprivate(set) var passed = Buffer<PassedRange>()
  private let ownBytes: Int
  fileprivate var ownsModels = false

  /// While it is in a chain.
  @unsafe fileprivate var older: UnsafeMutablePointer<UndoStep>? = nil
  @unsafe fileprivate var newer: UnsafeMutablePointer<UndoStep>? = nil

  init(_ changeset: consuming Changeset, _ models: consuming PayloadModels) {
    ownBytes =
      MemoryLayout<UndoStep>.size + MemoryLayout<Changeset.Contents>.size + changeset.correspondence.bytes
      + changeset.payload.bytes + models.bytes
    self.changeset = changeset
    self.models = models
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

/// Steps in the order of their commits. Adding and removing one allocates nothing.
@safe struct UndoSteps: ~Copyable {
  private var oldest: UnsafeMutablePointer<UndoStep>? = nil
  private var newest: UnsafeMutablePointer<UndoStep>? = nil
  private(set) var count = 0
  private(set) var bytes = 0

  init() {}

  /// Calls the host, so no lock may be held.
  deinit {
    var next = unsafe oldest
    while let step = unsafe next {
      unsafe next = step.pointee.newer
      _ = unsafe Box(owning: step)
    }
  }

  var isEmpty: Bool { count == 0 }

  mutating func append(_ step: consuming Box<UndoStep>) {
    let added = unsafe step.release()
    count += 1
    unsafe bytes += added.pointee.bytes
    unsafe added.pointee.older = newest
    unsafe added.pointee.newer = nil
    if let newest = unsafe newest { unsafe newest.pointee.newer = added } else { unsafe oldest = added }
    unsafe newest = added
  }

  mutating func prepend(_ step: consuming Box<UndoStep>) {
    let added = unsafe step.release()
    count += 1
    unsafe bytes += added.pointee.bytes
    unsafe added.pointee.newer = oldest
    unsafe added.pointee.older = nil
    if let oldest = unsafe oldest { unsafe oldest.pointee.older = added } else { unsafe newest = added }
    unsafe oldest = added
  }

  mutating func popOldest() -> Box<UndoStep>? {
    guard let taken = unsafe oldest else { return nil }
    unsafe oldest = taken.pointee.newer
    if let oldest = unsafe oldest { unsafe oldest.pointee.older = nil } else { unsafe newest = nil }
    return unsafe removed(taken)
  }

  mutating func popNewest() -> Box<UndoStep>? {
    guard let taken = unsafe newest else { return nil }
    unsafe newest = taken.pointee.older
    if let newest = unsafe newest { unsafe newest.pointee.newer = nil } else { unsafe oldest = nil }
    return unsafe removed(taken)
  }

  private mutating func removed(_ step: UnsafeMutablePointer<UndoStep>) -> Box<UndoStep> {
    count -= 1
    unsafe bytes -= step.pointee.bytes
    return unsafe Box(owning: step)
  }

  /// Replaces what the newest, or the oldest, step passes over; without a step nothing.
  mutating func replacePassedByNewest(_ ranges: inout Buffer<PassedRange>) {
    if let newest = unsafe newest { unsafe replacePassed(by: newest, &ranges) }
  }
  mutating func replacePassedByOldest(_ ranges: inout Buffer<PassedRange>) {
    if let oldest = unsafe oldest { unsafe replacePassed(by: oldest, &ranges) }
  }

  @unsafe private mutating func replacePassed(
    by step: UnsafeMutablePointer<UndoStep>, _ ranges: inout Buffer<PassedRange>
  ) {
    unsafe bytes -= step.pointee.bytes
    unsafe step.pointee.replacePassed(&ranges)
    unsafe bytes += step.pointee.bytes
  }

  /// What the step beside the newest, or the oldest, one passes over; without such a step nothing.
  func passedBeforeNewest() throws(Refusal) -> Buffer<PassedRange> {
    unsafe try passed(by: newest?.pointee.older)
  }
  func passedAfterOldest() throws(Refusal) -> Buffer<PassedRange> {
    unsafe try passed(by: oldest?.pointee.newer)
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
    var next = unsafe oldest
    while let step = unsafe next {
      unsafe body(step.pointee)
      unsafe next = step.pointee.newer
    }
  }

  /// The steps at the ends; there must be one.
  var first: UndoStep { _read { yield unsafe oldest.unsafelyUnwrapped.pointee } }
  var last: UndoStep { _read { yield unsafe newest.unsafelyUnwrapped.pointee } }
}
