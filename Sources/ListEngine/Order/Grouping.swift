// The groups of a grouped list in one update: those that it has, in their order, and behind them new ones, as they came.
//
//     list       Fruit: apple fig      Roots: beet           groups   0 Fruit   1 Roots
//     answers    beet is Fruit, kiwi is new: Berries         groups   0 Fruit 3   1 Roots 0   2 Berries 1
//     describe   Berries, and Fruit if its count is shown    ranks, headers
//     after      Berries: kiwi         Fruit: apple beet fig          by rank; Roots has gone
//
// The host describes a group when it is new, when its first item is another one or has changed, and, if the list counts,
// when it has more or fewer items.

struct Group: BitwiseCopyable {
  let key: Key
  /// How many items it had before.
  let oldCount: Int
  /// After the update.
  var count: Int
  /// The key of the first one.
  var first: Key
  var rank: Rank
  /// The block that has the group's header; nil: it has none.
  var header: SupplementaryBlock?
  /// It is described, whatever its count and its first item are.
  var mustDescribe: Bool
  /// Items have come or gone.
  var isTouched = false
  /// The number of its section after the update.
  var section = noIndex
}

/// What a grouped list keeps of a group between updates, by number of its section.
struct GroupRow: BitwiseCopyable {
  var rank: Rank
  var first: Key
}

@safe struct Grouping: ~Copyable {
  var groups = Buffer<Group>()
  /// Numbers of the new ones.
  private var index = KeyIndex()
  private var oldCount = 0
  /// Numbers of those that are described, and how many are.
  private(set) var questions = Buffer<UInt32>()
  private(set) var isPlanned = false
  private(set) var answered = 0
  /// The numbers of the groups that have items, in order.
  private(set) var order = Buffer<UInt32>()
  /// Headers that were made here: a reference each.
  private var made = Buffer<SupplementaryBlock>()

  init() {}

  deinit { for i in 0..<made.count { made[i].release() } }

  // MARK: Numbers

  /// The groups that the list has; `all` are described anew.
  mutating func begin(
    _ rows: borrowing Buffer<GroupRow>, _ state: borrowing ListState, all: Bool
  ) throws(Refusal) {
    try groups.reserve(rows.count)
    for i in 0..<rows.count {
      let section = state.arrangement.sections[state.arrangement.section(at: i)]
      groups.push(
        Group(
          key: section.key, oldCount: Int(section.count), count: Int(section.count), first: rows[i].first,
          rank: rows[i].rank, header: section.supplementaries, mustDescribe: all))
    }
    oldCount = rows.count
  }

  /// All items are counted anew.
  mutating func forgetCounts() { for i in 0..<groups.count { groups[i].count = 0 } }

  /// The number of a group, which may be new.
  mutating func number(of key: Key, _ state: borrowing ListState) throws(Refusal) -> Int {
    if let id = state.arrangement.section(forKey: key) {
      return Int(state.arrangement.start(ofSection: id).units)
    }
    let fingerprint = KeyScope.list.fingerprint(key)
    if let found = index.find(fingerprint, where: { groups[Int($0)].key == key }) { return Int(found) }
    try index.reserve(extra: 1)
    try groups.append(
      Group(
        key: key, oldCount: 0, count: 0, first: key, rank: Rank(), header: nil, mustDescribe: true))
    index.insert(fingerprint, UInt32(groups.count - 1))
    return groups.count - 1
  }

  func isNew(_ number: Int) -> Bool { number >= oldCount }

  mutating func put(into group: Int) {
    groups[group].count += 1
    groups[group].isTouched = true
  }

  mutating func take(from group: Int) {
    groups[group].count -= 1
    groups[group].isTouched = true
  }

  /// An item has changed and stays where it is.
  mutating func noteChange(of key: Key, _ group: Int) {
    if groups[group].first == key { groups[group].mustDescribe = true }
  }

  mutating func setFirst(_ key: Key, _ group: Int, hasChanged: Bool) {
    groups[group].first = key
    if hasChanged { groups[group].mustDescribe = true }
  }

  // MARK: Describing

  /// Counts and first items are known.
  mutating func plan(_ rows: borrowing Buffer<GroupRow>, counts: Bool) throws(Refusal) {
    questions.removeAll()
    for i in 0..<groups.count where groups[i].count > 0 {
      let isSame = !isNew(i) && groups[i].first == rows[i].first
      if isSame && !groups[i].mustDescribe && !(counts && groups[i].count != groups[i].oldCount) { continue }
      try questions.append(UInt32(i))
    }
    isPlanned = true
  }

  /// Returns the number of a group of those that are described next.
  func question(_ i: Int) -> Int { Int(questions[answered + i]) }

  /// Takes over what the host has answered about the next ones.
  mutating func answer(_ answers: borrowing Buffer<GroupDescription>) throws(Refusal) {
    try made.reserve(extra: answers.count)
    for i in 0..<answers.count {
      let number = Int(questions[answered])
      let header = try answers[i].makeHeader()
      if let header { made.push(header) }
      groups[number].rank = answers[i].rank
      groups[number].header = header
      answered += 1
    }
  }

  /// Without a host's function groups are as they came.
  mutating func answerNothing() {
    for i in 0..<questions.count {
      groups[Int(questions[i])].rank = Rank()
      groups[Int(questions[i])].header = nil
    }
    answered = questions.count
  }

  // MARK: Order

  /// All is described.
  @_optimize(size) mutating func arrange(limit: Int) throws(Refusal) {
    var ranks = try Buffer<Rank>(capacity: groups.count)
    order.removeAll()
    for i in 0..<groups.count {
      groups[i].section = noIndex
      ranks.push(groups[i].rank)
      if groups[i].count > 0 { try order.append(UInt32(i)) }
    }
    if order.count > limit { throw Refusal(.limit, limit: limit) }
    var sort = RankSort()
    try sort.sort(&order, by: ranks)
    for i in 0..<order.count { groups[Int(order[i])].section = UInt32(i) }
  }

  /// Makes the groups the sections of the list.
  func setSections(_ input: inout Input, _ traits: UInt32) throws(Refusal) {
    input.removeAll()
    try input.reserve(sections: order.count, chunks: 0)
    input.traits = traits
    var first = 0
    for i in 0..<order.count {
      let group = groups[Int(order[i])]
      input.addSection(group.key, first: first, supplementaries: group.header)
      first += group.count
    }
    input.starts.push(UInt32(first))
  }

  func fill(_ rows: inout Buffer<GroupRow>) {
    rows.removeAll()
    for i in 0..<order.count {
      let group = groups[Int(order[i])]
      rows.push(GroupRow(rank: group.rank, first: group.first))
    }
  }
}
