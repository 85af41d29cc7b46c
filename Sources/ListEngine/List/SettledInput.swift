// An update's input whose duplicate keys are resolved by the list's policy, in memory of our own.
//
//     keep first   1 2 1 3 2   ->   1 2 3
//     keep last    1 2 1 3 2   ->   1 3 2
//     number       1 2 1 3 2   ->   1 2 1' 3 2'      1' is derived from (1, 2nd occurrence)

struct SettledInput: ~Copyable {
  private var items = OwnedColumns()

  var bytes: Int { items.bytes }

  mutating func read(_ items: consuming OwnedColumns) { self.items = items }

  mutating func free() { items = OwnedColumns() }

  /// Valid until the items change.
  var columns: Columns { items.lent }

  /// `starts` has the first item of each section, then their number.
  mutating func settle(
    _ policy: UInt32, _ starts: inout Buffer<UInt32>
  ) throws(Refusal) -> DuplicateCounts {
    var counts = DuplicateCounts()
    if policy != Duplicates.number {
      counts.dropped = try drop(keepingLast: policy == Duplicates.keepLast, &starts)
      return counts
    }
    // A derived key may exist already, by chance or on purpose: repeat until there is no duplicate.
    while true {
      let numbered = try number()
      if numbered == 0 { return counts }
      counts.numbered += numbered
    }
  }

  /// Gives each later occurrence a new key. Returns how many got one.
  private mutating func number() throws(Refusal) -> Int {
    var seen = try KeySet(capacity: items.count, isScoped: false)
    var occurrences = try Buffer<UInt64>(repeating: 1, count: items.count)
    var count = 0
    for i in 0..<items.count {
      guard let first = seen.add(KeyScope.list.key(items.keys[i])) else { continue }
      occurrences[Int(first)] += 1
      items.keys[i] = items.keys[i].numbered(occurrences[Int(first)])
      count += 1
    }
    return count
  }

  /// Drops all but one item of each key. Returns how many are dropped.
  private mutating func drop(keepingLast: Bool, _ starts: inout Buffer<UInt32>) throws(Refusal) -> Int {
    var seen = try KeySet(capacity: items.count, isScoped: false)
    var isDropped = try Buffer<Bool>(repeating: false, count: items.count)
    for step in 0..<items.count {
      let i = keepingLast ? items.count - 1 - step : step
      isDropped[i] = seen.add(KeyScope.list.key(items.keys[i])) != nil
    }
    var kept = 0
    var section = 0
    for i in 0..<items.count {
      while section < starts.count && Int(starts[section]) == i {
        starts[section] = UInt32(kept)
        section += 1
      }
      if isDropped[i] { continue }
      items.move(i, to: kept)
      kept += 1
    }
    while section < starts.count {
      starts[section] = UInt32(kept)
      section += 1
    }
    let dropped = items.count - kept
    items.truncate(to: kept)
    return dropped
  }
}

extension OwnedColumns {
  /// Borrowed: valid until they change.
  fileprivate var lent: Columns {
    var columns = Columns(count: count)
    unsafe columns.lend(.key, keys.pointer, stride: MemoryLayout<Key>.stride)
    unsafe columns.lend(.content, contents.pointer, stride: MemoryLayout<UInt64>.stride)
    ItemColumn.forEachOptional { column in
      if traits & column.bit == 0 { return }
      unsafe columns.lend(column, optional.columns.start(of: column), stride: column.width)
    }
    return columns
  }
}
