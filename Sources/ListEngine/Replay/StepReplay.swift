// Steps carried out one by one, in a piece table. Its sequences, for s sections before and t after:
//
//     0 ..< s         the items of each section of before          A: 0   B: 1
//     s ..< s + t     those of an inserted section; the origin of   B: 2   A: 3
//                     each inserted item is its place in one
//     s + t           the sections: origins are sections of before, 4: [0 1]
//                     or of after, with the number behind
//
// A flat list is one section, before and after. Of an item that stays the changeset says where it is after; it is
// found there once its update, if there is one, was carried out. Updates come last and ascend, so that those to come
// are the ones from `updatedEnd` on.

struct StepReplay: ~Copyable {
  private var steps: Borrowed<Change> = .empty
  private var isFlat = false
  private var done = 0
  private var pieces = PieceTable()
  private var beforeSections: UInt32 = 0
  private var order = SequenceID(0)
  /// The end of the last update that was carried out, as a flat position of after.
  private var updatedEnd: UInt32 = 0
  /// The same for sections.
  private var updatedSections: UInt32 = 0

  init() {}

  @_optimize(size)
  init(_ steps: Borrowed<Change>, _ changeset: borrowing Changeset, isFlat: Bool) throws(Refusal) {
    self.steps = steps
    self.isFlat = isFlat
    if isFlat {
      beforeSections = 1
      _ = try pieces.add(count: changeset.correspondence.beforeCount)
      return
    }
    let count = changeset.correspondence.beforeSectionCount
    beforeSections = UInt32(count)
    for section in 0..<count {
      let items =
        changeset.correspondence.beforeStarts[section + 1] - changeset.correspondence.beforeStarts[section]
      _ = try pieces.add(count: Int(items))
    }
    try pieces.reserve(sequences: changeset.correspondence.afterSectionCount)
    for _ in 0..<changeset.correspondence.afterSectionCount { _ = pieces.addEmpty() }
    order = try pieces.add(count: count)
  }

  // MARK: Carrying out

  mutating func next(_ changeset: borrowing Changeset) throws(Refusal) {
    if done == steps.count { throw Refusal(.replayEnded, limit: done) }
    try carryOut(steps[done], changeset)
    done += 1
  }

  @_optimize(size) private mutating func carryOut(_ step: Change, _ changeset: borrowing Changeset)
    throws(Refusal)
  {
    let count = Int(step.count)
    switch step.kind.code {
    case ChangeKind.itemDelete.code:
      try remove(count, from: items(ofSection: step.beforeSection), at: Int(step.beforeItem))
    case ChangeKind.itemMove.code:
      try move(
        count, from: items(ofSection: step.beforeSection), at: Int(step.beforeItem),
        to: items(ofSection: step.afterSection), at: Int(step.afterItem))
    case ChangeKind.itemInsert.code:
      let section = isFlat ? 0 : step.finalSection
      let origin = Origin(
        sequence: SequenceID(beforeSections + section), start: step.finalItem, count: step.count)
      try insert(origin, in: items(ofSection: step.afterSection), at: Int(step.afterItem))
    case ChangeKind.itemUpdate.code:
      updatedEnd =
        isFlat
        ? step.afterItem : changeset.correspondence.afterStarts[Int(step.afterSection)] + step.afterItem
      updatedEnd += step.count
    case ChangeKind.sectionDelete.code: try remove(count, from: order, at: Int(step.beforeSection))
    case ChangeKind.sectionMove.code:
      try move(count, from: order, at: Int(step.beforeSection), to: order, at: Int(step.afterSection))
    case ChangeKind.sectionInsert.code:
      let origin = Origin(
        sequence: SequenceID(order.raw + 1), start: step.finalSection, count: step.count)
      try insert(origin, in: order, at: Int(step.afterSection))
    case ChangeKind.sectionUpdate.code: updatedSections = step.afterSection + step.count
    default: break
    }
  }

  private mutating func remove(
    _ count: Int, from sequence: SequenceID, at index: Int
  ) throws(Refusal) {
    try pieces.reserve(edits: 1, levels: pieces.levels(of: sequence))
    pieces.remove(count, from: sequence, at: index)
  }

  private mutating func insert(
    _ origin: Origin, in sequence: SequenceID, at index: Int
  ) throws(Refusal) {
    try pieces.reserve(edits: 1, levels: pieces.levels(of: sequence))
    pieces.insert(origin, in: sequence, at: index)
  }

  @_optimize(size) private mutating func move(
    _ count: Int, from source: SequenceID, at first: Int, to target: SequenceID, at index: Int
  ) throws(Refusal) {
    let pieceCount = pieces.pieceCount(of: count, in: source, at: first)
    var moved = try Buffer<Origin>(capacity: pieceCount)
    try pieces.reserve(
      edits: pieceCount + 1, levels: pieces.levels(of: source) + pieces.levels(of: target))
    pieces.remove(count, from: source, at: first) { moved.push($0) }
    var index = index
    for i in 0..<moved.count {
      pieces.insert(moved[i], in: target, at: index)
      index += Int(moved[i].count)
    }
  }

  /// The items of the section at a position of now, which exists.
  private func items(ofSection section: UInt32) -> SequenceID {
    if isFlat { return SequenceID(0) }
    let origin = pieces.origin(of: Int(section), in: order)
    return SequenceID(origin.sequence == order ? origin.start : beforeSections + origin.start)
  }

  // MARK: Reading

  func count(ofSection section: UInt32) throws(Refusal) -> Int {
    if section == noIndex { return pieces.count(of: isFlat ? SequenceID(0) : order) }
    if isFlat { throw Refusal(.flatPosition) }
    try check(section, Position(section: section, item: noIndex))
    return pieces.count(of: items(ofSection: section))
  }

  private func check(_ section: UInt32, _ position: Position) throws(Refusal) {
    let count = pieces.count(of: order)
    if Int(section) >= count { throw Refusal(.sectionRange, position: position, limit: count) }
  }

  @_optimize(size) func find(_ position: Position, _ changeset: borrowing Changeset) throws(Refusal) -> Found
  {
    if isFlat {
      if position.section != noIndex || position.item == noIndex { throw Refusal(.flatPosition) }
    } else {
      try check(position.section, position)
      if position.item == noIndex { return found(section: position.section, changeset.correspondence) }
    }
    let sequence = items(ofSection: position.section)
    let count = pieces.count(of: sequence)
    if Int(position.item) >= count {
      throw Refusal(isFlat ? .flatRange : .itemRange, position: position, limit: count)
    }
    let origin = pieces.origin(of: Int(position.item), in: sequence)
    if origin.sequence.raw >= beforeSections {
      return Found(side: .after, position: place(origin.sequence.raw - beforeSections, origin.start))
    }
    let before = place(origin.sequence.raw, origin.start)
    let flat =
      isFlat ? origin.start : changeset.correspondence.beforeStarts[Int(before.section)] + origin.start
    guard let after = try changeset.after(ofBefore: flat),
      after < updatedEnd || !changeset.correspondence.isUpdated(after)
    else { return Found(side: .before, position: before) }
    if isFlat { return Found(side: .after, position: Position(flat: Int(after))) }
    let partner = changeset.correspondence.afterOfBefore[Int(before.section)]
    return Found(
      side: .after,
      position: Correspondence.position(of: after, guess: partner, in: changeset.correspondence.afterStarts))
  }

  private func place(_ section: UInt32, _ item: UInt32) -> Position {
    Position(section: isFlat ? noIndex : section, item: item)
  }

  private func found(section: UInt32, _ correspondence: borrowing Correspondence) -> Found {
    let origin = pieces.origin(of: Int(section), in: order)
    if origin.sequence != order {
      return Found(side: .after, position: Position(section: origin.start, item: noIndex))
    }
    let after = correspondence.afterOfBefore[Int(origin.start)]
    if after == noIndex || after >= updatedSections && correspondence.isUpdated(section: after) {
      return Found(side: .before, position: Position(section: origin.start, item: noIndex))
    }
    return Found(side: .after, position: Position(section: after, item: noIndex))
  }
}

extension Correspondence {
  /// Whether an item of after is updated.
  fileprivate func isUpdated(_ after: UInt32) -> Bool {
    var low = 0
    var high = updates.count
    while low < high {
      let middle = (low + high) / 2
      if updates[middle].after <= after { low = middle + 1 } else { high = middle }
    }
    return low > 0 && after - updates[low - 1].after < updates[low - 1].count
  }

  /// Whether a section of after is updated as such.
  fileprivate func isUpdated(section: UInt32) -> Bool {
    var low = 0
    var high = sectionUpdates.count
    while low < high {
      let middle = (low + high) / 2
      if sectionUpdates[middle] < section { low = middle + 1 } else { high = middle }
    }
    return low < sectionUpdates.count && sectionUpdates[low] == section
  }
}
