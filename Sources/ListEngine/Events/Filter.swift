// A filter of a derived list. Everything passes, or bits or a function of the host say which items pass.
//
//     given ──► asked ──► in effect ──► replaced          the host's `destroy` is called at the end, exactly once
//       │         │                        ▲
//       └─────────┴── superseded, cancelled┘

import CPlatform

/// How a filter compares with the one given before it. Numbers are those of the header.
public enum FilterChange {
  public static let different: UInt32 = 0
  public static let stricter: UInt32 = 1
  public static let looser: UInt32 = 2

  /// Two changes in a row as one.
  static func join(_ first: UInt32, _ second: UInt32) -> UInt32 { first == second ? first : different }
}

@safe public struct Filter: ~Copyable {
  public typealias Destroy = @convention(c) (UnsafeMutableRawPointer?) -> Void

  /// Numbers are those of the header.
  public enum Kind: UInt32, BitwiseCopyable, Sendable {
    case everything, bits, function
  }

  let kind: Kind
  /// Whether the function takes many items in one call.
  let isBatch: Bool
  /// `FilterChange` to the one given before.
  let change: UInt32
  private let function: UnsafeRawPointer?
  private let context: UnsafeMutableRawPointer?
  private let destroy: Destroy?
  /// The bits of a filter of that kind, until it is in effect.
  var bits = FilterBits()
  /// Until then `destroy` is not called: the host keeps what is refused.
  var isAccepted = false

  /// Everything passes.
  init() { unsafe self.init(.everything, FilterChange.different, nil, isBatch: false, nil, nil) }

  /// `function` is the host's `passes` or `passes_batch`.
  @unsafe public init(
    _ kind: Kind, _ change: UInt32, _ function: UnsafeRawPointer?, isBatch: Bool,
    _ context: UnsafeMutableRawPointer?, _ destroy: Destroy?
  ) {
    self.kind = kind
    self.isBatch = isBatch
    self.change = kind == .bits ? FilterChange.different : change
    unsafe self.function = function
    unsafe self.context = context
    unsafe self.destroy = destroy
  }

  /// Calls the host, so no lock may be held.
  deinit {
    guard isAccepted, let destroy = unsafe destroy else { return }
    HostCall.runKeepingDetail { unsafe destroy(context) }
  }

  /// Whether it consists of bits for another version than the one of that number.
  func isOfOther(than number: UInt64) -> Bool { kind == .bits && bits.number != number }

  /// Whether it consists of bits for a later version.
  func isOfLater(than number: UInt64) -> Bool { kind == .bits && bits.number > number }

  /// No lock may be held.
  func passes(_ key: Key, _ model: Model) -> Bool {
    HostCall.run {
      unsafe iqp_call_passes(
        UInt(bitPattern: function), context, key.low, key.high, UnsafeRawPointer(bitPattern: model.address))
        != 0
    }
  }

  /// The answers for many items, as bits. No lock may be held.
  @unsafe func passes(
    _ count: Int, _ keys: UnsafePointer<Key>?, _ models: UnsafePointer<Model>?,
    _ answers: UnsafeMutablePointer<UInt64>?
  ) {
    HostCall.run {
      unsafe iqp_call_passes_batch(UInt(bitPattern: function), context, count, keys, models, answers)
    }
  }
}

/// Items that the host is asked about in one call, and its answers:
///
///     positions   3 4 9 12         of the source
///     keys        k k k k          models, too
///     answers     1 0 0 1          a bit each
struct FilterBatch: ~Copyable {
  /// The most items in one call.
  static var size: Int { 1024 }

  private var positions = Buffer<UInt32>()
  private var keys = Buffer<Key>()
  private var models = Buffer<Model>()
  private var answers = Buffer<UInt64>()

  init(capacity: Int) throws(Refusal) {
    try positions.reserve(capacity)
    try keys.reserve(capacity)
    try models.reserve(capacity)
    try answers.reserve((capacity + 63) / 64)
  }

  var count: Int { positions.count }
  var isFull: Bool { positions.count == positions.capacity }

  /// Within the capacity.
  mutating func push(_ position: Int, _ key: Key, _ model: Model) {
    positions.push(UInt32(truncatingIfNeeded: position))
    keys.push(key)
    models.push(model)
  }

  /// Asks the filter, hands out the answers by position, and is empty then. No lock may be held.
  mutating func ask(_ filter: borrowing Filter, _ body: (Int, Bool) -> Void) {
    answers.removeAll()
    answers.push(0, (count + 63) / 64)
    unsafe filter.passes(count, keys.pointer, models.pointer, answers.pointer)
    for i in 0..<count { body(Int(positions[i]), answers[i / 64] >> UInt64(i % 64) & 1 != 0) }
    positions.removeAll()
    keys.removeAll()
    models.removeAll()
  }
}

/// Which items of a version pass: they keep their answer in later versions.
struct FilterBits: ~Copyable {
  var version = SourceVersion()
  var number = UInt64.max
  /// One column.
  var table = BitTable()
}
