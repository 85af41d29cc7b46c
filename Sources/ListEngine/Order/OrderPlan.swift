// Where the items of a sorted list go in an update that follows its source, if few of them change their place.
//
//     shown      Ben 2 | Ada 31 | Cem 70 | Dan 71       by rank
//     changed    Cem: 70, then 5;  Eva 40 is new;  Ben is gone
//     leaving    0: Ben  2: Cem                         numbers in the list: LeavingBlocks
//     staying    Ada 31 | Dan 71                        in order, as their ranks and their order in the source are
//     placed     Cem 5 before Ada, Eva 40 before Dan    by binary searches: OrderUpdate+Ranks, +Search
//     after      Cem Ada Eva Dan
//
// An item is placed anew that is new, whose rank or parent has changed, or that the source has moved among others: then
// it might have to pass one that is equal to it. It takes along what is below it and is not placed as well.
//
//     insertions of a section    what is placed among its items that stay
//     insertions of a block      what is placed in a block that is placed itself
//     insertions of a new item   its children

struct PlacedItem: BitwiseCopyable {
  var rank: Rank
  /// Where the item is in the source's version that is followed now.
  var position: UInt32
  /// The source's, or the number of the group.
  var section: UInt32
  /// Its number in the list; `noIndex`: it is new.
  var number: UInt32
  /// The position of its parent; `noIndex`: it is a root.
  var parent: UInt32
  var level: UInt16
  /// Where its parent is: in which block, or `noIndex`: it is new as well.
  var block: UInt32 = 0
  /// Before which item of the block that stays it goes.
  var target: UInt32 = 0
  /// Its section after the update, and its number.
  var home: UInt32 = 0
  var after: UInt32 = 0

  var isNew: Bool { number == noIndex }

  func isSibling(of other: PlacedItem) -> Bool { parent == other.parent && section == other.section }

  func isEqual(to other: PlacedItem) -> Bool { rank == other.rank && isSibling(of: other) }

  /// Among what it is inserted.
  fileprivate var place: UInt64 {
    block == 0 ? UInt64(home) : UInt64(block) << 32 | UInt64(block == noIndex ? parent : 0)
  }
}

struct OrderPlan: ~Copyable {
  var leaving = LeavingBlocks()
  private(set) var leavingCount = 0
  private(set) var placed = Buffer<PlacedItem>()
  /// By section of the list after the update: which items of it stay, as numbers among those of the list.
  private(set) var staying = Buffer<ItemRun.Range>()
  /// What is placed, by place: indices.
  private var insertions = Buffer<UInt32>()
  /// What stays or is placed: its numbers before and after; and indices, by the number before.
  private var runs = Buffer<Run>()
  private var runsByNumber = Buffer<UInt64>()
  /// What is new: its number after the update << 32 | its position in the source.
  private var new = Buffer<UInt64>()

  init() {}

  mutating func leave(_ number: Int, end: Int) throws(Refusal) {
    try leaving.add(number, end: end)
    leavingCount += 1
  }

  /// `end` is that of its block.
  mutating func place(_ item: PlacedItem, end: Int) throws(Refusal) {
    try placed.append(item)
    if !item.isNew { try leave(Int(item.number), end: end) }
  }

  /// Puts what is placed in order: `items` are the same, sorted among siblings.
  mutating func sort(by items: borrowing Buffer<UInt32>) throws(Refusal) {
    var numbers = try Buffer<UInt64>(capacity: placed.count)
    for i in 0..<placed.count { numbers.push(UInt64(placed[i].position) << 32 | UInt64(i)) }
    try numbers.sort()
    var sorted = try Buffer<PlacedItem>(capacity: placed.count)
    for i in 0..<items.count {
      let at = numbers.firstIndex { $0 >> 32 >= UInt64(items[i]) }
      sorted.push(placed[Int(UInt32(truncatingIfNeeded: numbers[at]))])
    }
    swap(&placed, &sorted)
  }

  mutating func setTarget(_ target: Int, in block: UInt32, ofPlaced i: Int) {
    placed[i].block = block
    placed[i].target = UInt32(target)
  }

  // MARK: After the search

  mutating func setHome(_ section: UInt32, ofPlaced i: Int) { placed[i].home = section }

  /// Sets what stays in the sections of the list after the update, and what is inserted where.
  mutating func arrange(_ pairing: borrowing Pairing) throws(Refusal) {
    // An update before may have failed behind this.
    staying.removeAll()
    runs.removeAll()
    runsByNumber.removeAll()
    new.removeAll()
    try staying.reserve(pairing.after.sectionCount)
    for section in 0..<pairing.after.sectionCount {
      let before = pairing.beforeOfAfter[section]
      var range = ItemRun.Range(first: 0, end: 0)
      if before != noIndex {
        range.first = leaving.staying(before: Int(pairing.before.starts[Int(before)]), in: 0)
        range.end = leaving.staying(before: Int(pairing.before.starts[Int(before) + 1]), in: 0)
      }
      staying.push(range)
    }
    try arrangeInsertions()
  }

  /// Before the same item what is deepest comes first: it ends the blocks that end there.
  ///
  ///     A            inserted before E: below C, below A, and beside A
  ///     └ C
  ///     E
  private mutating func arrangeInsertions() throws(Refusal) {
    var places = try Buffer<Rank>(capacity: placed.count)
    var order = try Buffer<UInt32>(capacity: placed.count)
    for i in 0..<placed.count {
      let before = UInt64(placed[i].target) << 16 | UInt64(UInt16.max - placed[i].level)
      places.push(Rank(high: placed[i].place, low: before))
      order.push(UInt32(i))
    }
    var sort = RankSort()
    try sort.sort(&order, by: places)
    swap(&insertions, &order)
  }

  func insertions(ofSection section: Int) -> ItemRun.Range { insertions(at: UInt64(section)) }

  /// What is inserted below an item that is placed: into its block, or as children of a new one.
  func insertions(belowPlaced i: Int, _ block: Int) -> ItemRun.Range {
    insertions(
      at: placed[i].isNew ? UInt64(noIndex) << 32 | UInt64(placed[i].position) : UInt64(block) << 32)
  }

  private func insertions(at place: UInt64) -> ItemRun.Range {
    ItemRun.Range(
      first: insertions.firstIndex { placed[Int($0)].place >= place },
      end: insertions.firstIndex { placed[Int($0)].place > place })
  }

  /// The index of what is inserted.
  func insertion(_ i: UInt32) -> Int { Int(insertions[Int(i)]) }

  // MARK: Numbers

  mutating func setNumber(_ number: Int, ofPlaced i: Int) throws(Refusal) {
    placed[i].after = UInt32(number)
    if placed[i].isNew { try new.append(UInt64(number) << 32 | UInt64(placed[i].position)) }
  }

  mutating func add(_ run: Run) throws(Refusal) {
    try runsByNumber.append(UInt64(run.before) << 32 | UInt64(runs.count))
    try runs.append(run)
  }

  mutating func endNumbers() throws(Refusal) { try runsByNumber.sort() }

  /// The number after the update of an item that the list has had before and still has.
  func after(number: Int) -> Int {
    let i = runsByNumber.firstIndex { $0 >> 32 > UInt64(number) }
    let run = runs[Int(UInt32(truncatingIfNeeded: runsByNumber[i - 1]))]
    return Int(run.after) + number - Int(run.before)
  }

  /// The position in the source of what is new, by its number after the update.
  func position(ofNew number: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: new[new.firstIndex { $0 >> 32 >= UInt64(number) }])
  }
}
