// The host's options for one update, and the reasons to reload everything.

public struct UpdateOptions: BitwiseCopyable, Sendable {
  public var reloads = false
  public var verifies = false
  public var keepsKeys = false
  public var keepsPayload = false
  /// 0 means the list's own threshold.
  public var reloadThreshold = 0

  public init() {}
}

public enum Reload {
  public static let no: UInt32 = 0
  public static let asked: UInt32 = 1
  public static let threshold: UInt32 = 2
}
