// The host's options for a list.

public enum Duplicates {
  /// Whether the policy refuses duplicates instead of resolving them.
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
  /// Whether items may only have classes that were registered with the list.
  public var registersClasses = false
  /// Whether the changesets of events have a payload.
  public var keepsPayload = false
  /// If more items change, everything is reloaded. 0 disables it.
  public var reloadThreshold: Int {
    get { Int(threshold32) }
    set { threshold32 = UInt32(clamping: newValue) }
  }
  /// The same for splices.
  public var spliceThreshold: Int {
    get { Int(splices32) }
    set { splices32 = UInt32(clamping: newValue) }
  }
  private var threshold32: UInt32 = 0
  private var splices32: UInt32 = 0
  public var maxItems = UInt32(ListOptions.mostItems)
  public var maxSections = UInt32(ListOptions.mostSections)

  public init() {}

  public var isScoped: Bool { duplicates == Duplicates.scope }
}
