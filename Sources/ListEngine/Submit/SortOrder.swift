// The order of a sorted list, as the host has given it. Ranks are asked for, and what is equal is told apart by 16 more
// bytes or by `compare`.
//
//     given ──► asked ──► in effect ──► replaced          the host's `destroy` is called at the end, exactly once
//       │         │                        ▲
//       └─────────┴── superseded, cancelled┘

import CPlatform

/// How an order sorts. Numbers are those of the header.
public struct OrderFlags: OptionSet, BitwiseCopyable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  static var descending: OrderFlags { OrderFlags(rawValue: 1) }
  static var frozen: OrderFlags { OrderFlags(rawValue: 2) }
  static var keepsRanks: OrderFlags { OrderFlags(rawValue: 4) }
  static var deep: OrderFlags { OrderFlags(rawValue: 8) }

  public static var all: OrderFlags { [.descending, .frozen, .keepsRanks, .deep] }
}

/// An item that the host is asked about, as iq_ranked.
struct RankedItem: BitwiseCopyable {
  var key: Key
  var section: Key
  var model: Model
  var content: UInt64
  var cellClass: UInt32
  var level: UInt32
}

@safe public struct SortOrder: ~Copyable {
  public typealias Destroy = @convention(c) (UnsafeMutableRawPointer?) -> Void

  /// The host's functions, by address; 0: none.
  @safe public struct Functions: BitwiseCopyable {
    public var ask: UInt = 0
    public var compare: UInt = 0
    public var describe: UInt = 0
    public var context: UnsafeMutableRawPointer? = nil
    public var destroy: Destroy? = nil

    public init() {}
  }

  let flags: OrderFlags
  /// How many items a poll asks about at most.
  let batch: Int
  private let functions: Functions
  /// Until then `destroy` is not called: the host keeps what is refused.
  var isAccepted = false

  static var defaultBatch: Int { 8192 }
  /// The deepest piece of 16 bytes that is asked for.
  static var deepest: UInt32 { 4096 }

  /// The source's order.
  init() {
    flags = []
    batch = SortOrder.defaultBatch
    functions = Functions()
  }

  public init(_ flags: OrderFlags, batch: Int, _ functions: Functions) {
    self.flags = flags
    self.batch = batch == 0 ? SortOrder.defaultBatch : batch
    self.functions = functions
  }

  /// Calls the host, so no lock may be held.
  deinit {
    guard isAccepted, let destroy = unsafe functions.destroy else { return }
    HostCall.runKeepingDetail { unsafe destroy(functions.context) }
  }

  var asks: Bool { functions.ask != 0 }
  var compares: Bool { functions.compare != 0 }
  var describes: Bool { functions.describe != 0 }
  var isFrozen: Bool { flags.contains(.frozen) }
  var isDescending: Bool { flags.contains(.descending) }
  /// Whether sort keys may be longer than a rank.
  var isDeep: Bool { asks && flags.contains(.deep) }
  /// Whether the host is asked about items of equal rank.
  var breaksTies: Bool { isDeep || compares }

  /// A rank as the order sorts it: the least comes first.
  @inline(__always) func sorted(_ rank: Rank) -> Rank {
    isDescending ? rank.reversed : rank
  }

  /// Fills the ranks, and the groups unless these are empty. No lock may be held.
  func ask(
    _ items: borrowing Buffer<RankedItem>, depth: UInt32, _ ranks: inout Buffer<Rank>,
    _ groups: inout Buffer<Key>
  ) throws(Refusal) {
    let status = HostCall.run {
      unsafe iqp_call_ask(
        functions.ask, functions.context, items.pointer, items.count, depth, ranks.pointer,
        groups.isEmpty ? nil : groups.pointer)
    }
    if status != 0 { throw Refusal(.callback) }
  }

  func ask(
    _ items: borrowing Buffer<RankedItem>, depth: UInt32, _ ranks: inout Buffer<Rank>
  ) throws(Refusal) {
    var groups = Buffer<Key>()
    try ask(items, depth: depth, &ranks, &groups)
  }

  /// Fills the answers. No lock may be held.
  func describe(_ groups: inout Buffer<GroupDescription>) throws(Refusal) {
    let status = HostCall.run {
      unsafe iqp_call_describe(functions.describe, functions.context, groups.pointer, groups.count)
    }
    if status != 0 { throw Refusal(.callback) }
  }

  /// Below, at or above 0. No lock may be held.
  func compare(_ a: RankedItem, _ b: RankedItem) throws(Refusal) -> Int32 {
    var (a, b) = (a, b)
    let result = HostCall.run { unsafe iqp_call_compare(functions.compare, functions.context, &a, &b) }
    if result == Int32.min { throw Refusal(.callback) }
    return isDescending ? (result > 0 ? -1 : result < 0 ? 1 : 0) : result
  }
}
