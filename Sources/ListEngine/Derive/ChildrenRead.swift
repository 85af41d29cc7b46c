// Which of the items that are read from a derived list have children: the source has some, or their class says that
// they may have. A class that wants to be asked is asked once no lock is held; the leaves are held until then.

struct ChildrenRead: ~Copyable {
  private struct Row: BitwiseCopyable {
    /// Where the host wants the answer.
    var place: Int
    /// Nil if the answer is known.
    var leaf: Leaf?
    var cellClass: UInt32 = 0
    var model = Model.null

    var hasChildren: Bool { leaf == nil || CellClass.traits(cellClass, model).contains(.hasChildren) }
  }

  /// Separate from the others, so that reading one item allocates nothing.
  private var first: Row? = nil
  private var others = Buffer<Row>()

  init() {}

  /// Calls the host, so no lock may be held.
  deinit {
    first?.leaf?.release()
    for i in 0..<others.count { others[i].leaf?.release() }
  }

  private mutating func append(_ row: Row) throws(Refusal) {
    if first == nil { first = row } else { try others.append(row) }
    row.leaf?.retain()
  }

  /// Item `i` of a leaf, at flat position `item` of the list, whose state is locked.
  mutating func add(
    _ leaf: Leaf, _ i: Int, item: Int, at place: Int, of list: borrowing List
  ) throws(Refusal) {
    if !list.isDerived { return }
    if list.hasItemsBelow(item) {
      return try append(Row(place: place, leaf: nil))
    }
    if leaf.traits & ItemColumn.cellClass.bit == 0 { return }
    let values = leaf.values(i)
    if CellClass.asksForTraits(values.cellClass) {
      try append(Row(place: place, leaf: leaf, cellClass: values.cellClass, model: values.model))
    } else if CellClass.traits(values.cellClass).contains(.hasChildren) {
      try append(Row(place: place, leaf: nil))
    }
  }

  /// Calls `body` with the place of each item that has children. No lock may be held.
  func forEach(_ body: (Int) -> Void) {
    if let first, first.hasChildren { body(first.place) }
    for i in 0..<others.count where others[i].hasChildren { body(others[i].place) }
  }
}

extension List {
  /// Whether the list's source has items below one of the list. The state is locked.
  fileprivate func hasItemsBelow(_ item: Int) -> Bool {
    if !derivation.options.isOrdered {
      return derivation.bits[SourceColumn.children, derivation.position(of: item)]
    }
    // All that are below it are shown.
    if item + 1 == state.value.arrangement.count { return false }
    let above = state.value.arrangement.location(ofItem: item)
    let next = state.value.arrangement.location(ofItem: item + 1)
    let level = state.value.arrangement.leaf(above.leaf).level(above.offset)
    return state.value.arrangement.leaf(next.leaf).level(next.offset) > level
      && state.value.arrangement.items.position(of: next.leaf).owner
        == state.value.arrangement.items.position(of: above.leaf).owner
  }
}
