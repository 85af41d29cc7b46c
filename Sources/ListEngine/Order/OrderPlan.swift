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
  /// Puts what is placed in order: `items` are the same, sorted section by section.
  mutating func sort(by items: borrowing Buffer<RankedPosition>) throws(Refusal) {
    var numbers = try Buffer<UInt64>(capacity: placed.count)
    for i in 0..<placed.count { numbers.push(UInt64(placed[i].position) << 32 | UInt64(i)) }
    try numbers.sort()
    var sorted = try Buffer<PlacedItem>(capacity: placed.count)
    for i in 0..<items.count {
      let at = numbers.firstIndex { $0 >> 32 >= UInt64(items[i].position) }
      sorted.push(placed[Int(UInt32(truncatingIfNeeded: numbers[at]))])
    }
    swap(&placed, &sorted)
  }

  /// Of the list's section in which an item goes, the items that stay, counted among all that stay.
  func staying(
    in version: borrowing SourceVersion, _ item: PlacedItem, _ state: borrowing ListState
  ) -> ItemRun.Range {
    let key = KeyScope.list.key(version.held.input.sectionKeys[Int(item.section)])
    guard let id = state.arrangement.section(forKey: key) else { return ItemRun.Range(first: 0, end: 0) }
    let first = Int(state.arrangement.start(ofSection: id).items)
    let count = Int(state.arrangement.sections[id].count)
    return ItemRun.Range(first: staying(before: first), end: staying(before: first + count))
  }

  /// Item `i` of what is placed goes before item `target` of those that stay.
  mutating func setTarget(_ target: Int, ofPlaced i: Int) { placed[i].target = UInt32(target) }
}

// MARK: After the search

extension OrderPlan {
  /// Forgets what depends on the list's sections.
  mutating func beginProjecting() {
    staying.removeAll()
    firstPlaced.removeAll()
    moved.removeAll()
  }

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

  /// The position in the source of what is placed, by its number after the update.
  func position(ofNew number: Int) -> UInt32 {
    placed[placed.firstIndex { Int($0.after) >= number }].position
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
