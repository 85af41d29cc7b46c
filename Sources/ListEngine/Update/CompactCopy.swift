// A compact copy of a list's data, see List+Trim.
//
//     leaves    | 3 of 256 | 250 | 9 (shared) | 100 | 50 |
//     packed    | 240 | 13 | 9 (shared) | 150 |              at most as full as the leaves of a bulk load

struct CompactCopy: ~Copyable {
  private var leaves = Slab<Leaf?>()
  private var items = Forest<ItemSum, LeafID, SectionID>()
  private var sections = Slab<Section>()
  private var order = Forest<ItemSum, SectionID, SoleOwner>()
  private var root = Link.none
  private var sectionIndex = KeyIndex()
  private var slots = Slots(seed: 0)
  private var index = KeyIndex()
  private var usedGenerations: UInt32 = 0
  private var states = LazyBox<ItemStates>()

  /// New leaves; until they are used they own no models.
  private var made = Buffer<Leaf>()
  /// The leaves that the new ones replace.
  private var replaced = Buffer<Leaf>()

  init() {}

  deinit { for i in 0..<made.count { made[i].free() } }

  // MARK: Building

  /// Allocates all memory; on failure nothing has changed.
  @_optimize(size) mutating func make(
    of state: borrowing ListState, _ releases: inout PendingReleases
  ) throws(Refusal) {
    let fanOut = state.arrangement.items.fanOut
    // Numbers of nodes and leaves mean others from here on.
    items = Forest(fanOut: fanOut, epoch: state.arrangement.items.epoch &+ 1)
    order = Forest(fanOut: fanOut, epoch: state.arrangement.order.epoch &+ 1)
    slots = try state.slots.trimmed()
    index = try state.index.trimmed()
    sectionIndex = try state.arrangement.sectionIndex.trimmed()
    try copySections(of: state.arrangement, state.firstSectionGeneration)
    try buildTrees(state.arrangement)
    try releases.rewritten.reserve(replaced.count)
    for id in 0..<leaves.count {
      guard let leaf = leaves[id] else { continue }
      slots.relocate(LeafChange(leaf: leaf, id: LeafID(UInt32(id)), first: 0, count: leaf.count))
    }
  }

  /// Without the free records behind the last used one. A record that has used up all generations stays.
  private mutating func copySections(
    of arrangement: borrowing Arrangement, _ firstGeneration: UInt32
  ) throws(Refusal) {
    var end = arrangement.sections.count
    usedGenerations = arrangement.usedGenerations
    while end > 0, !arrangement.sections[end - 1].isLive {
      let used = arrangement.sections[end - 1].generation &- firstGeneration &+ 1
      if used == 0 { break }
      usedGenerations = max(usedGenerations, used)
      end -= 1
    }
    sections = try arrangement.sections.copy(below: end)
  }

  @_optimize(size) private mutating func buildTrees(_ arrangement: borrowing Arrangement) throws(Refusal) {
    let total = arrangement.sectionCount
    var old = ChildList<LeafID>()
    try old.reserve(arrangement.leafCount)
    try leaves.reserve(arrangement.leafCount)
    var ids = try Buffer<SectionID>(capacity: total)
    var sums = try Buffer<ItemSum>(capacity: total)
    var firsts = try Buffer<Int>(capacity: total + 1)
    var nodes = 0
    for position in 0..<total {
      let id = arrangement.section(at: position)
      let section = arrangement.sections[id]
      ids.push(id)
      sums.push(ItemSum(units: 1, items: section.count))
      firsts.push(leaves.count)
      old.removeAll()
      if section.root.isNode {
        arrangement.items.list(section.root, into: &old.ids, &old.sums)
      } else if !section.root.isNone {
        old.ids.push(LeafID(section.root.end))
      }
      try pack(old, arrangement)
      nodes += items.nodeCount(forChildren: leaves.count - firsts[position])
    }
    firsts.push(leaves.count)
    var leafIDs = try Buffer<LeafID>(capacity: leaves.count)
    var counts = try Buffer<ItemSum>(capacity: leaves.count)
    for id in 0..<leaves.count {
      leafIDs.push(LeafID(UInt32(id)))
      counts.push(ItemSum(units: 1, items: UInt32(leaves[id]?.count ?? 0)))
    }
    try items.reserve(nodes: nodes, children: leaves.count)
    try order.reserve(nodes: order.nodeCount(forChildren: total), children: sections.count)
    for position in 0..<total {
      let first = firsts[position]
      sections[ids[position]].root = items.build(
        leafIDs, counts, from: first, count: firsts[position + 1] - first, owner: ids[position])
    }
    root = order.build(ids, sums, from: 0, count: total, owner: .only)
  }

  // MARK: Packing

  /// Packs the leaves of one section.
  @_optimize(size) private mutating func pack(
    _ old: borrowing ChildList<LeafID>, _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    var i = 0
    while i < old.ids.count {
      let start = i
      while i < old.ids.count, !arrangement.leaf(old.ids[i]).isShared { i += 1 }
      try pack(old, start, i, arrangement)
      while i < old.ids.count, arrangement.leaf(old.ids[i]).isShared {
        try leaves.reserve(extra: 1)
        leaves.add(arrangement.leaf(old.ids[i]))
        i += 1
      }
    }
  }

  /// Packs adjacent leaves that are not shared; they stay if packing saves nothing.
  @_optimize(size) private mutating func pack(
    _ old: borrowing ChildList<LeafID>, _ first: Int, _ end: Int, _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    let capacity = arrangement.leafCapacity
    let ample = capacity - capacity / 16
    var total = 0
    var bytes = 0
    var traits: UInt32 = 0
    for i in first..<end {
      let leaf = arrangement.leaf(old.ids[i])
      total += leaf.count
      bytes += leaf.bytes
      traits |= leaf.traits
    }
    let full = total / ample
    let rest = total - full * ample
    var packed = full * Leaf.bytes(capacity: Leaf.capacity(for: ample), traits: traits)
    if rest > 0 { packed += Leaf.bytes(capacity: Leaf.capacity(for: rest), traits: traits) }
    if packed >= bytes {
      try leaves.reserve(extra: end - first)
      for i in first..<end { leaves.add(arrangement.leaf(old.ids[i])) }
      return
    }
    var left = total
    var target: Leaf? = nil
    for i in first..<end {
      let leaf = arrangement.leaf(old.ids[i])
      try replaced.append(leaf)
      var done = 0
      while done < leaf.count {
        if target == nil { target = try make(min(left, ample), traits) }
        guard let open = target else { return }
        let width = min(leaf.count - done, min(open.capacity, ample) - open.count)
        open.append(width, from: leaf, at: done)
        done += width
        left -= width
        if open.count == ample { target = nil }
      }
    }
  }

  @_optimize(size) private mutating func make(_ count: Int, _ traits: UInt32) throws(Refusal) -> Leaf {
    try made.reserve(extra: 1)
    try leaves.reserve(extra: 1)
    let leaf = try Leaf(capacity: Leaf.capacity(for: count), traits: traits)
    made.push(leaf)
    leaves.add(leaf)
    return leaf
  }

  /// Copies the states of items, which other threads may change until readers are kept out.
  mutating func copyStates(of state: inout ListState) throws(Refusal) {
    if !state.hasStates { return }
    try states.make { () throws(Refusal) in
      try state.trimmedStates(slots: slots.all.count, leaves: leaves.count)
    }
  }

  // MARK: Replacing

  /// The former data is released with this. The new leaves take over the references of those that they
  /// replace.
  @_optimize(size) mutating func replace(_ state: inout ListState, _ releases: inout PendingReleases) {
    swap(&state.arrangement.leaves, &leaves)
    swap(&state.arrangement.items, &items)
    swap(&state.arrangement.sections, &sections)
    swap(&state.arrangement.order, &order)
    swap(&state.arrangement.sectionIndex, &sectionIndex)
    swap(&state.slots, &slots)
    swap(&state.index, &index)
    swap(&state.states, &states)
    state.arrangement.root = root
    state.arrangement.usedGenerations = usedGenerations
    for i in 0..<replaced.count { releases.rewritten.push(replaced[i]) }
    made.removeAll()
  }
}
