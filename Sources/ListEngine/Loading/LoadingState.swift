// Whether the host is loading a list, and what is shown in place of its items while it has none. Protected by the
// lock of the list's state.
//
//     items?   yes: none    no: loading ? loading : failed ? failed : empty

public enum Loading {
  public static let no: UInt32 = 0
  public static let yes: UInt32 = 1
  public static let failed: UInt32 = 2
}

public enum Placeholder {
  public static let none: UInt32 = 0
  public static let empty: UInt32 = 1
  public static let loading: UInt32 = 2
  public static let failed: UInt32 = 3
}

struct LoadingState: ~Copyable {
  /// `Loading`.
  var loading = Loading.no
  /// The placeholder that the last event reported.
  var reported = Placeholder.none

  init() {}

  /// Whether the placeholder is another one than was reported.
  func isChanged(items: Int) -> Bool { placeholder(items: items) != reported }

  func placeholder(items: Int) -> UInt32 {
    if items > 0 { return Placeholder.none }
    switch loading {
    case Loading.yes: return Placeholder.loading
    case Loading.failed: return Placeholder.failed
    default: return Placeholder.empty
    }
  }
}
