// The options of a derived list: which items of its source it shows. Numbers are those of the header.

public struct DeriveOptions: BitwiseCopyable, Sendable {
  public enum Kind: UInt32, BitwiseCopyable, Sendable {
    case outline = 0
    case filter = 1
    case sorted = 2
    case grouped = 3
  }

  let kind: Kind
  private let flags: DeriveFlags

  /// The flags must be of that kind.
  public init(_ kind: Kind, _ flags: DeriveFlags) {
    self.kind = kind
    self.flags = flags
  }

  var isFilter: Bool { kind == .filter }
  var isOutline: Bool { kind == .outline }
  /// Whether the list has an order of its own.
  var isOrdered: Bool { kind == .sorted || isGrouped }
  var isGrouped: Bool { kind == .grouped }

  /// Whether it has all of these flags.
  func contains(_ flags: DeriveFlags) -> Bool { self.flags.contains(flags) }

  /// The most derivations between a list and its first source.
  static var maxDepth: Int { 8 }
}

public struct DeriveFlags: OptionSet, BitwiseCopyable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  static var keepsParents: DeriveFlags { DeriveFlags(rawValue: 1) }
  static var exclusive: DeriveFlags { DeriveFlags(rawValue: 2) }
  static var expanded: DeriveFlags { DeriveFlags(rawValue: 4) }
  static var foldsSections: DeriveFlags { DeriveFlags(rawValue: 8) }
  static var dropsEmptySections: DeriveFlags { DeriveFlags(rawValue: 16) }
  static var counts: DeriveFlags { DeriveFlags(rawValue: 32) }

  public static var all: DeriveFlags {
    [.keepsParents, .exclusive, .expanded, .foldsSections, .dropsEmptySections, .counts]
  }

  /// The flags that lists of one kind accept.
  public static func of(_ kind: DeriveOptions.Kind) -> DeriveFlags {
    switch kind {
    case .outline: [.exclusive, .expanded, .foldsSections, .dropsEmptySections]
    case .filter: [.keepsParents, .dropsEmptySections]
    case .sorted: [.dropsEmptySections]
    case .grouped: [.counts]
    }
  }

  /// An accordion cannot expand everything.
  public var excludeEachOther: Bool { isSuperset(of: [.exclusive, .expanded]) }
}
