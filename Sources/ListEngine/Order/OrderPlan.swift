// Where the items of a sorted list go in an update that follows its source, if few of them change their place.
//
//     shown      Ben 2 | Ada 31 | Cem 70 | Dan 71       by rank
//     changed    Cem: 70, then 5;  Eva 40 is new;  Ben is gone
//     leaving    0: Ben  2: Cem                         numbers in the list
//     staying    Ada 31 | Dan 71                        in order, as their ranks and their order in the source are
//     placed     Cem 5 before Ada, Eva 40 before Dan    by a binary search among those that stay
//     after      Cem Ada Eva Dan
//
// An item is placed anew that is new, whose rank has changed, that the source has moved to another section, or moved
// among the others: then it might have to pass one that is equal to it.

struct PlacedItem: BitwiseCopyable {
  var rank: Rank
  /// In the source's version that is followed now.
  var position: UInt32
  var section: UInt32
  /// Its number in the list; `noIndex`: it is new.
  var number: UInt32
  /// Before which item that stays it goes, counted from the first one of the list.
  var target: UInt32 = 0
  /// Its number after the update.
  var after: UInt32 = 0
}

struct OrderPlan: ~Copyable {
  /// Numbers in the list of the items that go or are placed, ascending.
  private(set) var leaving = Buffer<UInt64>()
  private(set) var placed = Buffer<PlacedItem>()
  /// By section of the version: the items of the list's section that stay, as numbers among all that stay.
  private(set) var staying = Buffer<ItemRun.Range>()
  /// By section, the first of what is placed there; then their number.
  private var firstPlaced = Buffer<UInt32>()
  /// What is placed and was there before: its number in the list, and the one after the update. Ascending.
  private var moved = Buffer<UInt64>()

  init() {}

  mutating func leave(_ number: Int) throws(Refusal) { try leaving.append(UInt64(number) << 32) }

  mutating func place(_ item: PlacedItem) throws(Refusal) {
    try placed.append(item)
    if item.number != noIndex { try leave(Int(item.number)) }
  }

  /// The last step before items are searched.
  mutating func endLeaving() throws(Refusal) { try leaving.sort() }

  /// The number in the list of item `j` of those that stay: as many more as leave before it.
  func number(ofStaying j: Int) -> Int {
    var low = 0
    var high = leaving.count
    while low < high {
      let middle = (low + high) / 2
      if Int(leaving[middle] >> 32) - middle > j { high = middle } else { low = middle + 1 }
    }
    return j + low
  }

  /// How many items before one of the list stay.
  func staying(before number: Int) -> Int { number - leaving.firstIndex { Int($0 >> 32) >= number } }
}

// MARK: Search

extension OrderPlan {

  /// Sorts what is placed, and finds for each item before which one it goes. `place(key)` is where the source's version
  /// has an item of the list.
  mutating func search(
    _ ordering: borrowing Ordering, _ before: borrowing Input, isScoped: Bool,
    _ place: (ScopedKey) throws(Refusal) -> Int
  ) throws(Refusal) {
    try sortPlaced()
    for i in 0..<placed.count {
      let range = staying[Int(placed[i].section)]
      var low = Int(range.first)
      var high = Int(range.end)
      while low < high {
        let middle = (low + high) / 2
        if try isBelow(middle, placed[i], ordering, before, isScoped: isScoped, place) {
          low = middle + 1
        } else {
          high = middle
        }
      }
      placed[i].target = UInt32(low)
    }
  }

  /// By section, rank and place in the source. They were added in the order of the source, but for those that the source
  /// has moved.
  private mutating func sortPlaced() throws(Refusal) {
    var keys = try Buffer<UInt64>(capacity: placed.count)
    for i in 0..<placed.count { keys.push(UInt64(placed[i].position) << 32 | UInt64(i)) }
    try keys.sort()
    var sorted = try Buffer<RankedPosition>(capacity: placed.count)
    for i in 0..<keys.count {
      let number = UInt32(truncatingIfNeeded: keys[i])
      sorted.push(RankedPosition(rank: placed[Int(number)].rank, position: number))
    }
    var sort = RankSort()
    try sort.sort(&sorted)
    keys.removeAll()
    for i in 0..<sorted.count {
      keys.push(UInt64(placed[Int(sorted[i].position)].section) << 32 | UInt64(i))
    }
    try keys.sort()
    var result = try Buffer<PlacedItem>(capacity: placed.count)
    for i in 0..<keys.count {
      result.push(placed[Int(sorted[Int(UInt32(truncatingIfNeeded: keys[i]))].position)])
    }
    swap(&placed, &result)
  }

  /// Whether item `j` of those that stay comes before an item that is placed.
  @inline(__always) private func isBelow(
    _ j: Int, _ item: PlacedItem, _ ordering: borrowing Ordering, _ before: borrowing Input, isScoped: Bool,
    _ place: (ScopedKey) throws(Refusal) -> Int
  ) throws(Refusal) -> Bool {
    let number = number(ofStaying: j)
    let chunk = before.chunks[before.chunk(at: number)]
    let offset = number - Int(chunk.first)
    let rank = ordering.rank(of: chunk.leaf.slot(offset))
    if rank != item.rank { return rank < item.rank }
    let section = before.sectionKeys[Int(before.position(of: number).section)]
    let scope = KeyScope.list.narrowed(to: section, if: isScoped)
    return try place(scope.key(chunk.leaf.key(offset))) < Int(item.position)
  }
}

// MARK: After the search

extension OrderPlan {
  /// By section of the list after the update, and with it those of what is placed.
  mutating func setStaying(_ pairing: borrowing Pairing) throws(Refusal) {
    try staying.reserve(pairing.after.sectionCount)
    for section in 0..<pairing.after.sectionCount {
      let before = pairing.beforeOfAfter[section]
      var range = ItemRun.Range(first: 0, end: 0)
      if before != noIndex {
        range.first = staying(before: Int(pairing.before.starts[Int(before)]))
        range.end = staying(before: Int(pairing.before.starts[Int(before) + 1]))
      }
      staying.push(range)
    }
    for i in 0..<placed.count {
      placed[i].section = UInt32(pairing.after.position(of: Int(placed[i].position)).section)
    }
  }

  /// The number of the first item that leaves from one on; without any, a number beyond all.
  func nextLeaving(from number: Int) -> Int {
    let i = number - staying(before: number)
    return i < leaving.count ? Int(leaving[i] >> 32) : Int.max
  }

  mutating func setNumber(_ number: Int, ofPlaced i: Int) throws(Refusal) {
    placed[i].after = UInt32(number)
    if placed[i].number != noIndex { try moved.append(UInt64(placed[i].number) << 32 | UInt64(number)) }
  }

  /// All numbers of what is placed are known.
  mutating func endNumbers(_ pairing: borrowing Pairing) throws(Refusal) {
    try moved.sort()
    try firstPlaced.reserve(pairing.after.sectionCount + 1)
    for i in 0..<placed.count {
      while firstPlaced.count <= Int(placed[i].section) { firstPlaced.push(UInt32(i)) }
    }
    while firstPlaced.count <= pairing.after.sectionCount { firstPlaced.push(UInt32(placed.count)) }
  }

  /// The number after the update of an item that the list has had before and still has.
  func after(number: Int, _ pairing: borrowing Pairing) -> Int {
    let i = moved.firstIndex { $0 >> 32 >= UInt64(number) }
    if i < moved.count && moved[i] >> 32 == UInt64(number) {
      return Int(UInt32(truncatingIfNeeded: moved[i]))
    }
    let section = Int(pairing.afterOfBefore[Int(pairing.before.position(of: number).section)])
    let at = staying(before: number)
    var low = Int(firstPlaced[section])
    var high = Int(firstPlaced[section + 1])
    while low < high {
      let middle = (low + high) / 2
      if Int(placed[middle].target) <= at { low = middle + 1 } else { high = middle }
    }
    let placedBefore = low - Int(firstPlaced[section])
    return Int(pairing.after.starts[section]) + at - Int(staying[section].first) + placedBefore
  }
}

extension Buffer {
  /// The first index from which on `isReached` holds, as it does for all behind it.
  fileprivate func firstIndex(_ isReached: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isReached(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
