// The update of a sorted or grouped list, from the source's difference to that of the list. Its phases:
//
//     1. plan       who leaves and is placed; if these are many, all items are sorted         OrderUpdate+Plan, +Sort
//     2. ties       the host tells apart what is equal, in as many polls as it takes          TieBreak
//     3. search     each item that is placed is searched for, by rank, then among its equals  OrderUpdate+Ranks, +Search
//     4. describe   the host describes groups that are new or have changed                   OrderUpdate+Groups
//     5. project    few: runs between what is placed; many: columns, matched by key           OrderUpdate+Few, +Many
//     6. commit     the ranks of what was placed
//
//     source     before  Ada 31  Ben 2  Cem 70  Dan 71       after  Ada 31  Cem 5  Dan 71  Eva 40
//     answers    Cem 5, Eva 40                               what is new or has changed was asked
//     leaving    Ben, Cem                                    placed  Cem 5, Eva 40
//     list       before  Ben Ada Cem Dan                     after   Cem Ada Eva Dan
//
// Few and many is a question of cost only: both show the same. No lock is held from 1 to 4 but to read.

struct OrderUpdate: ~Copyable {
  private(set) var isPlanned = false
  private(set) var isMany = false
  /// Says what leaves its place and where it is placed, if few items do.
  var plan = OrderPlan()
  /// Holds positions in the source of what is placed, or of all items: in order, section after section.
  var order = Buffer<UInt32>()
  /// Holds the answers by position in the source, if all items are sorted.
  var answers = Buffer<Rank>()
  var ties = TieBreak()
  /// No tie is left that the host could break.
  var isSorted = false
  var hasLevels = false
  /// If all are sorted.
  var trees = SortedTrees()

  var isGrouped = false
  var grouping = Grouping()
  /// Of many: by number of the group, its items in `order`.
  var members = Buffer<ItemRun.Range>()
  var isDescribed = false

  /// Has, if few items change their place, those that were asked about and are in the list: position in the source << 32 |
  /// number in the list, by position.
  var asked = Buffer<UInt64>()
  var searched = PlaceSearch()
  /// The runs of few.
  var runs = NumberedRuns()
  /// Has all items in order, if all are sorted.
  var columns = OwnedColumns()
  /// Has their numbers in the list by position in the source, if there are marks or levels.
  var numbers = Buffer<UInt32>()

  init() {}

  mutating func didPlan(isMany: Bool) {
    isPlanned = true
    self.isMany = isMany
  }

  /// Fills the matcher, whose `before` is the list. The list's update is locked.
  mutating func project(
    _ sourceUpdate: inout SourceUpdate, _ options: DeriveOptions, _ list: borrowing List,
    _ scratch: inout UpdateScratch
  ) throws(Refusal) {
    // An update before may have failed behind this.
    runs = NumberedRuns()
    if isGrouped {
      let traits = sourceUpdate.version.held.input.traits & ~ItemColumn.level.bit
      try grouping.setSections(&scratch.matcher.pairing.after, traits)
    } else {
      try scratch.matcher.pairing.after.setSections(sourceUpdate, options)
    }
    if isMany {
      try matchAll(sourceUpdate, list, &scratch)
    } else {
      try scratch.matcher.pairing.matchSections(
        index: list.state.value.arrangement.sectionIndex, isScoped: list.options.isScoped)
      try projectFew(sourceUpdate, &scratch.matcher)
      try addPatches(&sourceUpdate, list.state.value, isScoped: list.options.isScoped, &scratch.matcher)
    }
    try addChildrenChanged(
      &sourceUpdate, list.derivation, list.state.value, isScoped: list.options.isScoped, &scratch.matcher)
    try addMarks(sourceUpdate, list.state.value, isScoped: list.options.isScoped, &scratch)
    try restore(&sourceUpdate, scratch.matcher.matches)
  }

  // MARK: Commit

  func reserve(_ ordering: inout Ordering, slots: Int) throws(Refusal) {
    if isPlanned && ordering.ranks.count < slots { try ordering.ranks.resize(to: slots, filling: Rank()) }
    if isGrouped { try ordering.groups.reserve(grouping.order.count) }
  }

  /// Keeps the ranks of what was placed, once the list has it.
  func commit(_ ordering: inout Ordering, _ state: borrowing ListState) {
    if !isPlanned { return }
    ordering.hasGap = trees.hasGap
    if isGrouped { grouping.fill(&ordering.groups) }
    if !isMany {
      for i in 0..<plan.placed.count {
        if i + OrderUpdate.ahead < plan.placed.count {
          let ahead = state.arrangement.location(ofItem: Int(plan.placed[i + OrderUpdate.ahead].after))
          state.arrangement.leaf(ahead.leaf).prefetch(slotOf: ahead.offset)
        }
        let location = state.arrangement.location(ofItem: Int(plan.placed[i].after))
        ordering.set(plan.placed[i].rank, of: state.slot(of: location))
      }
      return
    }
    var number = 0
    state.arrangement.forEachLeaf(0, state.arrangement.count) { id, offset, width, _ in
      let leaf = state.arrangement.leaf(id)
      for i in number..<number + width {
        answers.prefetch(Int(order[min(i + OrderUpdate.ahead, order.count - 1)]))
        let ahead = min(i + OrderUpdate.ahead, number + width - 1)
        ordering.ranks.prefetch(Int(leaf.slot(offset + ahead - number).raw))
        ordering.ranks[Int(leaf.slot(offset + i - number).raw)] = answers[Int(order[i])]
      }
      number += width
    }
  }

  // MARK: Marks and states

  /// Copies the marks of items that stay, by number after the update.
  @_optimize(size) private func addMarks(
    _ sourceUpdate: borrowing SourceUpdate, _ state: borrowing ListState, isScoped: Bool,
    _ scratch: inout UpdateScratch
  ) throws(Refusal) {
    var order = Buffer<UInt64>()
    // Of a grouped list the items of a section are reloaded.
    for i in 0..<(isGrouped ? sourceUpdate.markedSections.count : 0) {
      for position in sourceUpdate.version.items(ofSection: Int(sourceUpdate.markedSections[i])) {
        guard let number = number(of: position, sourceUpdate, state, isScoped: isScoped) else { continue }
        try order.append(UInt64(number) << 32 | 1)
      }
    }
    for i in 0..<sourceUpdate.marks.count {
      let position = Int(sourceUpdate.marks[i].flat)
      guard let number = number(of: position, sourceUpdate, state, isScoped: isScoped) else { continue }
      try order.append(UInt64(number) << 32 | UInt64(sourceUpdate.marks[i].reloads))
    }
    // Of an item that was marked twice a reload comes last.
    try order.sort(from: 0)
    try scratch.marks.reserve(extra: order.count)
    for i in 0..<order.count where i + 1 == order.count || order[i] >> 32 != order[i + 1] >> 32 {
      scratch.marks.push(
        Mark(flat: UInt32(order[i] >> 32), reloads: UInt32(truncatingIfNeeded: order[i])))
    }
  }

  /// After the update; nil: the list does not have it.
  private func number(
    of position: Int, _ sourceUpdate: borrowing SourceUpdate, _ state: borrowing ListState, isScoped: Bool
  ) -> Int? {
    if !isMany { return after(sourceUpdate.version, position, state, isScoped: isScoped) }
    return numbers[position] == noIndex ? nil : Int(numbers[position])
  }

  /// Items that lists above show again have states.
  private func restore(_ sourceUpdate: inout SourceUpdate, _ matches: borrowing Matches) throws(Refusal) {
    if sourceUpdate.remembered.isEmpty { return }
    for i in 0..<matches.staged.count where matches.staged.isNew(i) {
      let position = Int(order(ofStaged: matches.staged.flat(i)))
      let states = sourceUpdate.remembered.states(at: position)
      if states != 0 { try sourceUpdate.restored.append(RestoredItem(staged: UInt32(i), states: states)) }
    }
  }

  /// The position in the source of an item that is new, by its number after the update.
  private func order(ofStaged number: Int) -> UInt32 {
    isMany ? order[number] : plan.position(ofNew: number)
  }
}
