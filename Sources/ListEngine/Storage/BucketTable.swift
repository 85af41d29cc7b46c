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

  /// Frees the buckets whose numbers `isGone` accepts, in one pass over all; returns how many. The others close
  /// up in order, each to its home or behind the entry before it:
  ///
  ///     homes      4 4 5 4 . 9 9        4 . 5 9: the second and the last go
  ///     before     4 4 5 4 . 9 9
  ///     after      4 5 4 . . 9 .        the third is at its home; the fourth must not leave a free bucket
  ///
  /// An entry whose home lies before the latest gap is put from its home on instead; that is rare. Which entries
  /// go cannot be predicted, so nothing else depends on it by a branch.
  func sweep(where isGone: (UInt32) -> Bool) -> Int {
    // No cluster extends over a free bucket: positions begin behind one, and continue after the last bucket.
    var start = 0
    while !self[start].isFree { start &+= 1 }
    start &+= 1
    var next = start
    var cluster = start
    var freed = 0
    for position in start..<start &+ capacity {
      let i = wrap(position)
      let bucket = self[i]
      let isFree = bucket.isFree
      // The number of a free bucket is none, so another one is asked about.
      let isGone = isGone(UInt32(truncatingIfNeeded: iqp_choose(isFree, 0, Int64(bucket.number))))
      let stays = !(isFree || isGone)
      freed &+= isGone && !isFree ? 1 : 0
      self[i] = .free
      var home = self.home(of: bucket.fingerprint)
      home &+= home < start ? capacity : 0
      if stays && home < cluster {
        // The gap may be filled by now.
        if put(bucket) == wrap(next) { next &+= 1 }
        continue
      }
      let target = max(home, next)
      cluster = Int(iqp_choose(stays && home > next, Int64(home), Int64(cluster)))
      next = Int(iqp_choose(stays, Int64(target &+ 1), Int64(next)))
      self[wrap(Int(iqp_choose(stays, Int64(target), Int64(position))))] = bucket.kept(if: stays)
    }
    return freed
  }

  @inline(__always) private func wrap(_ position: Int) -> Int {
    position < capacity ? position : position &- capacity
  }
}
