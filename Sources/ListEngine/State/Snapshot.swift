// A description of what a list should show, built step by step.
//
//     Snapshot ─┬─ lock    many readers, or one edit that does not wait
//               └─ body    the arrangement; an index, made at the first need of it; marks
//
// Items may be given twice: whether they were shows when the index is made (Snapshot+Index), and is
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

struct SnapshotBody: ~Copyable {
  var arrangement: Arrangement
  var index = LeafIndex()
  var marks = Buffer<ItemMark>()
  var duplicates = DuplicateCounts()
  /// Where the section given last was a duplicate, the one that stayed: items that name no section go to
  /// it. Else `none`: they go to the last one.
  var current = none

  init(_ arrangement: consuming Arrangement) { self.arrangement = arrangement }
}

public struct Snapshot: ~Copyable {
  public let options: SnapshotOptions
  let lock: ReadWriteLock
  let body: Box<SnapshotBody>

  public init(_ options: SnapshotOptions, leafCapacity: Int = Leaf.largest, fanOut: Int = 64) throws(Refusal)
  {
    try self.init(options, Arrangement(leafCapacity: leafCapacity, fanOut: fanOut))
  }

  init(_ options: SnapshotOptions, _ arrangement: consuming Arrangement) throws(Refusal) {
    let lock = try ReadWriteLock(prefersWriters: false)
    let body = try Box(SnapshotBody(arrangement))
    self.options = options
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

  @inline(__always) func read<Result>(
    _ work: (borrowing SnapshotBody) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    lock.beginRead()
    defer { lock.endRead() }
    return try work(body.value)
  }

  /// Reads with the index made, and so with every key there once.
  func readIndexed<Result>(
    _ work: (borrowing SnapshotBody) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    try beginIndexedRead()
    defer { lock.endRead() }
    return try work(body.value)
  }

  @inline(never) func beginIndexedRead() throws(Refusal) {
    lock.beginRead()
    while !body.value.index.isMade {
      lock.endRead()
      lock.beginWrite()
      var departures = Departures()
      do throws(Refusal) { try body.value.makeIndex(options, &departures) } catch {
        lock.endWrite()
        departures.settle()
        throw error
      }
      lock.endWrite()
      departures.settle()
      lock.beginRead()
    }
  }

  /// Busy where another thread is inside. What goes is released once the lock is given back.
  @inline(never) func edit<Result>(
    indexed: Bool = false, _ work: (inout SnapshotBody, inout Departures) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    guard lock.tryBeginWrite() else { throw Refusal(.busy) }
    var departures = Departures()
    do throws(Refusal) {
      if indexed { try body.value.makeIndex(options, &departures) }
      let result = try work(&body.value, &departures)
      lock.endWrite()
      departures.settle()
      return result
    } catch {
      lock.endWrite()
      departures.settle()
      throw error
    }
  }
}
