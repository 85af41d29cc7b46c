// The items of one side that can be read in one piece: up to the end of a leaf, or of the host's columns.

import CPlatform

/// Consecutive items in plain memory.
@safe struct Window: BitwiseCopyable {
  var keys: UnsafeRawPointer
  var contents: UnsafeRawPointer
  var keyStride: Int
  var contentStride: Int
  var count: Int
  /// The leaf, if there is one: the same leaf at the same offset contains the same items.
  var leaf: Leaf?
  var offset: Int

  @inline(__always) func key(_ i: Int) -> Key {
    unsafe (keys + i &* keyStride).loadUnaligned(as: Key.self)
  }
  @inline(__always) func content(_ i: Int) -> UInt64 {
    unsafe (contents + i &* contentStride).loadUnaligned(as: UInt64.self)
  }

  /// The slot, in a leaf.
  @inline(__always) func slot(_ i: Int) -> Slot { leaf?.slot(offset &+ i) ?? .noIndex }

  /// Whether both columns are packed, as in a leaf.
  @inline(__always) var isPacked: Bool { keyStride == 16 && contentStride == 8 }

  /// Both windows must be packed.
  @inline(__always) func hasKeys(of other: Window, _ width: Int) -> Bool {
    unsafe memcmp(keys, other.keys, width * 16) == 0
  }
  @inline(__always) func hasContents(of other: Window, _ width: Int) -> Bool {
    unsafe memcmp(contents, other.contents, width * 8) == 0
  }

  /// The number of equal keys at the start, counted in whole blocks of four.
  @inline(__always) func blocksOfKeys(of other: Window, _ width: Int) -> Int {
    var i = 0
    while i + 4 <= width, unsafe Window.areEqual(keys + i &* 16, other.keys + i &* 16) { i += 4 }
    return i
  }
  @inline(__always) func hasEightContents(of other: Window, at i: Int) -> Bool {
    unsafe Window.areEqual(contents + i &* 8, other.contents + i &* 8)
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
