// The objects that hosts hold: lists, snapshots, changesets, edits. What a host is given looks like a
// pointer and is none; it is never dereferenced but looked up here, so that a stale, forged or twice
// destroyed one is found out.
//
//     handle   63        60 59             32 31              0
//              [   kind    |   generation    |      slot       ]     kind is never 0: never NULL
//
//     entry    [   kind    |   generation    | dead |   pins   ]     one atomic word
//              [ the object, or the next vacant slot           ]     vacant: kind 0
//
//     claim ──► publish ──► pin, unpin ... ──► destroy (dead) ──► last unpin ──► vacate
//       └──────────────────────── give back ─────────────────────────────────────┘
//
// Looking up takes no lock: the upper half of the word must be the upper half of the handle, and one
// exchange of the word adds the pin. Once dead, no pin is added any more, so exactly one thread sees
// the word dead and without pins: that one takes the object down, outside of any lock, and vacates.
//
// A vacated slot goes on with the next generation. When it has come round to the generation it began
// with, the slot retires: no handle value is ever given out twice. Generations begin anywhere, so that
// a handle of another process, or of before a trim, passes by a chance of 2^-28 only.

import CPlatform

public struct HandleKind: BitwiseCopyable, Sendable {
  /// 1 to 15.
  let code: UInt32
  public init(code: UInt32) { self.code = code }

  public static let list = HandleKind(code: 1)
  public static let snapshot = HandleKind(code: 2)
  public static let changeset = HandleKind(code: 3)
  public static let edit = HandleKind(code: 4)
}

/// What hosts hold, as a number.
public struct Handle: BitwiseCopyable, Sendable {
  public let bits: UInt64
  public init(bits: UInt64) { self.bits = bits }

  var slot: UInt32 { UInt32(truncatingIfNeeded: bits) }
  /// Kind and generation, as they stand in the entry's word.
  var tag: UInt64 { bits >> 32 }
}

@safe public struct HandleTable {
  /// The word comes first, so that a pointer to an entry is one to its word.
  struct Entry: BitwiseCopyable {
    var word: Int64
    var content: Int
  }

  /// The lock comes first, and the directory of the segments follows.
  @unsafe struct Root {
    var lock: pthread_mutex_t
    var seed: UInt64
    /// Slots that were ever claimed.
    var reached: UInt32
    /// 1 + the first vacant slot; 0: none.
    var vacant: UInt32
    /// Slots claimed and not vacated.
    var live: UInt32
    var trims: UInt32
  }

  private let root: UnsafeMutablePointer<Root>
  private let entries: Segments<Entry>
  private let generationMask: UInt64

  /// Over zeroed memory. Fewer generation bits are for tests.
  @unsafe init(over storage: UnsafeMutableRawPointer, generationBits: UInt64 = 28) {
    unsafe root = storage.assumingMemoryBound(to: Root.self)
    unsafe entries = Segments(over: root + 1)
    generationMask = (1 << generationBits) - 1
  }

  public static var process: HandleTable { unsafe HandleTable(over: iqp_handles()) }
}

// MARK: Looking up

extension HandleTable {
  private static var dead: UInt64 { 1 << 31 }
  private static var pinMask: UInt64 { (1 << 31) - 1 }

  /// The object, which stays until `unpin`.
  public func pin(_ handle: Handle, _ kind: HandleKind) throws(Refusal) -> UnsafeMutableRawPointer {
    guard handle.bits >> 60 == UInt64(kind.code), let entry = unsafe entries.find(handle.slot) else {
      throw Refusal(.handle)
    }
    let word = unsafe HandleTable.word(of: entry)
    while true {
      let before = unsafe UInt64(bitPattern: iqp_load(word))
      guard before >> 32 == handle.tag, before & HandleTable.dead == 0 else { throw Refusal(.handle) }
      if unsafe iqp_exchange_if(word, Int64(bitPattern: before), Int64(bitPattern: before + 1)) { break }
    }
    return unsafe UnsafeMutableRawPointer(bitPattern: entry.pointee.content).unsafelyUnwrapped
  }

  /// Answers whether this was the last pin of a dead object: then the caller takes it down and vacates.
  public func unpin(_ handle: Handle) -> Bool {
    let word = unsafe HandleTable.word(of: entries[handle.slot])
    let after = unsafe UInt64(bitPattern: iqp_add(word, -1))
    return after & (HandleTable.dead | HandleTable.pinMask) == HandleTable.dead
  }

  /// Marks a pinned object dead: it cannot be pinned any more and goes with its last pin. Refused if
  /// another thread was first.
  public func kill(_ handle: Handle) throws(Refusal) {
    let word = unsafe HandleTable.word(of: entries[handle.slot])
    while true {
      let before = unsafe UInt64(bitPattern: iqp_load(word))
      guard before & HandleTable.dead == 0 else { throw Refusal(.handle) }
      let after = before | HandleTable.dead
      if unsafe iqp_exchange_if(word, Int64(bitPattern: before), Int64(bitPattern: after)) { return }
    }
  }
}

extension HandleTable {
  /// Of a pinned object: whether it has been destroyed meanwhile.
  func isDead(_ handle: Handle) -> Bool {
    unsafe UInt64(bitPattern: iqp_load(HandleTable.word(of: entries[handle.slot]))) & HandleTable.dead != 0
  }
}

// MARK: Coming and going

extension HandleTable {
  /// A handle that names nothing yet.
  public func claim(_ kind: HandleKind) throws(Refusal) -> Handle {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    let slot = try vacantSlot()
    unsafe root.pointee.live += 1
    let generation = unsafe UInt64(bitPattern: iqp_load(HandleTable.word(of: entries[slot]))) >> 32
    return Handle(bits: UInt64(kind.code) << 60 | generation << 32 | UInt64(slot))
  }

  /// From here on the handle names the object.
  @unsafe public func publish(_ handle: Handle, _ object: UnsafeMutableRawPointer) {
    let entry = unsafe entries[handle.slot]
    unsafe entry.pointee.content = Int(bitPattern: object)
    unsafe iqp_store(HandleTable.word(of: entry), Int64(bitPattern: handle.tag << 32))
  }

  /// Takes back a handle that names nothing: claimed only, or its object taken down.
  public func vacate(_ handle: Handle) {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    let slot = handle.slot
    let entry = unsafe entries[slot]
    let next = (handle.tag + 1) & generationMask
    unsafe iqp_store(HandleTable.word(of: entry), Int64(bitPattern: next << 32))
    unsafe root.pointee.live -= 1
    guard next != firstGeneration(of: slot) else { return }
    unsafe entry.pointee.content = Int(root.pointee.vacant)
    unsafe root.pointee.vacant = slot + 1
  }

  /// Gives all memory back, unless an object lives. No other call may look anything up meanwhile, not
  /// even a stale handle: what it would read is being freed.
  public func trim() throws(Refusal) {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    guard unsafe root.pointee.live == 0 else { throw Refusal(.state) }
    entries.free()
    unsafe root.pointee.reached = 0
    unsafe root.pointee.vacant = 0
    unsafe root.pointee.trims &+= 1
  }

  private var lock: UnsafeMutablePointer<pthread_mutex_t> {
    unsafe UnsafeMutableRawPointer(root).assumingMemoryBound(to: pthread_mutex_t.self)
  }

  @inline(__always) private static func word(
    of entry: UnsafeMutablePointer<Entry>
  ) -> UnsafeMutablePointer<Int64> {
    unsafe UnsafeMutableRawPointer(entry).assumingMemoryBound(to: Int64.self)
  }

  private func vacantSlot() throws(Refusal) -> UInt32 {
    if case let vacant = unsafe root.pointee.vacant, vacant != 0 {
      unsafe root.pointee.vacant = UInt32(entries[vacant - 1].pointee.content)
      return vacant - 1
    }
    let slot = unsafe root.pointee.reached
    guard Int(slot) + 1 < Segments<Entry>.capacity else { throw Refusal(.limit) }
    try entries.extend(to: slot)
    if slot == 0 { unsafe root.pointee.seed = Seed.process &+ UInt64(root.pointee.trims) }
    let generation = firstGeneration(of: slot)
    unsafe iqp_store(HandleTable.word(of: entries[slot]), Int64(bitPattern: generation << 32))
    unsafe root.pointee.reached = slot + 1
    return slot
  }

  private func firstGeneration(of slot: UInt32) -> UInt64 {
    unsafe Seed.mix(root.pointee.seed ^ UInt64(slot) << 32) & generationMask
  }
}
