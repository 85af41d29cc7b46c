// What a view is to show now, read from the list at one moment (View+Plan).
//
//     order     the cells of what is visible; those that show what they should are done with
//     wanted    what others are to show, then what the host has taken
//     ahead     items before and behind, to be prefetched
//
// Leaves and blocks are held until their models are retained for cells.

/// What a cell is wanted for.
struct WantedCell: BitwiseCopyable {
  var content: CellContent
  var position = Position.nowhere
  var index = noIndex
  var states: UInt32 = 0
  /// Where it is among what is visible; `noIndex`: the host has taken it.
  var place = noIndex

  var isVisible: Bool { place != noIndex }
}

struct ViewPlan: ~Copyable {
  var request = RequestedRange.Values()
  var range = VisibleRange()
  /// Of the list.
  var version: UInt64 = 0
  /// `noIndex`, where a cell is wanted.
  var order = Buffer<UInt32>()
  var wanted = Buffer<WantedCell>()
  var sections = Buffer<SectionName>()
  /// The handles of the items of both ranges.
  var ahead = Buffer<UInt64>()
  var before = VisibleRange()
  var behind = VisibleRange()
  /// Whether there were marks: all that is visible is wanted then.
  var takesMarks = false
  var marks = Buffer<ViewMark>()
  var marksOfAll: UInt32 = 0
  private var sorting = KeySort()
  private var held = HeldModels()
  private var heldLeaf = LeafID.noIndex
  private var blocks = Buffer<SupplementaryBlock>()

  init() {}

  /// Calls the host.
  deinit { for i in 0..<blocks.count { blocks[i].release() } }

  /// The flags of the marks of a cell.
  func marks(of name: CellName) -> UInt32 {
    var flags = marksOfAll
    for i in 0..<marks.count where marks[i].name == name { flags |= marks[i].flags }
    return flags
  }

  // MARK: Filling, with the state locked

  /// The item at an index of a leaf.
  mutating func add(
    _ content: CellContent, _ id: LeafID, _ leaf: Leaf, _ offset: Int, at position: Position, _ flat: Int,
    of state: borrowing ListState, isVisible: Bool
  ) throws(Refusal) {
    var cell = WantedCell(content: content)
    cell.position = position
    cell.index = UInt32(truncatingIfNeeded: flat)
    cell.states = state.states(of: leaf.slot(offset), in: id)
    if heldLeaf != id {
      try held.hold(leaf, offset, 0)
      heldLeaf = id
    }
    try add(cell, isVisible: isVisible)
  }

  /// `section` nil: of the list itself.
  mutating func add(
    _ content: CellContent, _ section: SectionID?, _ block: SupplementaryBlock, of state: borrowing ListState,
    isVisible: Bool
  ) throws(Refusal) {
    var cell = WantedCell(content: content)
    if let section { cell.position.section = state.arrangement.start(ofSection: section).units }
    if !isLastHeld(block) {
      try blocks.reserve(extra: 1)
      block.retain()
      blocks.push(block)
    }
    try add(cell, isVisible: isVisible)
  }

  private mutating func add(_ cell: WantedCell, isVisible: Bool) throws(Refusal) {
    try wanted.append(cell)
    if !isVisible { return }
    wanted[wanted.count - 1].place = UInt32(truncatingIfNeeded: order.count)
    try order.append(noIndex)
  }

  private func isLastHeld(_ block: SupplementaryBlock) -> Bool {
    guard let last = blocks.last else { return false }
    return last == block
  }

  /// Adds the item or the supplementary that has the name, for the host; false if there is none.
  mutating func add(
    _ name: CellName, of state: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) -> Bool {
    if name.item != 0 {
      guard let slot = state.slots.slot(name.item) else { return false }
      let at = state.location(ofSlot: slot)
      let leaf = state.arrangement.leaf(at.leaf)
      let section = state.name(of: state.arrangement.start(ofLeaf: at.leaf).section)
      try add(
        CellContent(name.item, leaf, at.offset, in: section), at.leaf, leaf, at.offset,
        at: state.arrangement.position(of: at), state.arrangement.flat(of: at), of: state, isVisible: false)
      return true
    }
    let section = name.section == 0 ? nil : state.live(name.section)
    if name.section != 0 && section == nil { return false }
    let block =
      section.map { state.arrangement.sections[$0].supplementaries } ?? features.elements.value.block
    guard let block, let i = block.find(kind: name.kind, index: name.index) else { return false }
    try add(CellContent(block[i], of: section, state), section, block, of: state, isVisible: false)
    return true
  }

  mutating func addAhead(_ count: Int, of state: borrowing ListState) throws(Refusal) {
    let first = max(0, range.first - count)
    before = VisibleRange(first: first, count: range.first - first)
    behind = state.cut(VisibleRange(first: range.end, count: count))
    try ahead.reserve(before.count + behind.count)
    try sorting.reserve(before.count + behind.count)
    add(ahead: before, of: state)
    add(ahead: behind, of: state)
  }

  /// By handle: what is ahead has no order any more.
  mutating func sortAhead() { sorting.sort(&ahead, from: 0) }

  private mutating func add(ahead range: VisibleRange, of state: borrowing ListState) {
    state.arrangement.forEachLeaf(range.first, range.count) { id, offset, width, _ in
      let leaf = state.arrangement.leaf(id)
      for i in offset..<offset + width { ahead.push(state.slots.handle(leaf.slot(i))) }
    }
  }
}

extension CellContent {
  init(_ supplementary: Supplementary, of section: SectionID?, _ state: borrowing ListState) {
    if let section {
      self.init(
        supplementary, section: state.handle(ofSection: section), state.arrangement.sections[section].key)
    } else {
      self.init(supplementary, section: 0, Key(low: 0, high: 0))
    }
  }
}

extension ListState {
  func name(of section: SectionID) -> SectionName {
    SectionName(handle: handle(ofSection: section), key: arrangement.sections[section].key)
  }
}
