// Values that are used again and again, kept for the whole process: who needs one takes it, and puts it back.
//
//     bins       scratch    ─► | 12 kB | ─► | 300 kB | ─► | 9 kB |      the last one that was put back comes first:
//                changesets ─► | 1 kB | ─► | 2 kB |                     it is in the cache
//
// The lock is held for a few instructions; nothing is allocated or freed under it.

import CPlatform

/// A value that the pool keeps from one use to the next.
protocol Pooled: ~Copyable, Chained {
  init()
  /// The bin of its type.
  static var bin: Pool.Bin { get }
  var bytes: Int { get }
  /// While it is in the pool.
  var pooledBytes: Int { get set }
}

@safe struct Pool {
  /// The values of one type.
  struct Bin {
    let index: Int
    /// A value with more bytes is not kept.
    let mostOfOne: Int
    /// All of them together.
    let most: Int

    static let scratch = Bin(index: 0, mostOfOne: 1 << 20, most: 7 << 20)
    /// The next edit empties the tables of this one, whose cost is their size.
    static let edits = Bin(index: 1, mostOfOne: 1 << 15, most: 1 << 19)
    /// The next one may be small and be kept for long, with the memory of this one.
    static let changesets = Bin(index: 2, mostOfOne: 1 << 12, most: 1 << 19)
  }

  /// Has the same size for each type.
  @safe private struct Content<Value: Pooled & ~Copyable>: ~Copyable {
    var values = Chain<Value>()
    var bytes = 0
  }

  /// The lock is the first field; the content of each bin follows the struct.
  @unsafe private struct Root {
    var lock: pthread_mutex_t
  }

  private let root: UnsafeMutablePointer<Root>

  static var process: Pool {
    unsafe Pool(root: iqp_scratch_pool().assumingMemoryBound(to: Root.self))
  }

  private var lock: ProcessMutex { unsafe ProcessMutex(over: root) }

  @unsafe private func content<Value: Pooled & ~Copyable>() -> UnsafeMutablePointer<Content<Value>> {
    unsafe UnsafeMutableRawPointer(root + 1).assumingMemoryBound(to: Content<Value>.self) + Value.bin.index
  }

  /// Takes the first of a bin, or makes one.
  func borrow<Value: Pooled & ~Copyable>() throws(Refusal) -> Box<Value> {
    if let taken: Box<Value> = take() { return taken }
    return try Box(making: { Value() })
  }

  func take<Value: Pooled & ~Copyable>() -> Box<Value>? {
    let content: UnsafeMutablePointer<Content<Value>> = unsafe content()
    lock.lock()
    defer { lock.unlock() }
    guard let taken = unsafe content.pointee.values.first else { return nil }
    unsafe content.pointee.values.remove(taken)
    unsafe content.pointee.bytes -= taken.pointee.pooledBytes
    return unsafe Box(owning: taken)
  }

  /// Puts a value first, or frees it if it does not fit.
  func put<Value: Pooled & ~Copyable>(_ value: consuming Box<Value>, bytes: Int) {
    if bytes > Value.bin.mostOfOne { return }
    let content: UnsafeMutablePointer<Content<Value>> = unsafe content()
    let pointer = unsafe value.release()
    lock.lock()
    let fits = unsafe content.pointee.bytes + bytes <= Value.bin.most
    if fits {
      unsafe pointer.pointee.pooledBytes = bytes
      unsafe content.pointee.values.prepend(pointer)
      unsafe content.pointee.bytes += bytes
    }
    lock.unlock()
    if !fits { _ = unsafe Box(owning: pointer) }
  }
}
