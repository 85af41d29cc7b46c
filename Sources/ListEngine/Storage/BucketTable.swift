// An open-addressing table with linear probing: the memory of a key index, or one of two while it grows.
//
//     buckets    | 3: 17 |      | 9: 4 | 8: 21 |      |     fingerprint: number; empty buckets are free
//     home         3              8        8                (fingerprint × capacity) >> 32
//
// 1. Between an entry's home and its bucket, with wrap-around, no bucket is free.
// 2. At least one bucket is free.
//
// Deleting closes the gap at once (backward shift, Knuth 6.4 R), so there are no tombstones.
//
// It refers to memory and does not own it: the index, or its growth, releases it.

import CPlatform

@safe struct BucketTable: BitwiseCopyable {
  private let base: UnsafeMutablePointer<Bucket>?
  private let size: UInt32

  /// The table of an index that has no memory, or that grows.
  static var none: BucketTable { BucketTable() }

  private init() {
    unsafe base = nil
    size = 0
  }

  /// No table, but the address of the growth that has the entries; it is in the field of the buckets, so that
  /// an index that does not grow has no field for it.
  @unsafe init(growth: UnsafeMutablePointer<IndexGrowth>) {
    unsafe base = UnsafeMutableRawPointer(growth).assumingMemoryBound(to: Bucket.self)
    size = 0
  }

  var isGrowing: Bool { unsafe size == 0 && base != nil }

  /// Valid only if `isGrowing`.
  @unsafe var growth: UnsafeMutablePointer<IndexGrowth> {
    unsafe UnsafeMutableRawPointer(base.unsafelyUnwrapped).assumingMemoryBound(to: IndexGrowth.self)
  }

  /// A table whose buckets are not initialized: see `clear`.
  init(uncleared capacity: Int) throws(Refusal) {
    unsafe base = try Memory.resize(nil, from: 0, to: capacity, stride: MemoryLayout<Bucket>.stride)
      .assumingMemoryBound(to: Bucket.self)
    size = UInt32(truncatingIfNeeded: capacity)
  }

  init(capacity: Int) throws(Refusal) {
    self = try BucketTable(uncleared: capacity)
    clear(0, capacity)
  }

  /// The table must not be used afterwards.
  func release() { unsafe Memory.release(base, size, stride: MemoryLayout<Bucket>.stride) }

  @inline(__always) var isNone: Bool { size == 0 }
  @inline(__always) var capacity: Int { Int(size) }
  var bytes: Int { capacity * MemoryLayout<Bucket>.stride }

  @inline(__always) subscript(i: Int) -> Bucket {
    get {
      assert(i >= 0 && i < capacity)
      return unsafe base.unsafelyUnwrapped[i]
    }
    nonmutating set {
      assert(i >= 0 && i < capacity)
      unsafe base.unsafelyUnwrapped[i] = newValue
    }
  }

  /// Frees the buckets first ..< end.
  func clear(_ first: Int, _ end: Int) { fill(first, end, with: .free) }

  /// Not inlined: a loop that is known to write zeros becomes a call of `memset`, which is no faster.
  @inline(never) private func fill(_ first: Int, _ end: Int, with bucket: Bucket) {
    guard let base = unsafe base else { return }
    unsafe (base + first).update(repeating: bucket, count: end - first)
  }

  /// Both must have the same capacity.
  func copy(from other: BucketTable) {
    guard let base = unsafe base, let source = unsafe other.base else { return }
    unsafe memcpy(base, source, bytes)
  }

  // MARK: Probing

  @inline(__always) func home(of fingerprint: Fingerprint) -> Int { Bucket.home(of: fingerprint, capacity) }

  @inline(__always) func after(_ i: Int) -> Int { i + 1 == capacity ? 0 : i + 1 }

  /// The first bucket from the home of `fingerprint` on that is free or accepted by `isWanted`.
  @inline(__always) func probe(_ fingerprint: Fingerprint, until isWanted: (Bucket) -> Bool) -> Int {
    var i = home(of: fingerprint)
    while true {
      let bucket = self[i]
      if bucket.isFree || isWanted(bucket) { return i }
      i = after(i)
    }
  }

  /// There must be memory.
  @inline(__always) func prefetch(_ fingerprint: Fingerprint) {
    unsafe iqp_prefetch(base.unsafelyUnwrapped + home(of: fingerprint))
  }

  // MARK: Changing

  /// Puts an entry into the first free bucket from its home on; returns the bucket.
  @inline(__always) @discardableResult func put(_ entry: Bucket) -> Int {
    let i = probe(entry.fingerprint) { _ in false }
    self[i] = entry
    return i
  }

  /// Puts the entries in the buckets below `end` of another table.
  func put(all other: BucketTable, below end: Int) {
    for i in 0..<end where !other[i].isFree { put(other[i]) }
  }

  /// Frees a bucket: an entry moves into the gap unless its home is between the gap and itself; otherwise
  /// invariant 1 would not hold for it any more.
  func closeGap(at start: Int) {
    var gap = start
    var next = after(gap)
    while !self[next].isFree {
      let home = home(of: self[next].fingerprint)
      let reach = next >= home ? next - home : next - home + capacity
      let distance = next >= gap ? next - gap : next - gap + capacity
      if reach >= distance {
        self[gap] = self[next]
        gap = next
      }
      next = after(next)
    }
    self[gap] = .free
  }
}
