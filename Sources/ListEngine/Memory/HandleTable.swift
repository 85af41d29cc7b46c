// The table of the objects that hosts hold: lists, snapshots, changesets, edits, views, replays. A handle looks like a
// pointer to the host but is an entry of this table and is never dereferenced, so that a stale, forged or
// already destroyed handle is detected.
//
//     handle   63        60 59             32 31              0
//              [   kind    |   generation    |      slot       ]     kind is never 0: never NULL
//
//     entry    [   kind    | generation | dead | lost | pins   ]     one atomic word
//              [ the object, or the next vacant slot           ]     vacant: kind 0
//
//     claim ──► publish ──► pin, unpin ... ──► destroy (dead) ──► last unpin ──► vacate
//       └──────────────────── vacate (claim undone) ───────────────────────────────┘
//
// A lookup takes no lock: it compares the upper half of the word with the upper half of the handle and adds a
// pin with one compare-and-exchange. A dead object accepts no new pin, so exactly one thread sees the word
// dead and without pins. That thread destroys the object, outside any lock, and vacates the slot.
//
// In a child of a fork an object that was pinned then is lost: the thread inside it does not exist there. It is as
// dead, but a lookup refuses it as busy, and it is never destroyed (Fork).
//
// A vacated slot continues with the next generation. When it reaches its first generation again, the slot
// retires: no handle value is ever reused. The first generation is random, so that a handle from another
// process, or from before a trim, passes with a probability of 2^-28.
//
// Not a Slab: entries are read without a lock, so they may not move as the table grows (Segments). That rules
// out one block of rows.

import CPlatform

public struct HandleKind: BitwiseCopyable, Sendable {
  /// From 1 to 15.
  let code: UInt32
  public init(code: UInt32) { self.code = code }

  public static let list = HandleKind(code: 1)
  public static let snapshot = HandleKind(code: 2)
  public static let changeset = HandleKind(code: 3)
  public static let edit = HandleKind(code: 4)
  public static let view = HandleKind(code: 5)
  public static let replay = HandleKind(code: 6)
}

/// A handle as the host holds it, as a number.
public struct Handle: BitwiseCopyable, Sendable {
  public let bits: UInt64
  public init(bits: UInt64) { self.bits = bits }

  var slot: UInt32 { UInt32(truncatingIfNeeded: bits) }
  /// Kind and generation, as in the upper half of the entry's word.
  var tag: UInt64 { bits >> 32 }
}

@safe public struct HandleTable {
  /// The word is the first field, so that a pointer to an entry is also a pointer to its word.
  struct Entry: BitwiseCopyable {
    var word: Int64
    var content: Int
  }

  /// The lock is the first field; the directory of the segments follows the struct.
  @unsafe struct Root {
    var lock: pthread_mutex_t
    var seed: UInt64
    /// The number of slots that were ever claimed.
    var reached: UInt32
    /// 1 + the first vacant slot; 0 if there is none.
    var vacant: UInt32
    /// The number of slots that are claimed and not vacated.
    var live: UInt32
    var trims: UInt32
  }

  private let root: UnsafeMutablePointer<Root>
  private let entries: Segments<Entry>
  private let generationMask: UInt64

  /// `storage` must be zeroed memory. Tests pass fewer generation bits.
  @unsafe init(over storage: UnsafeMutableRawPointer, generationBits: UInt64 = 28) {
    unsafe root = storage.assumingMemoryBound(to: Root.self)
    unsafe entries = Segments(over: root + 1)
    generationMask = (1 << generationBits) - 1
  }

  public static var process: HandleTable { unsafe HandleTable(over: iqp_handles()) }
}

// MARK: Lookup

extension HandleTable {
  private static var dead: UInt64 { 1 << 31 }
  private static var lost: UInt64 { 1 << 30 }
  private static var pinMask: UInt64 { (1 << 30) - 1 }

  /// Returns the object, which stays valid until `unpin`. Refuses `handle`, and `busy` if it is lost.
  public func pin(_ handle: Handle, _ kind: HandleKind) throws(Refusal) -> UnsafeMutableRawPointer {
    unsafe try pinEntry(handle, kind).object
  }

  /// The same with the entry, by which the pin is removed without another lookup.
  @unsafe @inline(__always) func pinEntry(
    _ handle: Handle, _ kind: HandleKind
  ) throws(Refusal) -> (object: UnsafeMutableRawPointer, entry: UnsafeMutablePointer<Entry>) {
    guard handle.bits >> 60 == UInt64(kind.code), let entry = unsafe entries.find(handle.slot) else {
      throw Refusal(.handle)
    }
    let word = unsafe HandleTable.word(of: entry)
    while true {
      let before = unsafe UInt64(bitPattern: iqp_load(word))
      guard before >> 32 == handle.tag, before & HandleTable.dead == 0 else {
        throw Refusal(isLost(handle) ? .busy : .handle)
      }
      if unsafe iqp_exchange_if(word, Int64(bitPattern: before), Int64(bitPattern: before + 1)) { break }
    }
    return unsafe (UnsafeMutableRawPointer(bitPattern: entry.pointee.content).unsafelyUnwrapped, entry)
  }

  /// Returns whether this was the last pin of a dead object. The caller must then destroy the object and
  /// vacate the slot.
  public func unpin(_ handle: Handle) -> Bool { unsafe HandleTable.unpin(entries[handle.slot]) }

  @unsafe @inline(__always) static func unpin(_ entry: UnsafeMutablePointer<Entry>) -> Bool {
    let word = unsafe HandleTable.word(of: entry)
    let after = unsafe UInt64(bitPattern: iqp_add(word, -1))
    return after & (HandleTable.dead | HandleTable.pinMask) == HandleTable.dead
  }

  /// Marks a pinned object dead: it accepts no new pin and is destroyed with its last one. Refuses if another
  /// thread has killed it.
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

// MARK: Forks

extension HandleTable {
  /// Marks pinned objects as lost; they stay pinned. Runs in a child of a fork, before another thread exists.
  func losePinned() {
    for slot in 0..<(unsafe root.pointee.reached) {
      let word = unsafe HandleTable.word(of: entries[slot])
      let before = unsafe UInt64(bitPattern: iqp_load(word))
      if before & HandleTable.pinMask == 0 { continue }
      let lost = before & HandleTable.dead != 0 ? 0 : HandleTable.dead | HandleTable.lost
      unsafe iqp_store(word, Int64(bitPattern: (before + 1) | lost))
    }
  }

  /// Whether the object was lost in a fork, and the host has not destroyed it since.
  func isLost(_ handle: Handle) -> Bool {
    guard let entry = unsafe entries.find(handle.slot) else { return false }
    let word = unsafe UInt64(bitPattern: iqp_load(HandleTable.word(of: entry)))
    return word >> 32 == handle.tag && word & HandleTable.lost != 0
  }

  /// The host destroys a lost object: from now on its handle is stale. Returns false if it is not lost.
  func forget(_ handle: Handle) -> Bool {
    if !isLost(handle) { return false }
    let word = unsafe HandleTable.word(of: entries[handle.slot])
    while true {
      let before = unsafe iqp_load(word)
      let after = before & ~Int64(bitPattern: HandleTable.lost)
      if unsafe iqp_exchange_if(word, before, after) { return before != after }
    }
  }
}

extension HandleTable {
  /// Whether the object has not been destroyed; of any handle that was valid once.
  func isAlive(_ handle: Handle) -> Bool {
    let word = unsafe UInt64(bitPattern: iqp_load(HandleTable.word(of: entries[handle.slot])))
    return word >> 32 == handle.tag && word & HandleTable.dead == 0
  }

  /// Whether a pinned object has been killed since it was pinned.

  func isDead(_ handle: Handle) -> Bool {
    unsafe UInt64(bitPattern: iqp_load(HandleTable.word(of: entries[handle.slot]))) & HandleTable.dead != 0
  }
}

// MARK: Claim and vacate

extension HandleTable {
  /// Returns a handle without an object.
  public func claim(_ kind: HandleKind) throws(Refusal) -> Handle {
    lock.lock()
    defer { lock.unlock() }
    let slot = try vacantSlot()
    unsafe root.pointee.live += 1
    let generation = unsafe UInt64(bitPattern: iqp_load(HandleTable.word(of: entries[slot]))) >> 32
    return Handle(bits: UInt64(kind.code) << 60 | generation << 32 | UInt64(slot))
  }

  /// Sets the object; from here on the handle can be pinned.
  @unsafe public func publish(_ handle: Handle, _ object: UnsafeMutableRawPointer) {
    let entry = unsafe entries[handle.slot]
    unsafe entry.pointee.content = Int(bitPattern: object)
    unsafe iqp_store(HandleTable.word(of: entry), Int64(bitPattern: handle.tag << 32))
  }

  /// Takes back a handle without an object: one that is only claimed, or one whose object is destroyed.
  public func vacate(_ handle: Handle) {
    lock.lock()
    defer { lock.unlock() }
    let slot = handle.slot
    let entry = unsafe entries[slot]
    let next = (handle.tag + 1) & generationMask
    unsafe iqp_store(HandleTable.word(of: entry), Int64(bitPattern: next << 32))
    unsafe root.pointee.live -= 1
    guard next != firstGeneration(of: slot) else { return }
    unsafe entry.pointee.content = Int(root.pointee.vacant)
    unsafe root.pointee.vacant = slot + 1
  }

  /// Releases all memory, unless an object is live; returns whether it did. If none is live, no other thread may
  /// look up a handle during the call, not even a stale one, because the entries are being freed.
  @discardableResult public func trim() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard unsafe root.pointee.live == 0 else { return false }
    entries.free()
    unsafe root.pointee.reached = 0
    unsafe root.pointee.vacant = 0
    unsafe root.pointee.trims &+= 1
    return true
  }

  private var lock: ProcessMutex { unsafe ProcessMutex(over: root) }

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
    guard Int(slot) + 1 < Segments<Entry>.capacity else { throw Refusal(.objectLimit) }
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
