// The result of a diff: the correspondence, from which each dialect is derived on first use and then kept. A
// changeset appears immutable to the threads that share it: each derived array is created once, under the
// lock. Its copies share the contents, which the last of them gives back to the pool.

import CPlatform

/// How many items with duplicate keys were dropped, and how many were given new keys.
public struct DuplicateCounts: BitwiseCopyable, Sendable {
  public var dropped = 0
  public var numbered = 0

  public init() {}
}

@safe public struct Changeset: ~Copyable, Handled {
  public static var handleKind: HandleKind { .changeset }

  /// An array that is created on first use.
  struct LazyArray<Element: BitwiseCopyable>: ~Copyable {
    var isMade = false
    var buffer = Buffer<Element>()
  }

  struct Derived: ~Copyable {
    var batch = LazyArray<Change>()
    var steps = Steps()
    var flatSteps = Steps()
    var splices = LazyArray<Splice>()
    var splicesWithoutUpdates = LazyArray<Splice>()
    var afterOfBefore = LazyArray<UInt32>()
    var beforeOfAfter = LazyArray<UInt32>()
    /// Lookup structures for positions of `before` and for keys, each created on first use.
    var isOrdered = false
    var beforeOrder = BeforeOrder()
    var isIndexed = false
    var beforeIndex = KeyIndex()
    var afterIndex = KeyIndex()
  }

  /// Kept in the pool from one changeset to the next, with the memory of the correspondence.
  @safe struct Contents: ~Copyable, Pooled {
    var summary = Summary()
    var reload = Reload.no
    var duplicates = DuplicateCounts()
    var correspondence = Correspondence()
    var keys = Keys()
    var payload = Payload()
    let derived = InlineBox(Derived())
    let lock = ProcessLock()
    /// The changesets that share it.
    let references = AtomicWord(1)

    var links = ChainLinks<Contents>()
    var pooledBytes = 0

    static var bin: Pool.Bin { .changesets }
    var bytes: Int { MemoryLayout<Contents>.size + correspondence.bytes }

    mutating func removeAll() {
      correspondence.removeAll()
      keys = Keys()
      payload = Payload()
      derived.value = Derived()
    }
  }

  /// A changeset is handed from function to function, which would move eight hundred bytes each time.
  private let contents: UnsafeMutablePointer<Contents>

  init(_ summary: Summary, reload: UInt32, duplicates: DuplicateCounts) throws(Refusal) {
    let made: Box<Contents> = try Pool.process.borrow()
    made.value.summary = summary
    made.value.reload = reload
    made.value.duplicates = duplicates
    made.value.references.value = 1
    unsafe contents = made.release()
  }

  @unsafe private init(sharing contents: UnsafeMutablePointer<Contents>) {
    unsafe self.contents = contents
    _ = unsafe contents.pointee.references.add(1)
  }

  /// Shares everything, also what is derived later. O(1).
  public func copy() -> Changeset { unsafe Changeset(sharing: contents) }

  deinit {
    if unsafe contents.pointee.references.subtract(1) > 0 { return }
    let ended = unsafe Box(owning: contents)
    ended.value.removeAll()
    let bytes = ended.value.bytes
    Pool.process.put(ended, bytes: bytes)
  }

  /// Takes over a solved correspondence and leaves an empty one.
  mutating func take(_ other: inout Correspondence) { unsafe swap(&contents.pointee.correspondence, &other) }

  public internal(set) var summary: Summary {
    get { unsafe contents.pointee.summary }
    set { unsafe contents.pointee.summary = newValue }
  }
  public internal(set) var reload: UInt32 {
    get { unsafe contents.pointee.reload }
    set { unsafe contents.pointee.reload = newValue }
  }
  /// Whether it says that nothing has changed.
  var isEmpty: Bool { reload == Reload.no && !summary.hasChanges }
  public var duplicates: DuplicateCounts { unsafe contents.pointee.duplicates }
  var correspondence: Correspondence {
    _read { yield unsafe contents.pointee.correspondence }
    _modify { yield unsafe &contents.pointee.correspondence }
  }
  var keys: Keys {
    _read { yield unsafe contents.pointee.keys }
    _modify { yield unsafe &contents.pointee.keys }
  }
  var payload: Payload {
    _read { yield unsafe contents.pointee.payload }
    _modify { yield unsafe &contents.pointee.payload }
  }
  var derived: InlineBox<Derived> { _read { yield unsafe contents.pointee.derived } }
  var lock: ProcessLock { _read { yield unsafe contents.pointee.lock } }

  // MARK: Dialects

  /// Empty for a changeset that reloads everything.
  public func batch() throws(Refusal) -> Borrowed<Change> {
    if reload != Reload.no { return .empty }
    try lock.lock()
    defer { lock.unlock() }
    if !derived.value.batch.isMade { try derived.value.batch.set(correspondence.batch(summary)) }
    return derived.value.batch.borrowed
  }

  public func splices(updates: Bool) throws(Refusal) -> Borrowed<Splice> {
    if reload != Reload.no { return .empty }
    try lock.lock()
    defer { lock.unlock() }
    if updates {
      if !derived.value.splices.isMade {
        try derived.value.splices.set(correspondence.splices(updates: true))
      }
      return derived.value.splices.borrowed
    }
    if !derived.value.splicesWithoutUpdates.isMade {
      try derived.value.splicesWithoutUpdates.set(correspondence.splices(updates: false))
    }
    return derived.value.splicesWithoutUpdates.borrowed
  }

  // MARK: Maps

  public func counterparts(from side: Side) throws(Refusal) -> Borrowed<UInt32> {
    try lock.lock()
    defer { lock.unlock() }
    try makeMap(side)
    return side == .before ? derived.value.afterOfBefore.borrowed : derived.value.beforeOfAfter.borrowed
  }

  public func position(of position: Position, from side: Side) throws(Refusal) -> Position {
    try lock.lock()
    defer { lock.unlock() }
    if side == .before { try makeOrder() }
    return try correspondence.position(of: position, from: side, derived.value.beforeOrder)
  }

  /// The flat position after of the item at a flat position before; nil if it was deleted. O(log k).
  func after(ofBefore flat: UInt32) throws(Refusal) -> UInt32? {
    try lock.lock()
    defer { lock.unlock() }
    try makeOrder()
    guard let run = correspondence.run(before: flat, derived.value.beforeOrder) else { return nil }
    return run.after + (flat - run.before)
  }

  private func makeOrder() throws(Refusal) {
    if derived.value.isOrdered { return }
    derived.value.beforeOrder = try BeforeOrder(correspondence.runs)
    derived.value.isOrdered = true
  }

  private func makeMap(_ side: Side) throws(Refusal) {
    if side == .before {
      if !derived.value.afterOfBefore.isMade {
        try derived.value.afterOfBefore.set(correspondence.counterparts(from: side))
      }
    } else if !derived.value.beforeOfAfter.isMade {
      try derived.value.beforeOfAfter.set(correspondence.counterparts(from: side))
    }
  }

  // MARK: Keys

  /// The key's position on each side, `nowhere` if the side does not have it.
  public func find(_ key: Key, inSection section: Key?) throws(Refusal) -> (before: Position, after: Position)
  {
    if !keys.areKept { throw Refusal(.noKeys) }
    try lock.lock()
    defer { lock.unlock() }
    try makeIndices()
    let key = try ScopedKey(key, in: section, isScoped: keys.isScoped)
    return (
      keys.before.position(key, derived.value.beforeIndex, correspondence.beforeStarts),
      keys.after.position(key, derived.value.afterIndex, correspondence.afterStarts)
    )
  }

  /// Assigned together: an index that is left behind by a refusal would be filled a second time.
  private func makeIndices() throws(Refusal) {
    if derived.value.isIndexed { return }
    var before = KeyIndex()
    var after = KeyIndex()
    try before.fill(keys.before, correspondence.beforeStarts, keys.isScoped)
    try after.fill(keys.after, correspondence.afterStarts, keys.isScoped)
    swap(&derived.value.beforeIndex, &before)
    swap(&derived.value.afterIndex, &after)
    derived.value.isIndexed = true
  }
}

extension Changeset.LazyArray {
  mutating func set(_ made: consuming Buffer<Element>) throws(Refusal) {
    buffer = made
    isMade = true
  }

  var borrowed: Borrowed<Element> { unsafe Borrowed(UnsafePointer(buffer.pointer), buffer.count) }
}

/// A borrowed array that belongs to the changeset and lives as long as it.
@safe public struct Borrowed<Element: BitwiseCopyable>: BitwiseCopyable {
  public let pointer: UnsafePointer<Element>?
  public let count: Int

  init(_ pointer: UnsafePointer<Element>?, _ count: Int) {
    unsafe self.pointer = pointer
    self.count = count
  }

  static var empty: Borrowed<Element> { unsafe Borrowed(nil, 0) }

  public subscript(i: Int) -> Element {
    assert(i >= 0 && i < count)
    return unsafe pointer.unsafelyUnwrapped[i]
  }
}
