// A description of the content that a list should have, built step by step.
//
//     Snapshot ─┬─ change  held by the current change; a second one gets busy
//               ├─ lock    many readers, or the change while it writes
//               └─ body    the arrangement, an index that is built on first use, marks
//
//     change    ├── retain ──┤ write ├── retain ──┤ release
//     lock      readers are admitted │ none  │  readers are admitted
//
// Host callbacks run outside `lock`, and those that retain run within `change`. A callback may therefore read
// the snapshot, and no other change comes between the rewriting of a leaf and the retaining of its models.
//
// Duplicate items may be inserted: they are detected and resolved when the index is built
// (SnapshotState+Index). Duplicate section keys are detected at once.

public struct SnapshotOptions: BitwiseCopyable, Sendable {
  public var duplicates = Duplicates.refuse
  public var dropsEmptySections = false

  public init() {}

  var isScoped: Bool { duplicates == Duplicates.scope }
}

/// An item that the host explicitly marked for an update.
struct ItemMark: BitwiseCopyable {
  var key: Key
  /// Set only if keys are scoped.
  var section: Key
  var reloads: UInt32
}

/// The list that a snapshot was taken of, and the commit whose state it is.
struct SnapshotOrigin: BitwiseCopyable {
  var list: UInt64
  var commit: UInt64
}

struct SnapshotState: ~Copyable {
  var arrangement: Arrangement
  /// Nil if it is not, or is no longer, a committed state of a list.
  var origin: SnapshotOrigin? = nil
  var index = LeafIndex()
  var marks = Buffer<ItemMark>()
  var duplicates = DuplicateCounts()
  /// If the latest section was a duplicate, the section that was kept: items without a section are appended
  /// to it. Otherwise `noIndex`: they are appended to the last section.
  var current = SectionID.noIndex

  init(_ arrangement: consuming Arrangement) { self.arrangement = arrangement }
}

public struct Snapshot: ~Copyable {
  public let options: SnapshotOptions
  private let change = Mutex(.snapshotChange, knowsOwner: true)
  let lock = ReadWriteLock()
  let body: InlineBox<SnapshotState>

  public init(_ options: SnapshotOptions, leafCapacity: Int = Leaf.largest, fanOut: Int = 64) {
    self.init(options, Arrangement(leafCapacity: leafCapacity, fanOut: fanOut))
  }

  init(_ options: SnapshotOptions, _ arrangement: consuming Arrangement) {
    self.options = options
    body = InlineBox(SnapshotState(arrangement))
  }

  /// Another snapshot that shares the leaves; its index is built again on first use.
  public func copy() throws(Refusal) -> Snapshot {
    lock.beginRead()
    defer { lock.endRead() }
    let copy = try Snapshot(options, body.value.arrangement.copy())
    try copy.body.value.marks.reserve(body.value.marks.count)
    copy.body.value.marks.append(contentsOf: body.value.marks)
    copy.body.value.duplicates = body.value.duplicates
    copy.body.value.current = body.value.current
    copy.body.value.origin = body.value.origin
    return copy
  }

  // MARK: Access

  @inline(__always) func read<Result: ~Copyable>(
    _ work: (borrowing SnapshotState) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    lock.beginRead()
    defer { lock.endRead() }
    return try work(body.value)
  }

  /// Reads with the index built, so that every key is unique.
  func readIndexed<Result: ~Copyable>(
    _ work: (borrowing SnapshotState) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    while true {
      lock.beginRead()
      if body.value.index.isMade {
        defer { lock.endRead() }
        return try work(body.value)
      }
      lock.endRead()
      if try !makeIndex() { return try work(indexedCopy()) }
    }
  }

  /// Calls `work`, and if that refuses a duplicate which the policy resolves, once more with the index built, which
  /// resolves it. To build the index of each snapshot would cost more, and within `work` its lock may not be waited for.
  func resolvingDuplicates<Result: ~Copyable>(
    _ work: (_ indexed: Bool) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    do throws(Refusal) { return try work(false) } catch {
      if error.kind.code != Refusal.Kind.duplicate.code || Duplicates.areRefused(options.duplicates) {
        throw error
      }
      return try work(true)
    }
  }

  /// Waits for a change on another thread, except inside a callback, because the other thread may be inside
  /// one too: then it returns false.
  private func makeIndex() throws(Refusal) -> Bool {
    guard HostCall.isUnderWay ? change.tryLock() : change.lock(inOrder: false) else { return false }
    var releases = PendingReleases()
    defer { releases.releaseAll() }
    defer {
      releases.retainShared()
      change.unlock()
    }
    lock.beginWrite()
    defer { lock.endWrite() }
    try body.value.makeIndex(options, &releases)
    return true
  }

  /// For a callback that must not wait: a copy of the present state that only the calling thread sees.
  private func indexedCopy() throws(Refusal) -> SnapshotState {
    var copy = try SnapshotState(read { body throws(Refusal) in try body.arrangement.copy() })
    var releases = PendingReleases()
    defer {
      releases.retainShared()
      releases.releaseAll()
    }
    try copy.makeIndex(options, &releases)
    return copy
  }

  /// Refuses `busy` during another change, or while another thread reads. What the change removes is released
  /// after all locks.
  func edit<Result>(
    indexed: Bool = false, retaining models: consuming ModelReferences = ModelReferences(),
    _ work: (inout SnapshotState, inout PendingReleases) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    var releases = PendingReleases()
    defer { releases.releaseAll() }
    return try edit(indexed: indexed, retaining: models, &releases, work)
  }

  /// Like `edit`, but the caller releases what is removed; `models`, the new ones, are added to it on
  /// failure.
  func edit<Result>(
    indexed: Bool = false, retaining models: consuming ModelReferences = ModelReferences(),
    _ releases: inout PendingReleases,
    _ work: (inout SnapshotState, inout PendingReleases) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    try beginEdit()
    defer { endEdit(&releases) }
    return try write(indexed: indexed, retaining: models, &releases, work)
  }

  /// Like `edit` with the index built, but `models` finds the new models in the present state. They are retained while
  /// readers are admitted.
  func edit<Result>(
    models: (borrowing SnapshotState) throws(Refusal) -> ModelReferences,
    work: (inout SnapshotState, inout PendingReleases) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    var releases = PendingReleases()
    defer { releases.releaseAll() }
    try beginEdit()
    defer { endEdit(&releases) }
    try beginWrite(indexed: true, &releases)
    lock.endWrite()
    return try write(indexed: false, retaining: read(models), &releases, work)
  }

  private func write<Result>(
    indexed: Bool, retaining models: consuming ModelReferences, _ releases: inout PendingReleases,
    _ work: (inout SnapshotState, inout PendingReleases) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    models.retainAll()
    do throws(Refusal) {
      try beginWrite(indexed: indexed, &releases)
      defer { lock.endWrite() }
      let result = try work(&body.value, &releases)
      body.value.origin = nil
      return result
    } catch {
      releases.returned = models
      throw error
    }
  }

  @inline(never) private func beginWrite(indexed: Bool, _ releases: inout PendingReleases) throws(Refusal) {
    guard lock.tryBeginWrite() else { throw Refusal(.snapshotBusy) }
    if !indexed { return }
    do throws(Refusal) { try body.value.makeIndex(options, &releases) } catch {
      lock.endWrite()
      throw error
    }
  }

  private func beginEdit() throws(Refusal) {
    guard change.tryLock() else { throw Refusal(.snapshotBusy) }
  }

  @inline(never) private func endEdit(_ releases: inout PendingReleases) {
    releases.retainShared()
    change.unlock()
  }
}
