// The change records that hosts read, with the layout of the header's iq_change and iq_splice, so that the
// arrays are handed out without a copy.

public struct ChangeKind: BitwiseCopyable, Sendable {
  public let code: UInt32
  public init(code: UInt32) { self.code = code }
  public static func == (a: ChangeKind, b: ChangeKind) -> Bool { a.code == b.code }

  public static let itemDelete = ChangeKind(code: 1)
  public static let itemMoveOut = ChangeKind(code: 2)
  public static let itemMoveIn = ChangeKind(code: 3)
  public static let itemMove = ChangeKind(code: 4)
  public static let itemInsert = ChangeKind(code: 5)
  public static let itemUpdate = ChangeKind(code: 6)
  public static let sectionDelete = ChangeKind(code: 7)
  public static let sectionMove = ChangeKind(code: 8)
  public static let sectionInsert = ChangeKind(code: 9)
  public static let sectionUpdate = ChangeKind(code: 10)
  public static let supplementaryDelete = ChangeKind(code: 11)
  public static let supplementaryInsert = ChangeKind(code: 12)
  public static let supplementaryUpdate = ChangeKind(code: 13)
}

/// The requirement of an update for the cell (reload or reconfigure), and its reasons.
public enum ChangeFlags {
  public static let reload: UInt32 = 1
  public static let reconfigure: UInt32 = 2
  @inline(__always) public static var byContent: UInt32 { ItemColumn.content.change }
  @inline(__always) public static var byClass: UInt32 { ItemColumn.cellClass.change }
  public static let byEqual: UInt32 = 16
  public static let byMark: UInt32 = 32
  public static let byKey: UInt32 = 64
  @inline(__always) public static var byLevel: UInt32 { ItemColumn.level.change }
  /// In a derived list, the item has its first children now, or has lost the last one.
  public static let byChildren: UInt32 = 256
}

/// A range of `count` items or sections. An index that the kind does not use is `noIndex`.
public struct Change: BitwiseCopyable {
  public var kind: ChangeKind
  public var flags: UInt32 = 0
  public var beforeSection = noIndex
  public var beforeItem = noIndex
  public var afterSection = noIndex
  public var afterItem = noIndex
  /// Steps only: where moved or inserted items are after the last step.
  public var finalSection = noIndex
  public var finalItem = noIndex
  public var count: UInt32
  public var supplementaryKind: UInt32 = 0
  public var supplementaryIndex: UInt32 = 0
  public var reserved: UInt32 = 0
  public var mask: UInt64 = 0

  public init(_ kind: ChangeKind, count: UInt32) {
    self.kind = kind
    self.count = count
  }
}

/// At `position` of a flat list, `removed` items are removed and `added` items inserted.
public struct Splice: BitwiseCopyable {
  public var position: UInt32
  public var removed: UInt32
  public var added: UInt32

  public init(position: UInt32, removed: UInt32, added: UInt32) {
    self.position = position
    self.removed = removed
    self.added = added
  }
}
