// A growable array that moves few values when it grows: the slots of a list, which may be tens of millions.
//
//     block       memory ─► | 0 ... count | ... capacity |          as a Buffer has
//
//     paged       memory ─► | base 40,000 | * | * | * |             a directory
//                                           │   │   └─► | 56,384 ... capacity |     may be smaller
//                                           │   └─────► | 40,000 ..< 56,384 |       a page
//                                           └─────────► | 0 ..< 40,000 |            the block
//
// A short array, or one that grows by a good part of itself, is reallocated as one block. A long one that
// grows by little gets pages. Each step of growing is complete in itself, so a failure leaves all values and
// a capacity in between.
//
// Rejected: pages from the beginning. They make each access to a list that was loaded at once dearer, and a
// directory is one more block of memory for each of a hundred thousand lists.

import CPlatform

@safe struct PagedBuffer<Element: BitwiseCopyable>: ~Copyable {
  /// Values in a full page.
  static var page: Int { 1 << shift }
  private static var shift: Int { 14 }
  /// The bit of `room` that tells a directory from a block.
  private static var pagedBit: UInt32 { 1 << 31 }

  /// The head of a directory; the addresses of the pages follow.
  @safe fileprivate struct Directory: BitwiseCopyable {
    /// Values in the block.
    var base: Int
    var block: UnsafeMutablePointer<Element>
  }

  /// The values, valid until the array grows.
  @safe struct Values: BitwiseCopyable {
    fileprivate let memory: UnsafeMutableRawPointer?
    fileprivate let isPaged: Bool

    /// No values.
    static var none: Values { unsafe Values(memory: nil, isPaged: false) }
    @inline(__always) var isNone: Bool { unsafe memory == nil }

    @inline(__always) @unsafe func address(_ i: Int) -> UnsafeMutablePointer<Element> {
      if _slowPath(isPaged) { return unsafe pagedAddress(i) }
      return unsafe memory.unsafelyUnwrapped.assumingMemoryBound(to: Element.self) + i
    }

    /// Whether all values are in one block, which begins at the address of the first.
    @inline(__always) var isBlock: Bool { !isPaged }

    /// Not inlined, so that the functions that read a block stay small enough to be.
    @inline(never) private func pagedAddress(_ i: Int) -> UnsafeMutablePointer<Element> {
      let directory = unsafe memory.unsafelyUnwrapped.assumingMemoryBound(to: Directory.self)
      let beyond = unsafe i &- directory.pointee.base
      if beyond < 0 { return unsafe directory.pointee.block + i }
      let pages = unsafe UnsafeMutableRawPointer(directory + 1).assumingMemoryBound(
        to: UnsafeMutablePointer<Element>.self)
      return unsafe pages[beyond &>> shift] + (beyond & (page &- 1))
    }

    @inline(__always) subscript(i: Int) -> Element {
      get { unsafe address(i).pointee }
      nonmutating set { unsafe address(i).pointee = newValue }
    }
  }

  private var memory: UnsafeMutableRawPointer? = nil
  private var used: UInt32 = 0
  private var room: UInt32 = 0

  init() {}

  deinit {
    if !isPaged {
      unsafe Memory.release(memory, room, stride: MemoryLayout<Element>.stride)
      return
    }
    for i in 0..<pageCount { unsafe Memory.release(pages[i], pageBytes(i)) }
    unsafe Memory.release(directory.pointee.block, base * MemoryLayout<Element>.stride)
    unsafe Memory.release(directory, PagedBuffer.directoryBytes(pageCount))
  }

  @inline(__always) private var isPaged: Bool { room & PagedBuffer.pagedBit != 0 }
  @inline(__always) var count: Int { Int(used) }
  @inline(__always) var capacity: Int { Int(room & ~PagedBuffer.pagedBit) }
  var isEmpty: Bool { used == 0 }
  var bytes: Int {
    capacity * MemoryLayout<Element>.stride + (isPaged ? PagedBuffer.directoryBytes(pageCount) : 0)
  }

  @inline(__always) var values: Values { unsafe Values(memory: memory, isPaged: isPaged) }

  @inline(__always) subscript(i: Int) -> Element {
    get {
      assert(i >= 0 && i < count)
      return values[i]
    }
    set {
      assert(i >= 0 && i < count)
      values[i] = newValue
    }
  }

  /// Appends within the reserved capacity; cannot fail.
  @inline(__always) mutating func push(_ value: Element) {
    assert(count < capacity)
    values[count] = value
    used &+= 1
  }

  // MARK: Capacity

  /// Ensures capacity for `total` values; allocates no more. Moves a page at most, or eight times the values
  /// that it adds.
  mutating func reserve(_ total: Int) throws(Refusal) {
    guard total < Int(PagedBuffer.pagedBit) else { throw Refusal(.noMemory) }
    if !isPaged && (total <= PagedBuffer.page || (total - capacity) * 8 >= capacity) {
      if total > capacity { try growBlock(to: total) }
      return
    }
    while capacity < total {
      let beyond = capacity - base
      if beyond < pageCount << PagedBuffer.shift {
        try growLastPage(by: total - capacity)
      } else {
        try addPage(min(total - capacity, PagedBuffer.page))
      }
    }
  }

  private mutating func growBlock(to total: Int) throws(Refusal) {
    unsafe memory = try Memory.resize(memory, from: room, to: total, stride: MemoryLayout<Element>.stride)
    room = UInt32(truncatingIfNeeded: total)
  }

  private mutating func growLastPage(by extra: Int) throws(Refusal) {
    let last = pageCount - 1
    let present = pageBytes(last)
    let wanted = min(present + extra * MemoryLayout<Element>.stride, PagedBuffer.pageBytes)
    let page = unsafe try Memory.reallocate(pages[last], from: present, to: wanted)
    unsafe pages[last] = page.assumingMemoryBound(to: Element.self)
    room += UInt32(truncatingIfNeeded: (wanted - present) / MemoryLayout<Element>.stride)
  }

  private mutating func addPage(_ total: Int) throws(Refusal) {
    let bytes = total * MemoryLayout<Element>.stride
    let page = unsafe try Memory.allocate(bytes)
    do throws(Refusal) { try growDirectory() } catch {
      unsafe Memory.release(page, bytes)
      throw error
    }
    unsafe pages[pageCount] = page.assumingMemoryBound(to: Element.self)
    room += UInt32(truncatingIfNeeded: total)
  }

  // MARK: The directory

  private var directory: UnsafeMutablePointer<Directory> {
    unsafe memory.unsafelyUnwrapped.assumingMemoryBound(to: Directory.self)
  }
  private var pages: UnsafeMutablePointer<UnsafeMutablePointer<Element>> {
    unsafe UnsafeMutableRawPointer(directory + 1).assumingMemoryBound(to: UnsafeMutablePointer<Element>.self)
  }

  /// Values in the block.
  private var base: Int { isPaged ? unsafe directory.pointee.base : capacity }
  private var pageCount: Int { (capacity - base + PagedBuffer.page - 1) >> PagedBuffer.shift }

  private static var pageBytes: Int { page * MemoryLayout<Element>.stride }
  private func pageBytes(_ i: Int) -> Int {
    min((capacity - base - i << PagedBuffer.shift) * MemoryLayout<Element>.stride, PagedBuffer.pageBytes)
  }

  /// Room for a power of two of pages, and for eight at least.
  private static func directoryBytes(_ pageCount: Int) -> Int {
    var places = 8
    while places < pageCount { places *= 2 }
    return unsafe MemoryLayout<Directory>.stride + places * MemoryLayout<UnsafeRawPointer>.stride
  }

  /// Makes room for one more page; the first directory gets the block.
  private mutating func growDirectory() throws(Refusal) {
    if isPaged {
      let present = PagedBuffer.directoryBytes(pageCount)
      let wanted = PagedBuffer.directoryBytes(pageCount + 1)
      if wanted > present { unsafe memory = try Memory.reallocate(directory, from: present, to: wanted) }
      return
    }
    let made = unsafe try Memory.allocate(PagedBuffer.directoryBytes(1))
    let block = unsafe memory.unsafelyUnwrapped.assumingMemoryBound(to: Element.self)
    unsafe made.storeBytes(of: Directory(base: capacity, block: block), as: Directory.self)
    unsafe memory = made
    room |= PagedBuffer.pagedBit
  }
}
