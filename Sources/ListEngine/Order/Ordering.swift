// What a sorted list keeps beside its items: the order in effect, and the rank of each item, by the item's slot. A move
// carries nothing, and a rank is found by key in the index that a sorted list has like any list of its own.
//
//     list     Cem Ada Ben           slots   5 0 3
//     ranks    [0] 31  [3] 2  [5] 70
//
// The first order is one without ranks: all are equal, and the list shows the source's order.

struct Ordering: ~Copyable {
  var order = SortOrder()
  /// By slot. Those of slots that no item has are of no meaning.
  var ranks = Buffer<Rank>()
  /// Of a grouped list, by number of the section.
  var groups = Buffer<GroupRow>()
  /// A level of the version that is shown is no depth.
  var hasGap = false
  init() {}

  /// As it is sorted: the least comes first.
  @inline(__always) func rank(of slot: Slot) -> Rank { order.sorted(answer(of: slot)) }

  /// As the host has said it.
  @inline(__always) func answer(of slot: Slot) -> Rank { ranks[Int(slot.raw)] }
}

extension Ordering {
  /// `rank` is as it is sorted. There is room.
  mutating func set(_ rank: Rank, of slot: Slot) {
    ranks[Int(slot.raw)] = order.sorted(rank)
  }
}

/// What is between polls: no other thread reads it.
struct OrderAsking: ~Copyable {
  /// What the host is being asked about the source's next version.
  var questions = OrderQuestions()
  /// What it is being asked about the next order.
  var next = OrderQuestions()

  init() {}
}

extension List {
  /// The first thing in a poll of a sorted or grouped list.
  func makeOrderAsking() throws(Refusal) { try features.orderAsking.value.make { OrderAsking() } }

  /// For these polls.
  @inline(__always) var orderAsking: OrderAsking {
    _read {
      yield unsafe featuresBox.pointer.unsafelyUnwrapped.pointee.orderAsking.address.pointee.address.pointee
    }
    nonmutating _modify {
      // As `derivation`.
      let made = unsafe featuresBox.pointer.unsafelyUnwrapped.pointee.orderAsking.address.pointee.address
      yield unsafe &made.pointee
    }
  }
}

/// Items of one version of the source that the host is asked about, and its answers so far.
struct OrderQuestions: ~Copyable {
  /// The most items in one call of the host: what it reads and writes stays in the processor's cache.
  private static var piece: Int { 4096 }

  /// The version, which is held until all is answered.
  var version = SourceVersion()
  var number = UInt64.max
  /// Ascending.
  var positions = Buffer<UInt32>()
  /// Of the first ones; groups of a grouped list only.
  var ranks = Buffer<Rank>()
  var groups = Buffer<Key>()
  /// Whether it is a newer version than the one that is shown.
  var isNew = false
  /// What the update takes over from the source's commits: what they have marked, as they said it and as found.
  var commits = FollowedCommits()
  var given = Buffer<ViewMark>()
  var marks = Buffer<Mark>()
  var markedSections = Buffer<UInt64>()
  /// What follows from the answers.
  var update = OrderUpdate()

  init() {}

  /// An update that is planned has taken over the answers.
  var isAnswered: Bool { update.isPlanned || ranks.count == positions.count }
  /// How many items the next polls ask about. There is one at least: ties may be left, or groups to describe.
  var unanswered: UInt64 { isAnswered ? 1 : UInt64(positions.count - ranks.count) }

  mutating func askAll(_ count: Int) throws(Refusal) {
    try positions.reserve(count)
    for i in 0..<count { positions.push(UInt32(i)) }
  }

  /// Asks about what is new, has changed or is marked; `onlyNew`: what is shown stays where it is.
  mutating func collect(_ sourceUpdate: inout SourceUpdate, onlyNew: Bool) throws(Refusal) {
    try marks.copy(sourceUpdate.marks)
    try markedSections.copy(sourceUpdate.markedSections)
    if commits.reloads && !onlyNew { return try askAll(sourceUpdate.bits.count) }
    var order = Buffer<UInt64>()
    try sourceUpdate.withMatches { sourceUpdate, matches throws(Refusal) in
      var iterator = MatchIterator()
      var end = 0
      while let run = iterator.next(matches) {
        for i in end..<Int(run.after) { try order.append(UInt64(i) << 32) }
        end = Int(run.after + run.count)
      }
      for i in end..<sourceUpdate.bits.count { try order.append(UInt64(i) << 32) }
      if onlyNew { return }
      for i in 0..<matches.patches.count { try order.append(UInt64(matches.patches[i].after) << 32) }
    }
    for i in 0..<marks.count where !onlyNew { try order.append(UInt64(marks[i].flat) << 32) }
    for i in 0..<markedSections.count where !onlyNew {
      for position in sourceUpdate.version.items(ofSection: Int(markedSections[i])) {
        try order.append(UInt64(position) << 32)
      }
    }
    try order.sort()
    try positions.reserve(order.count)
    for i in 0..<order.count where i == 0 || order[i] != order[i - 1] {
      positions.push(UInt32(order[i] >> 32))
    }
  }

  /// Asks about the next ones, at most `left`, and subtracts their number from it. No lock may be held. On failure the
  /// answers before are kept.
  mutating func ask(
    _ order: borrowing SortOrder, _ version: borrowing SourceVersion, _ left: inout Int, isGrouped: Bool
  ) throws(Refusal) {
    if isAnswered { return }
    try ranks.reserve(positions.count)
    if !order.asks { return ranks.push(Rank(), positions.count - ranks.count) }
    if isGrouped { try groups.reserve(positions.count) }
    var items = try Buffer<RankedItem>(capacity: OrderQuestions.piece)
    while !isAnswered && left > 0 {
      let count = min(left, OrderQuestions.piece, positions.count - ranks.count)
      items.removeAll()
      for i in ranks.count..<ranks.count + count { items.push(version.ranked(Int(positions[i]))) }
      var answers = try Buffer<Rank>(repeating: Rank(), count: count)
      var groups = try Buffer<Key>(repeating: Key(low: 0, high: 0), count: isGrouped ? count : 0)
      try order.ask(items, depth: 0, &answers, &groups)
      ranks.append(contentsOf: answers)
      self.groups.append(contentsOf: groups)
      left -= count
    }
  }

  /// Which item is asked about, or nil behind the last question.
  @inline(__always) func position(_ question: Int) -> Int? {
    question < positions.count ? Int(positions[question]) : nil
  }
}

extension SourceVersion {
  /// An item as the host is asked about it.
  func ranked(_ position: Int) -> RankedItem {
    let chunk = held.input.chunks[held.input.chunk(at: position)]
    let values = chunk.leaf.values(position - Int(chunk.first))
    return RankedItem(
      key: chunk.leaf.key(position - Int(chunk.first)), section: sectionKey(of: position),
      model: values.model,
      content: values.content, cellClass: values.cellClass, level: UInt32(values.level))
  }
}

extension OrderQuestions {
  /// All is answered.
  @_optimize(size) mutating func plan(
    _ order: borrowing SortOrder, _ sourceUpdate: inout SourceUpdate, _ derivation: borrowing Derivation,
    _ state: borrowing ListState, isScoped: Bool, reorders: Bool
  ) throws(Refusal) {
    var update = OrderUpdate()
    var answers = Buffer<Rank>()
    swap(&answers, &ranks)
    do throws(Refusal) {
      try update.plan(
        &sourceUpdate, self, &answers, order, derivation, state, isScoped: isScoped, reorders: reorders)
    } catch {
      swap(&answers, &ranks)
      throw error
    }
    swap(&update, &self.update)
  }

  /// Tells apart what is equal, and searches for places. Returns whether all is done.
  mutating func goOn(
    _ order: borrowing SortOrder, _ list: borrowing List, _ sourceUpdate: inout SourceUpdate,
    _ budget: inout Int
  ) throws(Refusal) -> Bool {
    if try !update.breakTies(order, sourceUpdate.version, &budget) { return false }
    if !update.isMany {
      if try !update.search(list, &sourceUpdate, order, &budget) { return false }
    }
    return try update.describe(order, list, &sourceUpdate, positions, &budget)
  }
}
