// Appends many changes within the memory that is reserved for them.
//
//     var writer = ChangeWriter(changes)
//     ... writer.write(change) ...
//     writer.finish(&changes)
//
// A change is 56 bytes, and there may be two for each item: writing them takes most of the time of a batch. The
// position is in a register instead of in the buffer, and the lines that come next are prefetched.

import CPlatform

@safe struct ChangeWriter {
  private var next: UnsafeMutablePointer<Change>?
  /// How many more there is memory for.
  private var room: Int

  /// How many changes ahead are prefetched.
  private static let ahead = 8

  /// Begins after the last change. Until `finish` the buffer is not changed otherwise.
  init(_ changes: borrowing Buffer<Change>) {
    unsafe next = changes.pointer.map { unsafe $0 + changes.count }
    room = changes.capacity - changes.count
  }

  @inline(__always) mutating func write(_ change: Change) {
    assert(room > 0)
    room &-= 1
    guard let next = unsafe next else { return }
    unsafe iqp_prefetch(next + ChangeWriter.ahead)
    unsafe next.pointee = change
    unsafe self.next = next + 1
  }

  /// Counts the changes that were written.
  func finish(_ changes: inout Buffer<Change>) {
    guard let next = unsafe next, let first = unsafe changes.pointer else { return }
    changes.setCountWithinCapacity(unsafe next - first)
  }
}
