// The growth of a large key index in steps, so that no insertion has to move all entries. The entries move
// from the old table to the new one in the order of their homes:
//
//     old    |      moved      | entries ............................... |
//                              ▲ home `moved`
//     new    | entries ............ | free | not initialized ............ |
//                                          ▲ `cleared`
//
// A fingerprint's home in the old table tells which table has its entries. The order of homes is that of
// fingerprints, so it is the same in both tables, and the new one is filled from its beginning.
//
// Invariants:
// 1. An entry is in the new table if its home in the old table is below `moved`, else in the old table. Both
//    are complete tables: bucket `moved` and those after it may have entries of a cluster that wraps around.
// 2. The buckets of the new table below `cleared` are initialized. Every home of its entries is below
//    `cleared`, and unless all are initialized, bucket `cleared` - 1 is free: no probe comes to the others.
// 3. Each reserved entry moves `homesPerEntry` homes. The old table is at most three quarters full at the
//    beginning, so all have moved before it is seven eighths full.
//
// The new table is allocated at once, but not cleared: a host's allocator need not return zeroed memory.

struct IndexGrowth: ~Copyable {
  /// Homes that move for each entry that is reserved.
  static let homesPerEntry = 8
  /// Buckets that are initialized at once.
  private static let clearedAtOnce = 512

  let old: BucketTable
  private(set) var new: BucketTable
  private(set) var moved = 0
  private(set) var cleared = 0

  /// Takes over the table unless it throws.
  init(of old: BucketTable, to capacity: Int) throws(Refusal) {
    new = try BucketTable(uncleared: capacity)
    self.old = old
    clear(to: 1)
  }

  deinit {
    old.release()
    new.release()
  }

  var bytes: Int { old.bytes + new.bytes }
  /// The capacity after the growth.
  var capacity: Int { new.capacity }

  /// The table that has the entries of a fingerprint.
  func table(of fingerprint: Fingerprint) -> BucketTable {
    old.home(of: fingerprint) < moved ? new : old
  }

  /// Puts an entry into its table; returns the bucket.
  @inline(never) mutating func put(_ entry: Bucket) -> Int {
    let i = table(of: entry.fingerprint).put(entry)
    didPut(entry.fingerprint, at: i)
    return i
  }

  /// Call after an entry was put into bucket `i` of its table.
  @inline(never) mutating func didPut(_ fingerprint: Fingerprint, at i: Int) {
    if i + 1 == cleared && old.home(of: fingerprint) < moved { clear(to: cleared + 1) }
  }

  /// Moves the entries of the next homes; cannot fail. Returns whether all entries are moved.
  mutating func advance(_ homes: Int) -> Bool {
    let end = min(moved + homes, old.capacity)
    // A fingerprint below that of home `end` has its home in the new table below this.
    clear(to: end * new.capacity / old.capacity + 2)
    while moved < end {
      var i = moved
      while !old[i].isFree {
        let entry = old[i]
        if old.home(of: entry.fingerprint) == moved {
          old.closeGap(at: i)
          if new.put(entry) + 1 == cleared { clear(to: cleared + 1) }
        } else {
          i = old.after(i)
        }
      }
      moved += 1
    }
    return moved == old.capacity
  }

  private mutating func clear(to wanted: Int) {
    if wanted <= cleared || cleared == new.capacity { return }
    let end = min(new.capacity, max(wanted, cleared + IndexGrowth.clearedAtOnce))
    new.clear(cleared, end)
    cleared = end
  }

  /// The new table, after all entries are moved; the caller owns it.
  mutating func takeTable() -> BucketTable {
    assert(moved == old.capacity && cleared == new.capacity)
    let table = new
    new = .none
    return table
  }
}

/// The changes that an index makes to its growth, which it knows by an address. They are not inlined, because then the
/// build with the thread sanitizer does not compile.
extension UnsafeMutablePointer where Pointee == IndexGrowth {
  @inline(never) func put(_ entry: Bucket) -> Int { unsafe pointee.put(entry) }

  @inline(never) func didPut(_ fingerprint: Fingerprint, at i: Int) {
    unsafe pointee.didPut(fingerprint, at: i)
  }

  @inline(never) func advance(_ homes: Int) -> Bool { unsafe pointee.advance(homes) }
}
