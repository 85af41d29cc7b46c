// A growable array whose values never move, so that a read needs no lock:
//
//     directory   [ * | * | nil ... ]             26 pointers, each set once, with a releasing store
//                   │   └─► 128 values            values 64 ..< 192
//                   └─────► 64 values             values 0 ..< 64
//
// Every segment is twice as large as the one before it, and zeroed when allocated. Only one thread at a time
// may grow the array; the owner's lock ensures it.

import CPlatform

@safe struct Segments<Value: BitwiseCopyable> {
  static var capacity: Int { first * ((1 << directoryCount) - 1) }
  static var directoryCount: Int { 26 }
  private static var first: Int { 64 }

  private let directory: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  /// The directory must be zeroed.
  @unsafe init(over directory: UnsafeMutableRawPointer) {
    unsafe self.directory = directory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  /// The value's address, or nil if its segment does not exist. `index` may be any number.
  @inline(__always) func find(_ index: UInt32) -> UnsafeMutablePointer<Value>? {
    let offset = Int(index) + Segments.first
    let segment = Segments.segment(of: offset)
    guard segment < Segments.directoryCount,
      let base = unsafe iqp_load_pointer(directory + segment)
    else { return nil }
    let values = unsafe base.assumingMemoryBound(to: Value.self)
    return unsafe values + (offset - (Segments.first << segment))
  }

  /// The address of a value that must exist.
  @inline(__always) subscript(index: UInt32) -> UnsafeMutablePointer<Value> {
    unsafe find(index).unsafelyUnwrapped
  }

  /// Allocates the segment of `index`, which must be below `capacity` and at most one beyond the last value.
  func extend(to index: UInt32) throws(Refusal) {
    let segment = Segments.segment(of: Int(index) + Segments.first)
    guard unsafe directory[segment] == nil else { return }
    let bytes = Segments.bytes(of: segment)
    let memory = unsafe try Memory.allocate(bytes)
    unsafe memset(memory, 0, bytes)
    unsafe iqp_store_pointer(directory + segment, memory)
  }

  /// Releases all segments; no thread may be reading.
  func free() {
    for segment in 0..<Segments.directoryCount {
      guard let memory = unsafe directory[segment] else { return }
      unsafe directory[segment] = nil
      unsafe Memory.release(memory, Segments.bytes(of: segment))
    }
  }

  private static func segment(of offset: Int) -> Int { Int.bitWidth - 7 - offset.leadingZeroBitCount }

  private static func bytes(of segment: Int) -> Int { (first << segment) * MemoryLayout<Value>.stride }
}
