// A list: the state that reads see, and the scratch memory in which the next update is prepared.
//
//     List ─┬─ lock         who may read, who may change                         UpdateLock
//           ├─ state        arrangement, slots, key index, as readers see them   ListState
//           ├─ scratch      matching, solving, new leaves, if it is large;       UpdateScratch
//           │               else an update borrows from the ScratchPool
//           ├─ last         what the last update did, created by the first       KeptStatistics
//           ├─ openEdit     journal and origins, while an edit is open           OpenEdit
//           ├─ history      steps to undo and redo, if the host asked for it     UndoHistory
//           ├─ features     events and what else a host polls for                ListFeatures
//           └─ editNumber   the number of the open edit, or 0                    AtomicWord
//
// An update (ListUpdate) reads `state` and works in scratch memory. Only its commit (ListState+Commit), which
// cannot fail, writes to `state`, with all readers blocked. `change` is the only function that takes the
// update lock; `read` and `write` are the only ways to the state.

import CPlatform

/// The parts that a list makes when it first needs them.
struct LazyParts: ~Copyable {
  var scratch = LazyBox<UpdateScratch>()
  var last = LazyBox<KeptStatistics>()
  var openEdit = LazyBox<OpenEdit>()
  var history = LazyBox<UndoHistory>()
}

public struct List: ~Copyable, Handled {
  public static var handleKind: HandleKind { .list }

  // Stays the first field: the thread sanitizer attributes an access through `features` to the list's first bytes, and
  // nobody reads those of a lock.
  let lock = UpdateLock()
  public let options: ListOptions
  let state: InlineBox<ListState>
  let parts = InlineBox(LazyParts())
  /// Any thread may look for it at any time, unlike for the other parts.
  let featuresBox = OnceBox<ListFeatures>()
  /// Written with the update lock held; any thread may read it.
  let editNumber = AtomicWord()

  /// Tests pass small sizes, so that few items make deep trees.
  public init(_ options: ListOptions, leafCapacity: Int = Leaf.largest, fanOut: Int = 64) {
    self.options = options
    state = InlineBox(ListState(seed: List.nextSeed(), leafCapacity: leafCapacity, fanOut: fanOut))
  }

  deinit { if hasFeatures { discardPreparation() } }

  /// Differs for each list, so that a handle of one list is invalid in another.
  private static func nextSeed() -> UInt64 {
    Seed.mix(Seed.process ^ UInt64(bitPattern: unsafe iqp_add(&listsMade, 1)))
  }

  nonisolated(unsafe) private static var listsMade: Int64 = 0

  // MARK: What is made when it is first needed

  var scratch: LazyBox<UpdateScratch> {
    _read { yield parts.value.scratch }
    nonmutating _modify { yield &parts.value.scratch }
  }

  var last: LazyBox<KeptStatistics> {
    _read { yield parts.value.last }
    nonmutating _modify { yield &parts.value.last }
  }

  /// Exists while an edit is open. Use it only with the update lock held.
  var openEdit: LazyBox<OpenEdit> {
    _read { yield parts.value.openEdit }
    nonmutating _modify { yield &parts.value.openEdit }
  }

  // MARK: The state

  /// Every read of the state uses this.
  @inline(__always) func read<Result: ~Copyable, Failure: Error>(
    _ body: (borrowing ListState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.beginRead()
    defer { lock.endRead() }
    return try body(state.value)
  }

  /// Every change that readers must not see half-done uses this; the update lock must be held.
  @inline(__always) func write<Result: ~Copyable, Failure: Error>(
    _ body: (inout ListState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.beginCommit()
    defer { lock.endCommit() }
    return try body(&state.value)
  }
}
