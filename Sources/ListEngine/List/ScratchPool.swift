// The scratch memory of updates, diffs and applied changesets, and the records of open edits, shared by the
// whole process: a list that is not being changed needs none.
//
//     borrow       the list's own one, else the first of the pool, else a new one
//     give back    over 1 MB    stays with its list, or is freed if it has none
//                  else         first of the pool; freed if the pool then held more than 8 MB
//
//     scratch ─► | 12 kB | ─► | 300 kB | ─► | 9 kB |      the last one that was given back comes first: it is
//     edits   ─► | 4 kB | ─► | 20 kB |                    in the cache
//
// Each borrower has its own, also within a host function that another one calls. The lock is held for a few
// instructions; nothing is allocated or freed under it.

import CPlatform

/// What the pool keeps from one use to the next.
protocol Pooled: ~Copyable {
  init()
  /// More bytes than these are not kept.
  static var mostOfOne: Int { get }
  var bytes: Int { get }
  /// While it is in the pool.
  var nextInPool: UnsafeMutablePointer<Self>? { get set }
  var pooledBytes: Int { get set }
}

extension UpdateScratch: Pooled {
  static var mostOfOne: Int { ScratchPool.mostOfOne }
}

extension OpenEdit: Pooled {
  /// The next edit empties the tables of this one, whose cost is their size.
  static var mostOfOne: Int { 1 << 15 }
}

@safe public struct ScratchPool {
  /// More bytes than these stay with their list.
  static let mostOfOne = 1 << 20
  static let most = 8 << 20

  /// The lock is the first field.
  @unsafe private struct Root {
    var lock: pthread_mutex_t
    var scratch: UnsafeMutablePointer<UpdateScratch>?
    var edits: UnsafeMutablePointer<OpenEdit>?
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
    if let scratch = unsafe take(&root.pointee.scratch) { return scratch }
    return try Box(making: { UpdateScratch() })
  }

  func borrowEdit() throws(Refusal) -> Box<OpenEdit> {
    if let edit = unsafe take(&root.pointee.edits) { return edit }
    return try Box(making: { OpenEdit() })
  }

  func giveBack(_ scratch: consuming Box<UpdateScratch>) {
    let bytes = scratch.value.bytes
    giveBack(scratch, bytes: bytes)
  }

  fileprivate func giveBack(_ scratch: consuming Box<UpdateScratch>, bytes: Int) {
    unsafe put(scratch, bytes, &root.pointee.scratch)
  }

  /// It must have ended.
  func giveBack(_ edit: consuming Box<OpenEdit>) {
    let bytes = edit.value.bytes
    unsafe put(edit, bytes, &root.pointee.edits)
  }

  /// Frees what nobody has borrowed.
  public func empty() {
    while unsafe take(&root.pointee.scratch) != nil {}
    while unsafe take(&root.pointee.edits) != nil {}
  }

  /// Takes the first of a chain.
  @unsafe private func take<Value: Pooled & ~Copyable>(
    _ first: UnsafeMutablePointer<UnsafeMutablePointer<Value>?>
  ) -> Box<Value>? {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    guard let taken = unsafe first.pointee else { return nil }
    unsafe first.pointee = taken.pointee.nextInPool
    unsafe root.pointee.bytes -= taken.pointee.pooledBytes
    return unsafe Box(owning: taken)
  }

  /// Puts a value first, or frees it if it does not fit.
  @unsafe private func put<Value: Pooled & ~Copyable>(
    _ value: consuming Box<Value>, _ bytes: Int, _ first: UnsafeMutablePointer<UnsafeMutablePointer<Value>?>
  ) {
    if bytes > Value.mostOfOne { return }
    let pointer = unsafe value.release()
    unsafe pthread_mutex_lock(lock)
    let fits = unsafe root.pointee.bytes + bytes <= ScratchPool.most
    if fits {
      unsafe pointer.pointee.pooledBytes = bytes
      unsafe pointer.pointee.nextInPool = first.pointee
      unsafe first.pointee = pointer
      unsafe root.pointee.bytes += bytes
    }
    unsafe pthread_mutex_unlock(lock)
    if !fits { _ = unsafe Box(owning: pointer) }
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
    let bytes = borrowed.value.bytes
    if bytes > ScratchPool.mostOfOne {
      scratch.put(borrowed)
    } else {
      ScratchPool.process.giveBack(borrowed, bytes: bytes)
    }
  }
}
