// Index spaces with a type of their own: a struct of one UInt32, so that a number of one space is not accepted
// in another. It costs nothing at run time.
//
//     type           what it is                                              made by
//     Fingerprint    32 bits of a key's hash, salted by the section          KeyScope
//     LeafID         a leaf of one arrangement: its row in the slab          Arrangement
//     SectionID      a section of one arrangement: its row in the slab       Arrangement
//     Slot           an item of one list, wherever it moves                  Slots
//     SequenceID     the items of a section, or the sections, in an edit     PieceTable
//     PieceID        items with consecutive origins: a row in the slab       PieceTable
//     SoleOwner      the owner of the only tree of a forest                  SoleOwner.only
//
//     handle ───────────────── Slots ─────────────► Slot                                               in a list
//     Key ── KeyScope ─► Fingerprint ── KeyIndex ─► Slot ── Slots ─► LeafID ── Arrangement ─► Leaf     in a list
//     Key ── KeyScope ─► Fingerprint ── KeyIndex ───────────────────► LeafID ── Arrangement ─► Leaf     in a snapshot
//     Key ── KeyScope ─► Fingerprint ── KeyIndex ─► SectionID ── Arrangement ─► Section                in both
//     LeafID ── Forest ─► SectionID ── Forest ─► index of the section
//
// `raw` is the number itself: use it to pack an index into a word, and where a container knows numbers only (a
// slab's rows, a key index's entries). Match keeps raw numbers.
//
// Positions have no type: they are added and subtracted, and a Run means positions of items or of sections, so
// that one solver serves both. A position is not accepted where an id is expected.

public protocol TypedIndex: BitwiseCopyable, Sendable, Equatable {
  var raw: UInt32 { get }
  init(_ raw: UInt32)
}

extension TypedIndex {
  /// No index: where an optional would take more room.
  @inline(__always) public static var noIndex: Self { Self(.max) }

  @inline(__always) public static func == (a: Self, b: Self) -> Bool { a.raw == b.raw }
}

/// 32 bits of a key's hash: where the search for the key begins in a KeyIndex. Different keys may have one.
public struct Fingerprint: TypedIndex {
  public let raw: UInt32
  @inline(__always) public init(_ raw: UInt32) { self.raw = raw }
}

/// A leaf of one arrangement: constant while the leaf is there, also when it is copied to be written.
public struct LeafID: TypedIndex {
  public let raw: UInt32
  @inline(__always) public init(_ raw: UInt32) { self.raw = raw }
}

/// A section of one arrangement: its row in the slab of sections, constant while the section is there.
public struct SectionID: TypedIndex {
  public let raw: UInt32
  @inline(__always) public init(_ raw: UInt32) { self.raw = raw }
}

/// The number of an item in its list, the same for as long as the item lives.
public struct Slot: TypedIndex {
  public let raw: UInt32
  @inline(__always) public init(_ raw: UInt32) { self.raw = raw }
}

/// A sequence of one piece table: the items of a changed section, or the sections.
public struct SequenceID: TypedIndex {
  public let raw: UInt32
  @inline(__always) public init(_ raw: UInt32) { self.raw = raw }
}

/// A piece of one piece table: its row in the slab.
public struct PieceID: TypedIndex {
  public let raw: UInt32
  @inline(__always) public init(_ raw: UInt32) { self.raw = raw }
}

/// The owner of a forest's only tree: the list or snapshot owns the order of its sections.
public struct SoleOwner: TypedIndex {
  public let raw: UInt32
  @inline(__always) public init(_ raw: UInt32) { self.raw = raw }

  @inline(__always) public static var only: SoleOwner { SoleOwner(0) }
}
