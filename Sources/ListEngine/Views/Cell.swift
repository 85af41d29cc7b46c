// A cell of a view: what the host has made for it, and what it is bound to.
//
//     free ──► bound ◄──► displayed        between WILL_DISPLAY and DID_END_DISPLAY
//      ▲       ▲  ▲ │
//      │       │  │ ▼
//      │       │ leaving                   nobody wants it any more: a later poll unbinds it
//      │       │    │
//      └──── pooled ◄┘                     bound to nothing, and kept for the next element of its class
//
// A cell that the host has acquired is bound while it is not displayed.

struct Cell: BitwiseCopyable {
  enum State: UInt8 {
    case free, pooled, bound, displayed, leaving
  }

  var state = State.free
  /// The class that has created it.
  var cellClass: UInt32 = 0
  /// The object that the host has made, or 0.
  var object: UInt = 0
  /// How often the host has acquired it.
  var acquisitions: UInt32 = 0
  /// The marks whose bind has failed, as `ChangeFlags`.
  var pending: UInt32 = 0
  /// The number of the last plan that it was part of.
  var generation: UInt32 = 0
  /// The number of the last scene in which it had a place.
  var scene: UInt32 = 0
  /// The number of its last binding.
  var binding: UInt32 = 0
  /// `CellFlags.first` and `last`, as the cell was bound.
  var edges: UInt32 = 0
  /// Its place in the order of what is visible.
  var place: UInt32 = 0
  /// Its neighbours among the cells that leave, or the next one in its pool.
  var previous = noIndex
  var next = noIndex
  /// The content that it is bound to. The cell holds a reference to the model.
  var content = CellContent()

  var isDisplayed: Bool { state == .displayed }

  var isBound: Bool { state == .bound || state == .displayed || state == .leaving }
}

extension Cell {
  /// Whether it is displayed and shows that.
  @inline(__always) func displays(_ wanted: CellContent) -> Bool {
    isDisplayed && pending == 0 && content.isSame(as: wanted)
  }

  /// The same for an item at an index of a leaf, whose key follows from its handle.
  @inline(__always) func displays(_ item: UInt64, _ leaf: Leaf, _ offset: Int, in section: UInt64) -> Bool {
    if content.name.item != item || content.section.handle != section || !isDisplayed || pending != 0 {
      return false
    }
    return content.values.isSame(as: leaf.values(offset))
  }

  /// Whether another cell has to be bound in its place.
  func needsReload(_ wanted: CellContent, _ mark: UInt32) -> Bool {
    mark & ChangeFlags.reload != 0 || cellClass != wanted.values.cellClass
      || content.identity != wanted.identity
  }
}

/// The content that a cell is bound to, or is to be bound to.
struct CellContent: BitwiseCopyable {
  var name = ElementName(item: 0)
  /// The key of the item or of the supplementary: with another one it is another element.
  var identity = Key(low: 0, high: 0)
  var section = SectionName.none
  var values = ItemValues()

  var isItem: Bool { name.item != 0 }

  /// Whether a cell that shows this shows `other` as well.
  @inline(__always) func isSame(as other: CellContent) -> Bool {
    name == other.name && section.handle == other.section.handle && values.isSame(as: other.values)
      && identity == other.identity
  }
}

extension EventRecord {
  /// An event about a cell, or about what one shows, without a position.
  init(_ kind: UInt32, _ content: CellContent) {
    self.init(kind)
    item = content.name.item
    section = content.section.handle
    key = content.isItem ? content.identity : content.section.key
    sectionKey = content.section.key
    supplementaryKind = content.name.kind
    supplementaryIndex = content.name.index
    model = content.values.model
    cellClass = content.values.cellClass
    count = 1
  }
}

extension ItemValues {
  @inline(__always) func isSame(as other: ItemValues) -> Bool {
    appearance == other.appearance && model == other.model
  }
}
