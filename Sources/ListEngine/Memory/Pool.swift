// Values that are used again and again, kept for the whole process: who needs one takes it, and puts it back.
//
//     chains     scratch    ─► | 12 kB | ─► | 300 kB | ─► | 9 kB |      the last one that was put back comes first:
//                changesets ─► | 1 kB | ─► | 2 kB |                     it is in the cache
//
// The lock is held for a few instructions; nothing is allocated or freed under it.

import CPlatform

/// What the pool keeps from one use to the next.
protocol Pooled: ~Copyable {
  init()
  /// The chain of its type.
  static var chain: Pool.Chain { get }
  var bytes: Int { get }
  /// While it is in the pool.
  var nextInPool: UnsafeMutablePointer<Self>? { get set }
  var pooledBytes: Int { get set }
}

@safe struct Pool {
  /// The values of one type.
  struct Chain {
    let index: Int
    /// A value with more bytes is not kept.
    let mostOfOne: Int
    /// All of them together.
    let most: Int

    static let scratch = Chain(index: 0, mostOfOne: 1 << 20, most: 7 << 20)
    /// The next edit empties the tables of this one, whose cost is their size.
    static let edits = Chain(index: 1, mostOfOne: 1 << 15, most: 1 << 19)
    /// The next one may be small and be kept for long, with the memory of this one.
    static let changesets = Chain(index: 2, mostOfOne: 1 << 12, most: 1 << 19)
  }

  @unsafe private struct Head {
    var first: UnsafeMutableRawPointer?
    var bytes: Int
  }

  /// The lock is the first field; the head of each chain follows the struct.
  @unsafe private struct Root {
    var lock: pthread_mutex_t
  }

  private let root: UnsafeMutablePointer<Root>

  static var process: Pool {
    unsafe Pool(root: iqp_scratch_pool().assumingMemoryBound(to: Root.self))
  }

  private var lock: UnsafeMutablePointer<pthread_mutex_t> {
    unsafe UnsafeMutableRawPointer(root).assumingMemoryBound(to: pthread_mutex_t.self)
  }

  @unsafe private func head(_ chain: Chain) -> UnsafeMutablePointer<Head> {
    unsafe UnsafeMutableRawPointer(root + 1).assumingMemoryBound(to: Head.self) + chain.index
  }

  /// Takes the first of a chain, or makes one.
  func borrow<Value: Pooled & ~Copyable>() throws(Refusal) -> Box<Value> {
    if let taken: Box<Value> = take() { return taken }
    return try Box(making: { Value() })
  }

  func take<Value: Pooled & ~Copyable>() -> Box<Value>? {
    let head = unsafe head(Value.chain)
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    guard let first = unsafe head.pointee.first else { return nil }
    let taken = unsafe first.assumingMemoryBound(to: Value.self)
    unsafe head.pointee.first = UnsafeMutableRawPointer(taken.pointee.nextInPool)
    unsafe head.pointee.bytes -= taken.pointee.pooledBytes
    return unsafe Box(owning: taken)
  }

  /// Puts a value first, or frees it if it does not fit.
  func put<Value: Pooled & ~Copyable>(_ value: consuming Box<Value>, bytes: Int) {
    if bytes > Value.chain.mostOfOne { return }
    let head = unsafe head(Value.chain)
    let pointer = unsafe value.release()
    unsafe pthread_mutex_lock(lock)
    let fits = unsafe head.pointee.bytes + bytes <= Value.chain.most
    if fits {
      unsafe pointer.pointee.pooledBytes = bytes
      unsafe pointer.pointee.nextInPool = head.pointee.first?.assumingMemoryBound(to: Value.self)
      unsafe head.pointee.first = UnsafeMutableRawPointer(pointer)
      unsafe head.pointee.bytes += bytes
    }
    unsafe pthread_mutex_unlock(lock)
    if !fits { _ = unsafe Box(owning: pointer) }
  }
}
