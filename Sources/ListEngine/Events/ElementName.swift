// An element of a list by handle, as cells, marks and the host's calls name it.
//
//     item    section    kind, index
//     7       0          0, 0           the item 7
//     0       9          2, 0           a supplementary of the section 9; of kind 0: the section itself
//     0       0          2, 0           a supplementary of the list itself

public struct ElementName: BitwiseCopyable {
  public let item: UInt64
  public let section: UInt64
  public let kind: UInt32
  public let index: UInt32

  public init(item: UInt64) {
    self.item = item
    section = 0
    kind = 0
    index = 0
  }

  public init(section: UInt64, kind: UInt32 = 0, index: UInt32 = 0) {
    item = 0
    self.section = section
    self.kind = kind
    self.index = index
  }

  /// Whether it names something that a cell can show: not a section, nor the list.
  var hasCell: Bool { item != 0 || kind != 0 }

  @inline(__always) static func == (a: ElementName, b: ElementName) -> Bool {
    if a.item != 0 { return a.item == b.item }
    return b.item == 0 && a.section == b.section && a.kind == b.kind && a.index == b.index
  }

  var fingerprint: Fingerprint {
    let mixed = (item &+ section &+ UInt64(kind) &* 31 &+ UInt64(index)) &* 0x9e37_79b9_7f4a_7c15
    return KeyIndex.fingerprint(ofNumber: UInt32(truncatingIfNeeded: mixed &>> 32))
  }
}

/// An element that an update or an edit has asked to reload or to reconfigure. A view finds every other change by
/// itself: its cells know what they were bound to.
struct ViewMark: BitwiseCopyable {
  var name: ElementName
  /// `ChangeFlags.reload` or `reconfigure`.
  var flags: UInt32
}
