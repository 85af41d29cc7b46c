// A list: what is shown, and the room in which the next update is made ready.
//
//     List ─┬─ lock        who may read, who may change: UpdateLock
//           ├─ shown       arrangement, slots, key index: what reads see       Shown
//           ├─ workshop    matching, solving, new leaves: scratch, kept        Workshop
//           │              from update to update, made at the first
//           ├─ last        what the last update did, made at the first         Statistics
//           └─ openEdit    the number of the edit that is open                 AtomicWord
//
// An update (List+Update) reads `shown` and works in the workshop; only its commit (List+Commit), which
// cannot fail, writes to `shown`, with all readers kept out.

import CPlatform

public enum Duplicates {
  /// Whether a duplicate is refused under a policy, rather than dealt with.
  static func areRefused(_ policy: UInt32) -> Bool { policy == refuse || policy == scope }

  public static let refuse: UInt32 = 0
  public static let keepFirst: UInt32 = 1
  public static let keepLast: UInt32 = 2
  public static let number: UInt32 = 3
  public static let scope: UInt32 = 4
}

public struct ListOptions: BitwiseCopyable, Sendable {
  public static let mostItems = 2_147_483_646
  public static let mostSections = 16_777_214

  public var duplicates = Duplicates.refuse
  public var dropsEmptySections = false
  /// More changed items than this: reload everything. 0: never.
  public var reloadThreshold = 0
  public var maxItems = UInt32(ListOptions.mostItems)
  public var maxSections = UInt32(ListOptions.mostSections)

  public init() {}

  var isScoped: Bool { duplicates == Duplicates.scope }
}

public enum Reload {
  public static let no: UInt32 = 0
  public static let asked: UInt32 = 1
  public static let threshold: UInt32 = 2
}

struct Shown: ~Copyable {
  var arrangement: Arrangement
  var slots: Slots
  /// Item key to slot.
  var index = KeyIndex()
  let firstSectionGeneration: UInt32

  init(seed: UInt64, leafCapacity: Int, fanOut: Int) {
    arrangement = Arrangement(leafCapacity: leafCapacity, fanOut: fanOut)
    slots = Slots(seed: UInt32(truncatingIfNeeded: seed))
    firstSectionGeneration = UInt32(truncatingIfNeeded: seed >> 32)
  }

  func location(ofSlot slot: UInt32) -> Location {
    let leaf = slots.place(slot)
    // A live slot is in the leaf that it names.
    return Location(leaf: leaf, offset: arrangement.leaf(leaf).find(slot: slot) ?? 0)
  }
}

struct Workshop: ~Copyable {
  var matcher = Matcher()
  var weaver = Weaver()
  var solving = SolveScratch()
  var correspondence = Correspondence()
  /// Whether the newcomers have slots and entries in the index.
  var isReserved = false
  /// The newcomers' index where nothing of before stays; otherwise room for the next one.
  var freshIndex = KeyIndex()
  var retained = Ledger()
  var departures = Departures()
  var marks = Buffer<Mark>()
  var commit = CommitScratch()
  /// Of the description that is being applied.
  var duplicates = DuplicateCounts()
  /// Whether a duplicate is refused, and so has to be named, rather than dealt with.
  var refusesDuplicates = true
  /// Of the last update that succeeded.
  var statistics = Statistics()
  /// While one is open.
  var edit: EditState? = nil

  init() {}

  var bytes: Int {
    matcher.bytes + weaver.bytes + solving.bytes + retained.bytes + marks.bytes
      + correspondence.bytes + departures.bytes + commit.bytes + freshIndex.bytes
  }
}

public struct List: ~Copyable, Handled {
  public static var handleKind: HandleKind { .list }

  public let options: ListOptions
  let lock: UpdateLock
  let shown: Box<Shown>
  let workshop: LazyBox<Workshop>
  let last: LazyBox<Statistics>
  /// The number of the edit that is open, or 0. Written with the update lock held; anyone may read it.
  let openEdit: AtomicWord

  /// The sizes are for tests: small ones make deep trees of few items.
  public init(
    _ options: ListOptions, leafCapacity: Int = Leaf.largest, fanOut: Int = 64
  ) throws(Refusal) {
    let lock = try UpdateLock()
    let shown = try Box(Shown(seed: List.nextSeed(), leafCapacity: leafCapacity, fanOut: fanOut))
    let workshop = try LazyBox<Workshop>()
    let last = try LazyBox<Statistics>()
    let openEdit = try AtomicWord()
    self.options = options
    self.lock = lock
    self.shown = shown
    self.workshop = workshop
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
    _ body: (borrowing Shown) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    lock.beginRead()
    defer { lock.endRead() }
    return try body(shown.value)
  }
}
