// The answers of the items' classes about traits. `traits_of` is called with no lock held, so it may call the
// library:
//
//     read lock held       collect    the items that the call may change and whose class wants to be asked; their
//                                     leaves are held, so that their models stay alive
//     read lock released   ask        every class, item by item; then the leaves are released
//     write lock held      the plan reads the answers. An item that has come meanwhile was not asked about, and is
//                          passed over; an item whose class is not asked has the traits of its class

struct TraitAnswers: ~Copyable {
  private struct Answer: BitwiseCopyable {
    var item: UInt64
    var cellClass: UInt32
    var traits: Traits
    var model: Model
  }

  private var answers = Buffer<Answer>()
  /// Slot and index in `answers`, sorted by slot.
  private var bySlot = Buffer<UInt64>()
  private var leaves = Buffer<Leaf>()

  init() {}

  /// Calls the host, so no lock may be held.
  deinit { for i in 0..<leaves.count { leaves[i].release() } }

  var isEmpty: Bool { answers.isEmpty }

  // MARK: Asking

  /// Collects the items of first ..< first + count for which `isMeant`, if their class is to be asked.
  @_optimize(size) mutating func collect(
    _ first: Int, _ count: Int, in state: borrowing ListState, where isMeant: (Slot, LeafID) -> Bool
  ) throws(Refusal) {
    var known = ClassTraits()
    try state.arrangement.forEachLeaf(first, count) { id, offset, width, _ throws(Refusal) in
      let leaf = state.arrangement.leaf(id)
      if leaf.traits & ItemColumn.cellClass.bit == 0 { return }
      let start = answers.count
      for i in offset..<offset + width {
        let values = leaf.values(i)
        if !known.asks(values.cellClass) || !isMeant(leaf.slot(i), id) { continue }
        try answers.append(
          Answer(
            item: state.slots.handle(leaf.slot(i)), cellClass: values.cellClass, traits: [],
            model: values.model))
      }
      if answers.count == start { return }
      try leaves.append(leaf)
      leaf.retain()
    }
  }

  /// Asks the host: no lock may be held.
  mutating func ask() throws(Refusal) {
    try bySlot.reserve(answers.count)
    for i in 0..<answers.count {
      answers[i].traits = CellClass.traits(answers[i].cellClass, answers[i].model)
      bySlot.push((answers[i].item >> 32 - 1) << 32 | UInt64(i))
    }
    try bySlot.sort()
  }

  // MARK: Reading

  /// The answer about an item; nil if nobody was asked about it.
  private func find(_ slot: Slot, _ handle: UInt64) -> Traits? {
    var low = 0
    var high = bySlot.count
    while low < high {
      let middle = (low + high) / 2
      if UInt32(bySlot[middle] >> 32) < slot.raw { low = middle + 1 } else { high = middle }
    }
    guard low < bySlot.count, UInt32(bySlot[low] >> 32) == slot.raw else { return nil }
    let answer = answers[Int(UInt32(truncatingIfNeeded: bySlot[low]))]
    return answer.item == handle ? answer.traits : nil
  }

  /// Calls `body` with the runs of items that do not have the trait. Items of a class that is to be asked, and was
  /// not asked about this one, are passed over.
  @_optimize(size) func forEachAllowed(
    _ refusing: Traits, _ first: Int, _ count: Int, in state: borrowing ListState,
    _ body: (Int, Int) throws(Refusal) -> Void
  ) throws(Refusal) {
    if refusing.isEmpty { return try body(first, count) }
    var run = ItemRun(first: first)
    var known = ClassTraits()
    try state.arrangement.forEachLeaf(first, count) { id, offset, width, _ throws(Refusal) in
      let leaf = state.arrangement.leaf(id)
      if leaf.traits & ItemColumn.cellClass.bit == 0 { return try run.add(width, true, body) }
      for i in offset..<offset + width {
        let cellClass = leaf.values(i).cellClass
        var traits = known.traits(cellClass)
        if known.asks(cellClass) {
          traits = find(leaf.slot(i), state.slots.handle(leaf.slot(i))) ?? refusing
        }
        try run.add(1, traits.isDisjoint(with: refusing), body)
      }
    }
    try run.end(body)
  }

  @_optimize(size) func isAllowed(_ refusing: Traits, _ flat: Int, in state: borrowing ListState)
    throws(Refusal) -> Bool
  {
    var isAllowed = false
    try forEachAllowed(refusing, flat, 1, in: state) { _, _ throws(Refusal) in isAllowed = true }
    return isAllowed
  }
}

/// The traits of the class that was looked up last.
private struct ClassTraits {
  private var cellClass: UInt32 = 0
  private var found: Traits = []
  private var isAsked = false

  init() {}

  private mutating func look(_ id: UInt32) {
    if id == cellClass { return }
    cellClass = id
    found = CellClass.traits(id)
    isAsked = CellClass.asksForTraits(id)
  }

  mutating func asks(_ id: UInt32) -> Bool {
    look(id)
    return isAsked
  }

  mutating func traits(_ id: UInt32) -> Traits {
    look(id)
    return found
  }
}
