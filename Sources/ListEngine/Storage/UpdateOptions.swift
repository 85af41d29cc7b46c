// What a host decides for each update, and why a changeset says to reload everything.

/// How an update is to be made.
public struct UpdateOptions: BitwiseCopyable, Sendable {
  public var reloads = false
  public var verifies = false
  public var keepsKeys = false
  public var keepsPayload = false
  /// 0: the list's own.
  public var reloadThreshold = 0

  public init() {}
}

public enum Reload {
  public static let no: UInt32 = 0
  public static let asked: UInt32 = 1
  public static let threshold: UInt32 = 2
}
