// The update of a sorted list, from the source's difference to that of the list.
//
//     source     before  Ada 31  Ben 2  Cem 70  Dan 71       after  Ada 31  Cem 5  Dan 71  Eva 40
//     answers    Cem 5, Eva 40                               what is new or has changed was asked
//     few        OrderPlan: who leaves and is placed; then runs between them, as by Projection       OrderUpdate+Few
//     many       all items in order, as columns, matched by key like those of a host                 OrderUpdate+Many
//
// Which of the two is a question of cost only: both show the same.

struct OrderUpdate: ~Copyable {
  var plan = OrderPlan()
  /// Where the items of an update of few are: the run that is being extended, and the next number after the update.
  var run = Run(before: 0, after: 0, count: 0)
  var next = 0
  /// All items in order, section after section, if many change their place.
  var order = Buffer<RankedPosition>()
  var columns = OwnedColumns()
  /// By position in the source: its number in the list after an update of many.
  var numbers = Buffer<UInt32>()
  private(set) var isMany = false

  /// Whether the order is another one than that by which the list is sorted.
  private let reorders: Bool

  init(reorders: Bool) { self.reorders = reorders }

  /// Fills the matcher, whose `before` is the list. The list's update is locked.
  mutating func run(
    _ sourceUpdate: inout SourceUpdate, _ derivation: borrowing Derivation, _ list: borrowing List,
    _ scratch: inout UpdateScratch
  ) throws(Refusal) {
    try scratch.matcher.pairing.after.setSections(sourceUpdate, derivation.options)
    try scratch.matcher.pairing.matchSections(
      index: list.state.value.arrangement.sectionIndex, isScoped: list.options.isScoped)
    isMany = reorders
    if !isMany {
      isMany = try !planFew(&sourceUpdate, derivation, list.state.value, isScoped: list.options.isScoped)
    }
    if isMany {
      try sortAll(sourceUpdate, derivation, list.state.value, isScoped: list.options.isScoped)
      try matchAll(sourceUpdate, derivation.options, list, &scratch)
    } else {
      try search(&sourceUpdate, derivation, list, &scratch.matcher)
      try project(sourceUpdate, &scratch.matcher)
      try addPatches(&sourceUpdate, list.state.value, isScoped: list.options.isScoped, &scratch.matcher)
    }
    try addMarks(sourceUpdate, list.state.value, isScoped: list.options.isScoped, &scratch)
  }

  // MARK: Commit

  func reserve(_ ordering: inout Ordering, slots: Int) throws(Refusal) {
    if ordering.ranks.count < slots { try ordering.ranks.resize(to: slots, filling: Rank()) }
  }

  /// Keeps the ranks of what was placed, once the list has it.
  func commit(_ ordering: inout Ordering, _ matcher: borrowing Matcher, _ state: borrowing ListState) {
    if !isMany {
      for i in 0..<plan.placed.count {
        ordering.set(
          plan.placed[i].rank,
          of: state.slot(of: state.arrangement.location(ofItem: Int(plan.placed[i].after))))
      }
      return
    }
    var number = 0
    state.arrangement.forEachLeaf(0, state.arrangement.count) { id, offset, width, _ in
      let leaf = state.arrangement.leaf(id)
      for i in 0..<width { ordering.set(order[number + i].rank, of: leaf.slot(offset + i)) }
      number += width
    }
  }

  /// Copies the marks of items that stay, by number after the update.
  private func addMarks(
    _ sourceUpdate: borrowing SourceUpdate, _ state: borrowing ListState, isScoped: Bool,
    _ scratch: inout UpdateScratch
  ) throws(Refusal) {
    var order = Buffer<UInt64>()
    for i in 0..<sourceUpdate.marks.count {
      let position = Int(sourceUpdate.marks[i].flat)
      guard
        let number = isMany
          ? Int(numbers[position])
          : after(sourceUpdate.version, position, state, isScoped: isScoped, scratch.matcher.pairing)
      else { continue }
      try order.append(UInt64(number) << 32 | UInt64(sourceUpdate.marks[i].reloads))
    }
    try order.sort()
    try scratch.marks.reserve(extra: order.count)
    for i in 0..<order.count {
      scratch.marks.push(
        Mark(flat: UInt32(order[i] >> 32), reloads: UInt32(truncatingIfNeeded: order[i])))
    }
  }
}
