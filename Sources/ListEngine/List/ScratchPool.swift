// The scratch memory of updates, diffs and applied changesets, shared by the whole process: a list that is not
// being updated needs none.
//
//     borrow       the list's own one, else the first of the pool, else a new one
//     give back    over 1 MB    stays with its list, or is freed if it has none
//                  else         first of the pool; freed if the pool then held more than 8 MB
//
//     process ─► | 12 kB | ─► | 300 kB | ─► | 9 kB |      the last one that was given back comes first: it is
//                                                         in the cache
//
// Each borrower has its own, also within a host function that another one calls. The lock is held for a few
// instructions, and while what does not fit is freed: an allocator may not call the library.

import CPlatform

@safe public struct ScratchPool {
  /// More bytes than these stay with their list.
  static let mostOfOne = 1 << 20
  static let most = 8 << 20

  /// The lock is the first field.
  @unsafe private struct Root {
    var lock: pthread_mutex_t
    var first: UnsafeMutablePointer<UpdateScratch>?
    var bytes: Int
  }

  private let root: UnsafeMutablePointer<Root>

  public static var process: ScratchPool {
    unsafe ScratchPool(root: iqp_scratch_pool().assumingMemoryBound(to: Root.self))
  }

  private var lock: UnsafeMutablePointer<pthread_mutex_t> {
    unsafe UnsafeMutableRawPointer(root).assumingMemoryBound(to: pthread_mutex_t.self)
  }

  func borrow() throws(Refusal) -> Box<UpdateScratch> {
    if let scratch = takeFirst() { return scratch }
    return try Box(making: { UpdateScratch() })
  }

  func giveBack(_ scratch: consuming Box<UpdateScratch>) {
    let bytes = scratch.value.bytes
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    // Freed at the end of this function.
    if unsafe bytes > ScratchPool.mostOfOne || root.pointee.bytes + bytes > ScratchPool.most { return }
    let pointer = unsafe scratch.release()
    unsafe pointer.pointee.pooledBytes = bytes
    unsafe pointer.pointee.nextInPool = root.pointee.first
    unsafe root.pointee.first = pointer
    unsafe root.pointee.bytes += bytes
  }

  /// Frees what nobody has borrowed.
  public func empty() { while takeFirst() != nil {} }

  private func takeFirst() -> Box<UpdateScratch>? {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    guard let first = unsafe root.pointee.first else { return nil }
    unsafe root.pointee.first = first.pointee.nextInPool
    unsafe root.pointee.bytes -= first.pointee.pooledBytes
    return unsafe Box(owning: first)
  }
}

/// Scratch memory from the pool, to which it is given back when this is destroyed.
@safe struct BorrowedScratch: ~Copyable {
  private let pointer: UnsafeMutablePointer<UpdateScratch>

  init() throws(Refusal) { unsafe pointer = try ScratchPool.process.borrow().release() }

  deinit { ScratchPool.process.giveBack(unsafe Box(owning: pointer)) }

  var value: UpdateScratch {
    _read { yield unsafe pointer.pointee }
    nonmutating _modify { yield unsafe &pointer.pointee }
  }
}

extension List {
  func borrowScratch() throws(Refusal) -> Box<UpdateScratch> {
    if let own = scratch.take() { return own }
    return try ScratchPool.process.borrow()
  }

  func giveBack(_ borrowed: consuming Box<UpdateScratch>) {
    if borrowed.value.bytes > ScratchPool.mostOfOne {
      scratch.put(borrowed)
    } else {
      ScratchPool.process.giveBack(borrowed)
    }
  }
}
