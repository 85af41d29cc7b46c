// What cells and marks are about, by handle.

struct CellName: BitwiseCopyable {
  /// 0: a supplementary, of the section or of the list (0).
  var item: UInt64 = 0
  var section: UInt64 = 0
  var kind: UInt32 = 0
  var index: UInt32 = 0

  init(item: UInt64) { self.item = item }

  init(section: UInt64, kind: UInt32, index: UInt32) {
    self.section = section
    self.kind = kind
    self.index = index
  }

  @inline(__always) static func == (a: CellName, b: CellName) -> Bool {
    a.item == b.item && a.section == b.section && a.kind == b.kind && a.index == b.index
  }

  var fingerprint: Fingerprint {
    let mixed = (item &+ section &+ UInt64(kind) &* 31 &+ UInt64(index)) &* 0x9e37_79b9_7f4a_7c15
    return KeyIndex.fingerprint(ofNumber: UInt32(truncatingIfNeeded: mixed &>> 32))
  }
}

/// What an update or an edit has asked to reload or to reconfigure. All else that has changed a view finds by itself:
/// its cells know what they were bound to.
struct ViewMark: BitwiseCopyable {
  var name: CellName
  /// `ChangeFlags.reload` or `reconfigure`.
  var flags: UInt32
}
