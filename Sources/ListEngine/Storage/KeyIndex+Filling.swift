// Fills an empty index in the order of fingerprints, which is that of homes: the table is then written
// sequentially, without probing. An entry is written to its home, or behind the entry before it.
//
//     homes      4 5 4 9 8                the last lies before a free bucket: it is put from there on
//     table      . . . . 4 5 4 . 8 9

import CPlatform

extension KeyIndex {
  /// Whether so many entries are better left out of a new index than removed from this one: that reads all
  /// buckets, but in order.
  func isRefilled(removing entries: Int) -> Bool {
    !table.isNone && entries * KeyIndex.refillShare > count
  }

  private static let refillShare = 4

  /// How far the table is filled.
  struct Filling {
    fileprivate var end = 0
    /// From here to the end no bucket is free.
    fileprivate var cluster = 0
  }

  /// Appends the next entry; the index was empty at the start, and `reserve(_:)` has reserved the capacity. A
  /// few entries may be out of order.
  @inline(__always) mutating func append(
    _ fingerprint: Fingerprint, _ number: UInt32, to filling: inout Filling
  ) {
    append(Bucket(fingerprint, number), if: true, to: &filling)
  }

  /// Whether entries are appended cannot always be predicted: almost nothing depends on it by a branch.
  @inline(__always) private mutating func append(_ entry: Bucket, if stays: Bool, to filling: inout Filling) {
    let table = table
    let home = table.home(of: entry.fingerprint)
    let isAhead = stays && home > filling.end
    let i = Int(iqp_choose(isAhead, Int64(home), Int64(filling.end)))
    if (stays && home < filling.cluster) || i >= table.capacity {
      // Out of order, or wrapped around to the start.
      if stays { filling.end = max(filling.end, put(entry) &+ 1) }
      return
    }
    table[i] = entry.kept(if: stays)
    count &+= stays ? 1 : 0
    filling.end = i &+ (stays ? 1 : 0)
    filling.cluster = Int(iqp_choose(isAhead, Int64(home), Int64(filling.cluster)))
  }

  /// Fills this empty index, whose capacity is reserved, with the entries of one that does not grow, except
  /// those whose numbers are in `removed`, one bit for each.
  mutating func fill(from other: borrowing KeyIndex, without removed: borrowing Buffer<UInt64>) {
    let source = other.table
    assert(count == 0 && !source.isNone)
    // No cluster extends over a free bucket: reading begins behind one.
    var start = 0
    while !source[start].isFree { start &+= 1 }
    var filling = Filling()
    append(source, start, source.capacity, without: removed, to: &filling)
    append(source, 0, start, without: removed, to: &filling)
  }

  private mutating func append(
    _ source: BucketTable, _ first: Int, _ end: Int, without removed: borrowing Buffer<UInt64>,
    to filling: inout Filling
  ) {
    for i in first..<end {
      let bucket = source[i]
      let number = iqp_choose(bucket.isFree, 0, Int64(bucket.number))
      let isRemoved = removed[Int(number &>> 6)] &>> UInt64(number & 63) & 1 != 0
      append(bucket, if: !bucket.isFree && !isRemoved, to: &filling)
    }
  }
}
