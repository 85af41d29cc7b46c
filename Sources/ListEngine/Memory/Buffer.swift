// A growable array of plain values. The engine uses it instead of `Array` because growing may fail and must
// report it.
//
//     base ─► [ 0 ... count | ... capacity ]
//     values          reserved: appending into it cannot fail
//
// Indices are checked in debug builds only; a number from the host is validated before it becomes an index.

import CPlatform

@safe public struct Buffer<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>?
  // Half words, so that an empty list, which has many buffers, stays small.
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

  deinit { unsafe Buffer.release(base, room) }

  /// Not inlined: a function with many buffers releases them at each of its exits. The copies for elements of equal
  /// stride are the same code, and the linker keeps one of them.
  @inline(never) private static func release(_ base: UnsafeMutablePointer<Element>?, _ room: UInt32) {
    if let base = unsafe base { unsafe Memory.release(base, Int(room) * MemoryLayout<Element>.stride) }
  }

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

  /// Ensures capacity for `total` values.
  public mutating func reserve(_ total: Int) throws(Refusal) {
    if total > capacity { try setCapacity(total) }
  }

  /// Ensures capacity for `extra` more values. Grows by at least a half, so that appending is O(1) amortised.
  public mutating func reserve(extra: Int) throws(Refusal) {
    if count + extra > capacity { try grow(extra) }
  }

  private mutating func grow(_ extra: Int) throws(Refusal) {
    let grown = unsafe try Memory.grow(
      base, used, by: extra, from: room, stride: MemoryLayout<Element>.stride)
    unsafe base = grown.memory.assumingMemoryBound(to: Element.self)
    capacity = unsafe grown.capacity
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

  /// Appends within the reserved capacity; cannot fail.
  @inline(__always) public mutating func push(_ value: Element) {
    assert(count < capacity)
    unsafe base.unsafelyUnwrapped[count] = value
    count += 1
  }

  /// Appends copies of `value` within the reserved capacity; cannot fail.
  mutating func push(_ value: Element, _ copies: Int) {
    assert(count + copies <= capacity)
    guard let base = unsafe base else { return }
    unsafe (base + count).update(repeating: value, count: copies)
    count += copies
  }

  public mutating func pop() -> Element {
    assert(count > 0)
    count -= 1
    return unsafe base.unsafelyUnwrapped[count]
  }

  /// Appends within the reserved capacity; cannot fail.
  public mutating func append(contentsOf other: borrowing Buffer<Element>) {
    if let source = unsafe other.base { unsafe append(source, other.count) }
  }

  /// Replaces all values.
  mutating func copy(_ other: borrowing Buffer<Element>) throws(Refusal) {
    removeAll()
    try reserve(other.count)
    append(contentsOf: other)
  }

  /// Appends some values of another buffer.
  mutating func append(_ range: Range<Int>, of other: borrowing Buffer<Element>) throws(Refusal) {
    try reserve(extra: range.count)
    if let source = unsafe other.base { unsafe append(source + range.lowerBound, range.count) }
  }

  /// Appends within the reserved capacity, from memory of any alignment.
  @unsafe mutating func append(_ source: UnsafeRawPointer, _ more: Int) {
    assert(count + more <= capacity)
    guard let base = unsafe base else { return }
    unsafe memcpy(base + count, source, more &* MemoryLayout<Element>.stride)
    count += more
  }

  /// Appends copies of `value`, or truncates, until `total` values are there.
  public mutating func resize(to total: Int, filling value: Element) throws(Refusal) {
    try reserve(total)
    if total > count, let base = unsafe base {
      unsafe (base + count).update(repeating: value, count: total - count)
    }
    count = total
  }

  /// Removes the values from `total` on; the capacity stays.
  public mutating func truncate(to total: Int) {
    assert(total <= count)
    count = total
  }

  /// Removes all values and keeps the memory for the next use.
  public mutating func removeAll() { count = 0 }

  /// Removes all values and releases the memory.
  public mutating func free() {
    unsafe Buffer.release(base, room)
    unsafe base = nil
    count = 0
    capacity = 0
  }

  @inline(__always) func prefetch(_ index: Int) {
    if let base = unsafe base { unsafe iqp_prefetch(base + index) }
  }

  /// Sets the count within the reserved capacity without initialising the new values; the caller fills them.
  public mutating func setCountWithinCapacity(_ total: Int) {
    assert(total <= capacity)
    count = total
  }

  /// The values, valid until the next append. Nil if the buffer has no memory.
  @unsafe public var pointer: UnsafeMutablePointer<Element>? { unsafe base }
}
