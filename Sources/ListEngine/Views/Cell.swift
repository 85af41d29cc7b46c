// A cell of a view: what the host has made for it, and what it is bound to.
//
//     free ──► bound ──► leaving ──► pooled ──► free
//                ▲  ◄───────┘           │          leaving: no longer wanted; unbound by a later poll
//                └──────────────────────┘

struct Cell: BitwiseCopyable {
  enum Phase: UInt8 {
    case free, bound, leaving, pooled
  }

  var phase = Phase.free
  /// Between WILL_DISPLAY and DID_END_DISPLAY.
  var isDisplayed = false
  /// Is in the queue of those that leave.
  var isQueued = false
  /// The class that has created it.
  var cellClass: UInt32 = 0
  /// What the host has made, or 0.
  var object: UInt = 0
  /// How often the host has taken it.
  var takes: UInt32 = 0
  /// Marks whose bind has failed, as `ChangeFlags`.
  var pending: UInt32 = 0
  /// Of the last plan that it was part of.
  var stamp: UInt32 = 0
  /// Where it was in the order of what is visible.
  var place: UInt32 = 0
  /// The next one in its pool.
  var next = noIndex
  /// What it is bound to. The cell holds a reference to the model.
  var content = CellContent()
}

extension Cell {
  /// Whether it is displayed and shows that.
  @inline(__always) func displays(_ wanted: CellContent) -> Bool {
    isDisplayed && pending == 0 && content.isSame(as: wanted)
  }

  /// Likewise for an item at an index of a leaf, whose key follows from its handle.
  @inline(__always) func displays(_ item: UInt64, _ leaf: Leaf, _ offset: Int, in section: UInt64) -> Bool {
    if content.name.item != item || content.section != section || !isDisplayed || pending != 0 {
      return false
    }
    return content.values.isSame(as: leaf.values(offset))
  }
}

/// What a cell is bound to, or is to be bound to.
struct CellContent: BitwiseCopyable {
  var name = CellName(item: 0)
  /// The item's, or the supplementary's: with another one it is not the same any more.
  var identity = Key(low: 0, high: 0)
  /// Of the item's, or supplementary's, section; 0: of the list.
  var section: UInt64 = 0
  var sectionKey = Key(low: 0, high: 0)
  var values = ItemValues()

  var isItem: Bool { name.item != 0 }

  /// Whether a cell that shows this shows `other` as well.
  @inline(__always) func isSame(as other: CellContent) -> Bool {
    name == other.name && section == other.section && values.isSame(as: other.values)
      && identity.low == other.identity.low && identity.high == other.identity.high
  }
}

extension EventRecord {
  /// About a cell, or about what one shows; without a position.
  init(_ kind: UInt32, _ content: CellContent) {
    self.init(kind)
    item = content.name.item
    section = content.section
    key = content.isItem ? content.identity : content.sectionKey
    sectionKey = content.sectionKey
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
