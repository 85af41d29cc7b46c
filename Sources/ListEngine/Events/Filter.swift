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
  init() { unsafe self.init(.everything, FilterChange.different, nil, nil, nil) }

  /// `function` is the host's `passes`.
  @unsafe public init(
    _ kind: Kind, _ change: UInt32, _ function: UnsafeRawPointer?, _ context: UnsafeMutableRawPointer?,
    _ destroy: Destroy?
  ) {
    self.kind = kind
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

  /// No lock may be held.
  func passes(_ key: Key, _ model: Model) -> Bool {
    HostCall.run {
      unsafe iqp_call_passes(
        UInt(bitPattern: function), context, key.low, key.high, UnsafeRawPointer(bitPattern: model.address))
        != 0
    }
  }
}

/// Which items of a version pass: they keep their answer in later versions.
struct FilterBits: ~Copyable {
  var version = SourceVersion()
  var number = UInt64.max
  /// One column.
  var table = BitTable()
}
