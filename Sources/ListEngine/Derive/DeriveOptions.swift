// What a derived list shows of its source. Numbers are those of the header.

public struct DeriveOptions: OptionSet, BitwiseCopyable, Sendable {
  public var rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  static var exclusive: DeriveOptions { DeriveOptions(rawValue: 2) }
  static var expanded: DeriveOptions { DeriveOptions(rawValue: 4) }
  static var filter: DeriveOptions { DeriveOptions(rawValue: 8) }
  static var foldsSections: DeriveOptions { DeriveOptions(rawValue: 16) }
  static var dropsEmptySections: DeriveOptions { DeriveOptions(rawValue: 32) }
  static var keepsParents: DeriveOptions { DeriveOptions(rawValue: 64) }

  private static var ofOutlines: DeriveOptions { [.exclusive, .expanded, .foldsSections] }
  private static var all: DeriveOptions {
    [ofOutlines, .filter, .dropsEmptySections, .keepsParents]
  }

  /// Whether the flags are known and belong together.
  public var isValid: Bool {
    isSubset(of: .all) && !isSuperset(of: [.exclusive, .expanded])
      && isDisjoint(with: contains(.filter) ? DeriveOptions.ofOutlines : .keepsParents)
  }

  /// The most derivations between a list and its first source.
  static var maxDepth: Int { 8 }
}
