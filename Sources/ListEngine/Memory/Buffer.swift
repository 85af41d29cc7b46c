// A growable array of plain values in memory of our own: what the engine uses where other Swift
// would use `Array`, because growing may fail and must say so.
//
//     base ─► [ 0 ... count | ... capacity ]
//             values          room: appending into it cannot fail
//
// Indices are checked in debug builds only; nothing a host passes in becomes an index unchecked.

import CPlatform

@safe public struct Buffer<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>?
  // Two half words, so that an empty list of many buffers stays small.
  private var used: UInt32 = 0
  private var room: UInt32 = 0

  @inline(__always) public private(set) var count: Int {
    get { Int(used) }
    set { used = UInt32(truncatingIfNeeded: newValue) }
  }
  @inline(__always) public private(set) var capacity: Int {
    get { Int(room) }
    set { room = UInt32(truncatingIfNeeded: newValue) }
  }

  public init() { unsafe base = nil }

  public init(capacity: Int) throws(Refusal) {
    unsafe base = nil
    try reserve(capacity)
  }

  public init(repeating value: Element, count: Int) throws(Refusal) {
    unsafe base = nil
    try resize(to: count, filling: value)
  }

  deinit { unsafe Memory.release(base, room, stride: MemoryLayout<Element>.stride) }

  public var isEmpty: Bool { count == 0 }
  public var last: Element? { count == 0 ? nil : self[count - 1] }
  public var bytes: Int { capacity * MemoryLayout<Element>.stride }

  @inline(__always) public subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < count)
      return unsafe base.unsafelyUnwrapped[index]
    }
    set {
      assert(index >= 0 && index < count)
      unsafe base.unsafelyUnwrapped[index] = newValue
    }
    _modify {
      assert(index >= 0 && index < count)
      yield unsafe &base.unsafelyUnwrapped[index]
    }
  }

  /// Room for `total` values in all.
  public mutating func reserve(_ total: Int) throws(Refusal) {
    if total > capacity { try setCapacity(total) }
  }

  /// Room for `extra` more; grows by a half at least, so that appending is O(1) amortised.
  public mutating func reserve(extra: Int) throws(Refusal) {
    if count + extra > capacity { try setCapacity(max(count + extra, capacity + capacity / 2, 8)) }
  }

  private mutating func setCapacity(_ total: Int) throws(Refusal) {
    let memory = unsafe try Memory.resize(base, from: room, to: total, stride: MemoryLayout<Element>.stride)
    unsafe base = memory.assumingMemoryBound(to: Element.self)
    capacity = total
  }

  @inline(__always) public mutating func append(_ value: Element) throws(Refusal) {
    if count == capacity { try reserve(extra: 1) }
    push(value)
  }

  /// Appends into room that was reserved: cannot fail.
  @inline(__always) public mutating func push(_ value: Element) {
    assert(count < capacity)
    unsafe base.unsafelyUnwrapped[count] = value
    count += 1
  }

  public mutating func pop() -> Element {
    assert(count > 0)
    count -= 1
    return unsafe base.unsafelyUnwrapped[count]
  }

  /// Into room that was reserved: cannot fail.
  public mutating func append(contentsOf other: borrowing Buffer<Element>) {
    if let source = unsafe other.base { unsafe append(source, other.count) }
  }

  /// The same, from memory of any alignment.
  @unsafe mutating func append(_ source: UnsafeRawPointer, _ more: Int) {
    assert(count + more <= capacity)
    guard let base = unsafe base else { return }
    unsafe memcpy(base + count, source, more &* MemoryLayout<Element>.stride)
    count += more
  }

  /// Grows with `value`, or cuts.
  public mutating func resize(to total: Int, filling value: Element) throws(Refusal) {
    try reserve(total)
    if total > count, let base = unsafe base {
      unsafe (base + count).update(repeating: value, count: total - count)
    }
    count = total
  }

  /// Cuts to `total` values; the room stays.
  public mutating func truncate(to total: Int) {
    assert(total <= count)
    count = total
  }

  /// Empty, with its memory kept for the next use.
  public mutating func removeAll() { count = 0 }

  /// Empty, with its memory given back.
  public mutating func free() {
    unsafe Memory.release(base, room, stride: MemoryLayout<Element>.stride)
    unsafe base = nil
    count = 0
    capacity = 0
  }

  /// Claims `total` values of room that is there, whatever it holds; the caller fills them.
  public mutating func setCountWithinCapacity(_ total: Int) {
    assert(total <= capacity)
    count = total
  }

  /// The values themselves, for as long as nothing is appended. Empty buffers answer nil.
  @unsafe public var pointer: UnsafeMutablePointer<Element>? { unsafe base }
}
