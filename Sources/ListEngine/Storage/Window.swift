// Consecutive items of one side that are in plain memory: those of one leaf, or the host's columns. Items are
// named by their flat position.
//
//     leaf     | 8 2 5 7 |       window    low 300, high 304: key(301) is 2
//                                a host's columns are one window, from 0 to their count

import CPlatform

@safe struct Window: BitwiseCopyable {
  /// The key of the item at `low`.
  private let keys: UnsafeRawPointer
  private let contents: UnsafeRawPointer
  private let keyStride: Int
  private let contentStride: Int
  let low: Int
  let high: Int
  /// The leaf, if there is one: the same leaf at the same offset contains the same items.
  let leaf: Leaf?

  init(_ leaf: Leaf, at low: Int, count: Int) {
    unsafe keys = UnsafeRawPointer(leaf.keys)
    unsafe contents = UnsafeRawPointer(leaf.contents)
    keyStride = 16
    contentStride = 8
    self.low = low
    high = low &+ count
    self.leaf = leaf
  }

  init(_ columns: Columns) {
    unsafe keys = columns.keys.base
    unsafe contents = columns.contents.base
    keyStride = columns.keys.stride
    contentStride = columns.contents.stride
    low = 0
    high = columns.count
    leaf = nil
  }

  /// A window that contains no item.
  static var none: Window { Window(.empty) }

  @inline(__always) func contains(_ flat: Int) -> Bool { flat >= low && flat < high }

  @inline(__always) func key(_ flat: Int) -> Key {
    assert(contains(flat))
    return unsafe keys(from: flat).loadUnaligned(as: Key.self)
  }
  @inline(__always) func content(_ flat: Int) -> UInt64 {
    assert(contains(flat))
    return unsafe contents(from: flat).loadUnaligned(as: UInt64.self)
  }

  /// Whether both columns are packed, as in a leaf.
  @inline(__always) var isPacked: Bool { keyStride == 16 && contentStride == 8 }

  /// The address of a key, and of a content; packed ones follow it.
  @unsafe @inline(__always) func keys(from flat: Int) -> UnsafeRawPointer {
    unsafe keys + (flat &- low) &* keyStride
  }
  @unsafe @inline(__always) func contents(from flat: Int) -> UnsafeRawPointer {
    unsafe contents + (flat &- low) &* contentStride
  }
}

/// The window of a leaf, whose columns are packed.
@safe struct LeafWindow: BitwiseCopyable {
  private let keys: UnsafePointer<Key>
  private let contents: UnsafePointer<UInt64>
  private let slots: UnsafePointer<UInt32>
  let low: Int
  let high: Int
  let leaf: Leaf

  init(_ leaf: Leaf, at low: Int, count: Int) {
    unsafe keys = UnsafePointer(leaf.keys)
    unsafe contents = UnsafePointer(leaf.contents)
    unsafe slots = UnsafePointer(leaf.slots)
    self.low = low
    high = low &+ count
    self.leaf = leaf
  }

  @inline(__always) func contains(_ flat: Int) -> Bool { flat >= low && flat < high }

  @inline(__always) func key(_ flat: Int) -> Key {
    assert(contains(flat))
    return unsafe keys[flat &- low]
  }
  @inline(__always) func content(_ flat: Int) -> UInt64 {
    assert(contains(flat))
    return unsafe contents[flat &- low]
  }

  @inline(__always) func slot(_ flat: Int) -> Slot {
    assert(contains(flat))
    return unsafe Slot(slots[flat &- low])
  }

  // MARK: Comparing with a packed window

  /// How many keys from `flat` on equal those of `other`, up to `width`. Long ranges are compared as memory,
  /// in ever larger pieces, because usually all of it is equal.
  func equalKeys(at flat: Int, _ other: Window, at otherFlat: Int, _ width: Int) -> Int {
    let left = unsafe UnsafeRawPointer(keys + (flat &- low))
    let right = unsafe other.keys(from: otherFlat)
    var equal = 0
    var piece = 16
    while equal < width {
      let length = min(piece, width &- equal)
      if unsafe memcmp(left + equal &* 16, right + equal &* 16, length &* 16) != 0 { break }
      equal &+= length
      piece = 64
    }
    while equal &+ 4 <= width, unsafe LeafWindow.areEqual(left + equal &* 16, right + equal &* 16) {
      equal &+= 4
    }
    while equal < width, key(flat &+ equal) == other.key(otherFlat &+ equal) { equal &+= 1 }
    return equal
  }

  @inline(__always) func hasContents(at flat: Int, _ other: Window, at otherFlat: Int, _ width: Int) -> Bool {
    unsafe memcmp(contents + (flat &- low), other.contents(from: otherFlat), width &* 8) == 0
  }

  @inline(__always) func hasEightContents(at flat: Int, _ other: Window, at otherFlat: Int) -> Bool {
    unsafe LeafWindow.areEqual(UnsafeRawPointer(contents + (flat &- low)), other.contents(from: otherFlat))
  }

  /// Compares 64 bytes.
  @inline(__always) private static func areEqual(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> Bool {
    var difference: UInt64 = 0
    for word in 0..<8 {
      difference |=
        unsafe (a + word &* 8).loadUnaligned(as: UInt64.self)
        ^ (b + word &* 8).loadUnaligned(as: UInt64.self)
    }
    return difference == 0
  }
}
