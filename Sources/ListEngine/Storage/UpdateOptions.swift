// The host's options for one update, and the reasons to reload everything.

public struct UpdateOptions: BitwiseCopyable, Sendable {
  public var reloads = false
  public var verifies = false
  public var keepsKeys = false
  public var keepsPayload = false
  /// 0 means the list's own threshold.
  public var reloadThreshold = 0
  /// A number of splices; 0 means the list's own threshold.
  public var spliceThreshold = 0

  // The options from here on apply to updates of lists only.

  /// Handed on in the UPDATE event.
  public var isPlain = false
  public var animation: UInt32 = 0
  public var keepsLoading = false
  /// The update adds no step to the history, and empties it if something changes.
  public var makesNoStep = false
  /// The update itself goes through the history, and leaves it to the caller.
  var isWithinHistory = false
  /// More flags of the UPDATE event, and its number.
  var eventFlags: UInt32 = 0
  var ticket: UInt64 = 0

  public init() {}
}

public enum Reload {
  public static let no: UInt32 = 0
  public static let asked: UInt32 = 1
  public static let threshold: UInt32 = 2
}
