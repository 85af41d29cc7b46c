// The process's registry of cell classes. It is append-only, so that a lookup by id takes no lock.
//
//     id   1   2   3   4 ...         entry id - 1 of the segments; 0 is "no class"
//
//                  (2) hash 50       by name: a binary search tree of the names' hashes, linked through the
//                 /   \              entries, so that registering allocates nothing for it. The hashes have
//      (1) hash 20     (4) hash 90   a secret seed, so the tree is as flat as one of random numbers.
//
// This is the only memory that outlives all objects: while a class is registered, `Memory.used` is not 0 and
// the allocator cannot be replaced.

import CPlatform

@safe public struct CellClasses {
  public static var limit: Int { 65_535 }
  public static var nameLimit: Int { 255 }

  /// The lock is the first field; the directory of the segments follows the struct.
  @unsafe private struct Root {
    var lock: pthread_mutex_t
    var count: UInt32
    /// The id of the tree's root.
    var top: UInt32
  }

  private let root: UnsafeMutablePointer<Root>
  private let entries: Segments<CellClass.Entry>

  /// `storage` must be zeroed memory.
  @unsafe init(over storage: UnsafeMutableRawPointer) {
    unsafe root = storage.assumingMemoryBound(to: Root.self)
    unsafe entries = Segments(over: root + 1)
  }

  public static var process: CellClasses { unsafe CellClasses(over: iqp_classes()) }

  /// The number of classes; their ids are 1 ... count.
  var count: Int {
    lock.lock()
    defer { lock.unlock() }
    return unsafe Int(root.pointee.count)
  }

  /// `id` may be any number.
  public func find(_ id: UInt32) -> CellClass? {
    guard id != 0, let entry = unsafe entries.find(id - 1) else { return nil }
    let name = unsafe UnsafeRawPointer(entry).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    return unsafe iqp_load_pointer(name) == nil ? nil : CellClass(entry)
  }

  /// The id of the class with that name, or 0.
  @unsafe public func find(name: UnsafeRawPointer, length: Int) -> UInt32 {
    lock.lock()
    defer { lock.unlock() }
    return unsafe search(name, length, hash(name, length)).number
  }

  /// Returns the id. The name must have 1 to `nameLimit` bytes; it is copied.
  @unsafe @_optimize(size) public func register(
    name: UnsafeRawPointer, length: Int, _ callbacks: CellClass.Callbacks
  ) throws(Refusal) -> UInt32 {
    Fork.setUp()
    lock.lock()
    defer { lock.unlock() }
    let hash = unsafe hash(name, length)
    let found = unsafe search(name, length, hash)
    guard found.number == 0 else { throw Refusal(.duplicateClass) }
    let count = unsafe root.pointee.count
    guard count < CellClasses.limit else { throw Refusal(.classLimit, limit: CellClasses.limit) }
    unsafe try entries.extend(to: count)
    let copy = unsafe try Memory.allocate(length + 1)

    unsafe memcpy(copy, name, length)
    unsafe copy.storeBytes(of: 0 as UInt8, toByteOffset: length, as: UInt8.self)
    let entry = unsafe entries[count]
    unsafe entry.pointee.nameLength = length
    unsafe entry.pointee.callbacks = callbacks
    unsafe entry.pointee.hash = hash
    unsafe iqp_store_pointer(
      UnsafeMutableRawPointer(entry).assumingMemoryBound(to: UnsafeMutableRawPointer?.self), copy)
    unsafe root.pointee.count = count + 1
    link(count + 1, below: found.parent, hash)
    return count + 1
  }

  private var lock: ProcessMutex { unsafe ProcessMutex(over: root) }

  @_optimize(size) private func hash(_ name: UnsafeRawPointer, _ length: Int) -> UInt64 {
    var hash = SipHash(key: Key(low: Seed.process, high: 0))
    unsafe hash.append(name, count: length)
    return hash.finish().low
  }

  /// The class with that name; otherwise the class under which it is inserted (0: none).
  private func search(
    _ name: UnsafeRawPointer, _ length: Int, _ hash: UInt64
  ) -> (number: UInt32, parent: UInt32) {
    var parent: UInt32 = 0
    var id = unsafe root.pointee.top
    while id != 0 {
      let entry = unsafe entries[id - 1].pointee
      if unsafe entry.hash == hash, unsafe entry.nameLength == length,
        unsafe memcmp(entry.name.unsafelyUnwrapped, name, length) == 0
      {
        return (id, 0)
      }
      parent = id
      id = unsafe hash < entry.hash ? entry.lower : entry.higher
    }
    return (0, parent)
  }

  private func link(_ id: UInt32, below parent: UInt32, _ hash: UInt64) {
    if parent == 0 {
      unsafe root.pointee.top = id
    } else if case let entry = unsafe entries[parent - 1], unsafe hash < entry.pointee.hash {
      unsafe entry.pointee.lower = id
    } else {
      unsafe entries[parent - 1].pointee.higher = id
    }
  }
}
