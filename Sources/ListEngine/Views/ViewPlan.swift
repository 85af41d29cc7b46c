// The contents that a view is to show now, read from the list at one moment (ViewState+Plan), and the room for the
// events about them.
//
//     next      what is visible, with the cells that show what they should
//     wanted    what other cells are to show, then what the host has acquired
//     ahead     items before and behind, to be prefetched
//
// Leaves and blocks are held until their models are retained for cells.

/// An element for which a cell is wanted.
struct WantedCell: BitwiseCopyable {
  var content: CellContent
  var position = Position.nowhere
  var index = noIndex
  var states: UInt32 = 0
  /// `CellFlags` of an item that is the first or last one of its section, in a view that binds these.
  var edges: UInt32 = 0
  /// Where it is among what is visible; `noIndex`: only the host has it.
  var place = noIndex

  var isVisible: Bool { place != noIndex }
}

struct ViewPlan: ~Copyable {
  var next = VisibleContents()
  var wanted = Buffer<WantedCell>()
  /// Whether the range is the same of the same version, and the anchor with it.
  var keepsAnchor = false
  /// The handles of the items of both ranges.
  var ahead = Buffer<UInt64>()
  var before = VisibleRange()
  var behind = VisibleRange()
  /// Whether there were marks: all that is visible is wanted then.
  var takesMarks = false
  var marks = Buffer<ViewMark>()
  var marksOfAll: UInt32 = 0
  /// The kinds of events that the host asks for, and how many still fit into what was reserved.
  private var events: UInt32 = 0
  private var room = 0
  private var sorting = KeySort()
  private var held = HeldModels()
  private var heldLeaf = LeafID.noIndex
  private var blocks = Buffer<SupplementaryBlock>()

  /// Whether the view is laid out: then what leaves is unbound by a later layout, never by a poll.
  let isLaidOut: Bool
  /// Whether a class is new and the host asks for that: its cells come later.
  var hasNewClasses = false
  /// Whether cells show if their item is the first or last one of its section.
  let bindsEdges: Bool
  private let view: Handle

  init(of view: Handle, bindsEdges: Bool, isLaidOut: Bool = false) {
    self.view = view
    self.bindsEdges = bindsEdges
    self.isLaidOut = isLaidOut
  }

  /// Calls the host.
  deinit { for i in 0..<blocks.count { blocks[i].release() } }

  var version: UInt64 { next.version }

  /// The flags of the marks of a cell.
  func marks(of name: ElementName) -> UInt32 {
    var flags = marksOfAll
    for i in 0..<marks.count where marks[i].name == name { flags |= marks[i].flags }
    return flags
  }

  // MARK: Filling, with the state locked

  /// The item at an index of a leaf.
  mutating func add(
    _ content: CellContent, _ id: LeafID, _ leaf: Leaf, _ offset: Int, at position: Position, _ flat: Int,
    edges: UInt32, of state: borrowing ListState, isVisible: Bool
  ) throws(Refusal) {
    var cell = WantedCell(content: content)
    cell.edges = edges
    cell.position = position
    cell.index = UInt32(truncatingIfNeeded: flat)
    cell.states = state.states(of: leaf.slot(offset), in: id)
    if heldLeaf != id {
      try held.hold(leaf, offset, 0)
      heldLeaf = id
    }
    try add(cell, isVisible: isVisible)
  }

  /// A supplementary of a section, or of the list itself if that is nil.
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
    wanted[wanted.count - 1].place = UInt32(truncatingIfNeeded: next.order.count)
    try next.order.append(noIndex)
  }

  private func isLastHeld(_ block: SupplementaryBlock) -> Bool {
    guard let last = blocks.last else { return false }
    return last == block
  }

  /// Adds the item or the supplementary that has the name, for the host; false if there is none.
  mutating func add(
    _ name: ElementName, of state: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) -> Bool {
    if name.item != 0 {
      guard let slot = state.slots.slot(name.item) else { return false }
      let at = state.location(ofSlot: slot)
      let leaf = state.arrangement.leaf(at.leaf)
      let section = state.arrangement.start(ofLeaf: at.leaf).section
      let position = state.arrangement.position(of: at)
      try add(
        CellContent(name.item, leaf, at.offset, in: state.name(of: section)), at.leaf, leaf, at.offset,
        at: position, state.arrangement.flat(of: at),
        edges: bindsEdges
          ? CellFlags.edges(position.item, of: state.arrangement.sections[section].count) : 0,
        of: state, isVisible: false)
      return true
    }
    let section = name.section == 0 ? nil : state.live(name.section)
    if name.section != 0 && section == nil { return false }
    let block =
      section.map { state.arrangement.sections[$0].supplementaries }
      ?? features.elements.value.find(kind: name.kind, index: name.index)
    guard let block, let i = block.find(kind: name.kind, index: name.index) else { return false }
    try add(CellContent(block[i], in: state.name(of: section)), section, block, of: state, isVisible: false)
    return true
  }

  mutating func addAhead(_ count: Int, of state: borrowing ListState) throws(Refusal) {
    let first = max(0, next.range.first - count)
    try addAhead(
      VisibleRange(first: first, count: next.range.first - first),
      state.cut(VisibleRange(first: next.range.end, count: count)), of: state)
  }

  /// The items of two ranges.
  mutating func addAhead(
    _ before: VisibleRange, _ behind: VisibleRange, of state: borrowing ListState
  ) throws(Refusal) {
    self.before = before
    self.behind = behind
    try ahead.reserve(before.count + behind.count)
    try sorting.reserve(before.count + behind.count)
    add(ahead: before, of: state)
    add(ahead: behind, of: state)
  }

  /// Sorts what is ahead by handle.
  mutating func sortAhead() { sorting.sort(&ahead, from: 0) }

  private mutating func add(ahead range: VisibleRange, of state: borrowing ListState) {
    state.arrangement.forEachLeaf(range.first, range.count) { id, offset, width, _ in
      let leaf = state.arrangement.leaf(id)
      for i in offset..<offset + width { ahead.push(state.slots.handle(leaf.slot(i))) }
    }
  }
}

extension ViewPlan {
  // MARK: Events

  func wants(_ kind: UInt32) -> Bool { events & kind != 0 }

  /// Returns whether the host asks for events of what is displayed, from now on until the plan is carried out.
  mutating func readEvents(_ channel: borrowing EventChannel) -> Bool {
    events = channel.mask & EventKind.display
    return events != 0
  }

  /// Reserves room for so many events. `unreserve` gives back what is left.
  mutating func reserveEvents(_ count: Int, _ channel: borrowing EventChannel) throws(Refusal) {
    try channel.reserve(count)
    room = count
  }

  mutating func unreserveEvents(_ channel: borrowing EventChannel) { channel.unreserve(room) }

  /// Returns whether the host asks for it.
  @discardableResult
  mutating func push(_ record: EventRecord, to features: borrowing ListFeatures) -> Bool {
    if !wants(record.kind) { return false }
    var record = record
    record.view = view
    if record.version == 0 { record.version = version }
    room -= 1
    assert(room >= 0)
    features.channel.push(record)
    return true
  }

  /// Pushes an event with the place where its element or section is now. Returns whether the host asks for it.
  @discardableResult
  mutating func pushLocated(_ record: EventRecord, in list: borrowing List) -> Bool {
    if !wants(record.kind) { return false }
    var record = record
    list.read { state in state.locateDisplayed(&record) }
    return push(record, to: list.features)
  }
}

extension EventRecord {
  static func firstUse(of cellClass: UInt32) -> EventRecord {
    var record = EventRecord(EventKind.classFirstUsed)
    record.cellClass = cellClass
    return record
  }

  static func section(_ kind: UInt32, _ section: SectionName) -> EventRecord {
    var record = EventRecord(kind)
    record.section = section.handle
    record.key = section.key
    record.sectionKey = section.key
    return record
  }
}

extension ListState {
  /// The list itself if `section` is nil.
  func name(of section: SectionID?) -> SectionName {
    guard let section else { return .none }
    return SectionName(handle: handle(ofSection: section), key: arrangement.sections[section].key)
  }

  /// Adds where something displayed is now; nothing if it has gone.
  fileprivate func locateDisplayed(_ record: inout EventRecord) {
    record.version = version
    if record.item != 0 {
      if let slot = slots.slot(record.item) {
        let key = record.key
        locate(&record)
        record.key = key
        record.states = states(of: slot, in: slots.leaf(of: slot))
      }
    } else if record.section != 0, let id = live(record.section) {
      record.position = Position(section: arrangement.start(ofSection: id).units, item: noIndex)
    }
  }
}
