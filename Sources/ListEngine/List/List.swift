// A list: what is shown, and the room in which the next update is made ready.
//
//     List ─┬─ lock        who may read, who may change: UpdateLock
//           ├─ shown       arrangement, slots, key index: what reads see       ListState
//           ├─ workshop    matching, solving, new leaves: scratch, kept        UpdateScratch
//           │              from update to update, made at the first
//           ├─ last        what the last update did, made at the first         Statistics
//           └─ openEdit    the number of the edit that is open                 AtomicWord
//
// An update (ListUpdate) reads `shown` and works in the workshop; only its commit (ListState+Commit), which
// cannot fail, writes to `shown`, with all readers kept out.

import CPlatform

public struct List: ~Copyable, Handled {
  public static var handleKind: HandleKind { .list }

  public let options: ListOptions
  let lock: UpdateLock
  let state: Box<ListState>
  let scratch: LazyBox<UpdateScratch>
  let last: LazyBox<Statistics>
  /// The number of the edit that is open, or 0. Written with the update lock held; anyone may read it.
  let openEdit: AtomicWord

  /// The sizes are for tests: small ones make deep trees of few items.
  public init(
    _ options: ListOptions, leafCapacity: Int = Leaf.largest, fanOut: Int = 64
  ) throws(Refusal) {
    let lock = try UpdateLock()
    let state = try Box(ListState(seed: List.nextSeed(), leafCapacity: leafCapacity, fanOut: fanOut))
    let scratch = try LazyBox<UpdateScratch>()
    let last = try LazyBox<Statistics>()
    let openEdit = try AtomicWord()
    self.options = options
    self.lock = lock
    self.state = state
    self.scratch = scratch
    self.last = last
    self.openEdit = openEdit
  }

  /// Another for each list, so that one list's handles mean nothing to another.
  private static func nextSeed() -> UInt64 {
    Seed.mix(Seed.process ^ UInt64(bitPattern: unsafe iqp_add(&listsMade, 1)))
  }

  nonisolated(unsafe) private static var listsMade: Int64 = 0

  // MARK: Reading

  /// Everything that reads goes through here.
  @inline(__always) func read<Result: ~Copyable>(
    _ body: (borrowing ListState) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    lock.beginRead()
    defer { lock.endRead() }
    return try body(state.value)
  }
}
