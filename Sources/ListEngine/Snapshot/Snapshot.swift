// A description of what a list should show, built step by step.
//
//     Snapshot ─┬─ change  held by the one change that is under way: another is busy
//               ├─ lock    many readers, or the change while it writes
//               └─ body    the arrangement; an index, made at the first need of it; marks
//
//     change    ├── retain ──┤ write ├── retain ──┤ release
//     lock      readers come and go  │ none  │  readers come and go
//
// Host functions run outside of `lock`, and those that retain within `change`: a snapshot may be read from
// inside of them, and no other change of it comes between a leaf's rewriting and the retaining of its models.
//
// Items may be given twice: whether they were shows when the index is made (SnapshotState+Index), and is
// dealt with there. Keys of sections are checked at once.

public struct SnapshotOptions: BitwiseCopyable, Sendable {
  public var duplicates = Duplicates.refuse
  public var dropsEmptySections = false

  public init() {}

  var isScoped: Bool { duplicates == Duplicates.scope }
}

/// An item that is to be updated whatever it looks like.
struct ItemMark: BitwiseCopyable {
  var key: Key
  /// Only where keys are scoped.
  var section: Key
  var reloads: UInt32
}

struct SnapshotState: ~Copyable {
  var arrangement: Arrangement
  var index = LeafIndex()
  var marks = Buffer<ItemMark>()
  var duplicates = DuplicateCounts()
  /// Where the section given last was a duplicate, the one that stayed: items that name no section go to
  /// it. Else `noIndex`: they go to the last one.
  var current = noIndex

  init(_ arrangement: consuming Arrangement) { self.arrangement = arrangement }
}

public struct Snapshot: ~Copyable {
  public let options: SnapshotOptions
  private let change: Mutex
  let lock: ReadWriteLock
  let body: Box<SnapshotState>

  public init(_ options: SnapshotOptions, leafCapacity: Int = Leaf.largest, fanOut: Int = 64) throws(Refusal)
  {
    try self.init(options, Arrangement(leafCapacity: leafCapacity, fanOut: fanOut))
  }

  init(_ options: SnapshotOptions, _ arrangement: consuming Arrangement) throws(Refusal) {
    let change = try Mutex(knowsOwner: true)
    let lock = try ReadWriteLock(prefersWriters: false)
    let body = try Box(SnapshotState(arrangement))
    self.options = options
    self.change = change
    self.lock = lock
    self.body = body
  }

  /// Another snapshot that shares the leaves; the index is made anew where it is needed.
  public func copy() throws(Refusal) -> Snapshot {
    lock.beginRead()
    defer { lock.endRead() }
    let copy = try Snapshot(options, body.value.arrangement.copy())
    try copy.body.value.marks.reserve(body.value.marks.count)
    copy.body.value.marks.append(contentsOf: body.value.marks)
    copy.body.value.duplicates = body.value.duplicates
    copy.body.value.current = body.value.current
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

  /// Reads with the index made, and so with every key there once.
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

  /// Waits for a change on another thread. A callback does not, as that thread may be inside one too: false
  /// where it finds a change under way.
  private func makeIndex() throws(Refusal) -> Bool {
    guard HostCall.isUnderWay ? change.tryLock() : change.lock() else { return false }
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

  /// For a callback that must not wait: as the snapshot is now, seen by the calling thread alone.
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

  /// Busy while another change is under way or another thread reads. What goes is released once all is given
  /// back.
  func edit<Result>(
    indexed: Bool = false, retaining models: consuming ModelReferences = ModelReferences(),
    _ work: (inout SnapshotState, inout PendingReleases) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    var releases = PendingReleases()
    defer { releases.releaseAll() }
    return try edit(indexed: indexed, retaining: models, &releases, work)
  }

  /// The same, where the caller releases what goes; `models`, which come in, are among it if this fails.
  func edit<Result>(
    indexed: Bool = false, retaining models: consuming ModelReferences = ModelReferences(),
    _ releases: inout PendingReleases,
    _ work: (inout SnapshotState, inout PendingReleases) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    guard change.tryLock() else { throw Refusal(.busy) }
    defer {
      releases.retainShared()
      change.unlock()
    }
    models.retainAll()
    do throws(Refusal) {
      guard lock.tryBeginWrite() else { throw Refusal(.busy) }
      defer { lock.endWrite() }
      if indexed { try body.value.makeIndex(options, &releases) }
      return try work(&body.value, &releases)
    } catch {
      releases.returned = models
      throw error
    }
  }
}
