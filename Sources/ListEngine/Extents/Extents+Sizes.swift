// Sizes that the host sets. What follows from them, the totals and the lengths of sections, is corrected at once, as far as
// it holds; the rest is read by the next look.

/// The size of an element, in ticks: along the axis, nil if it is to be forgotten; and across, nil if that is not known.
struct NewSize: BitwiseCopyable {
  var name: ElementName
  var length: Int?
  var across: Int? = nil

  init(name: ElementName, length: Int?) {
    self.name = name
    self.length = length
  }

  init(_ name: ElementName, along: Double, across: Double, _ grain: Grain) {
    self.name = name
    length = grain.length(along)
    self.across = across.isNaN ? nil : grain.length(across)
  }
}

extension Extents {
  /// Makes room for sizes of items and elements. What the list no longer has needs none.
  mutating func reserve(
    _ new: borrowing Buffer<NewSize>, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) {
    var elements = 0
    for i in 0..<new.count where new[i].length != nil {
      if new[i].name.item == 0 {
        elements += 1
      } else if let slot = list.slots.slot(new[i].name.item) {
        try sizes.reserve(slot)
        let owner = list.arrangement.items.position(of: list.slots.leaf(of: slot)).owner
        if metrics(of: owner, list).width(ofOwn: new[i].across) != nil { try widths.reserve(slot) }
      }
    }
    try kept.reserve(extra: new.count - elements)
    try sections.reserve(list.arrangement.order)
    try totals.reserve(list.arrangement.items)
    if elements > 0 { try elementSizes.reserve(extra: elements) { list.element($0, features) != nil } }
  }

  /// Within the room.
  mutating func set(_ new: NewSize, _ list: borrowing ListState, _ features: borrowing ListFeatures) {
    if new.name.item == 0 { return setElement(new, list, features) }
    guard let slot = list.slots.slot(new.name.item) else { return }
    if new.length != nil { beginSizes(list) }
    if !hasSizes { return }
    let location = list.location(ofSlot: slot)
    let section = list.arrangement.items.position(of: location.leaf).owner
    let metrics = metrics(of: section, list)
    let tag = tag(ofItem: location, in: section, list)
    if let (key, keptTag) = kept(location, in: section, tag, list) {
      // An item that changes by itself may do so for other widths as well.
      if changesByItself(new, slot, tag, metrics, list) { kept.forget(key) }
      if let length = new.length, metrics.item.isAuto {
        kept.keep(key, keptTag, length: length, across: metrics.width(ofOwn: new.across))
      }
    }
    let change = change(slot, to: new.length, tag: tag, list)
    setWidth(slot, new.across, metrics, list)
    lines.invalidate(location.leaf, list.arrangement.items)
    lanes.invalidate(location.leaf, list.arrangement.items)
    totals.add(change.length, own: change.own, to: location.leaf, list.arrangement.items)
    sections.invalidate(section, list.arrangement.order)
  }

  /// Whether a size is forgotten, or another one than that which was measured for the same.
  private func changesByItself(
    _ new: NewSize, _ slot: Slot, _ tag: UInt32, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) -> Bool {
    guard let length = new.length else { return true }
    let generation = list.slots.generation(of: slot)
    guard let former = sizes.find(slot, generation), former.tag == tag else { return false }
    let across = widths.find(slot, generation).map { Int($0.length) }
    return Int(former.length) != length || across != metrics.width(ofOwn: new.across)
  }

  // MARK: Many items

  /// Sets the sizes of `count` items from index `first` on, which exist: `length` returns that of each.
  mutating func setLengths(
    _ first: Int, _ count: Int, _ list: borrowing ListState, _ length: (Int) -> Int
  ) throws(Refusal) {
    try list.arrangement.forEachLeaf(first, count) { id, offset, width, _ throws(Refusal) in
      let leaf = list.arrangement.leaf(id)
      for i in offset..<offset + width { try sizes.reserve(leaf.slot(i)) }
    }
    try sections.reserve(list.arrangement.order)
    try totals.reserve(list.arrangement.items)
    beginSizes(list)
    var next = 0
    list.arrangement.forEachLeaf(first, count) { id, offset, width, _ in
      setLengths(of: id, offset, width, list) { length(next + $0) }
      next += width
    }
  }

  private mutating func setLengths(
    of id: LeafID, _ offset: Int, _ width: Int, _ list: borrowing ListState, _ length: (Int) -> Int
  ) {
    let leaf = list.arrangement.leaf(id)
    let section = list.arrangement.items.position(of: id).owner
    let tags = tags(metrics(of: section, list))
    var (total, own) = (0, 0)
    for i in 0..<width {
      let tag = tags.tag(of: leaf.values(offset + i))
      let change = change(leaf.slot(offset + i), to: length(i), tag: tag, list)
      if change.own > 0 { widths.set(leaf.slot(offset + i), OwnSize()) }
      total += change.length
      own += change.own
    }
    totals.add(total, own: own, to: id, list.arrangement.items)
    lines.invalidate(id, list.arrangement.items)
    lanes.invalidate(id, list.arrangement.items)
    sections.invalidate(section, list.arrangement.order)
  }

  /// Items have sizes of their own from now on.
  private mutating func beginSizes(_ list: borrowing ListState) {
    if hasSizes { return }
    totals.begin(list.arrangement.items)
    hasSizes = true
  }

  /// Writes a size, and returns what that changes in the totals.
  @inline(__always) private mutating func change(
    _ slot: Slot, to length: Int?, tag: UInt32, _ list: borrowing ListState
  ) -> (length: Int, own: Int) {
    let generation = list.slots.generation(of: slot)
    let size = length.map {
      OwnSize(length: Int32(truncatingIfNeeded: $0), generation: generation, tag: tag)
    }
    if length == 0 { hasZeros = true }
    let former = sizes.exchange(slot, generation, for: size ?? OwnSize())
    let own = (length == nil ? 0 : 1) - (former == nil ? 0 : 1)
    return ((length ?? 0) - Int(former?.length ?? 0), own)
  }

  private func setWidth(
    _ slot: Slot, _ across: Int?, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) {
    let size = metrics.width(ofOwn: across).map {
      OwnSize(
        length: Int32(truncatingIfNeeded: $0), generation: list.slots.generation(of: slot),
        tag: metrics.isFlow ? LayoutMetrics.tagOfFlows : 0)
    }
    widths.set(slot, size ?? OwnSize())
  }

  /// Makes guesses of all sizes.
  mutating func invalidate() {
    invalidations &+= 1
    forgetZeros()
  }

  /// Sizes of 0 may be guesses by now: the next look reads all.
  mutating func forgetZeros() {
    if !hasZeros { return }
    totals.forget()
    lines.forget()
    lanes.forget()
    sections.forget()
  }

  /// Makes guesses of the sizes of some items.
  mutating func invalidate(_ first: Int, _ count: Int, _ list: borrowing ListState) {
    if sizes.isEmpty { return }
    forgetZeros()
    list.arrangement.forEachLeaf(first, count) { id, offset, width, _ in
      let leaf = list.arrangement.leaf(id)
      let section = list.arrangement.items.position(of: id).owner
      for i in offset..<offset + width {
        let slot = leaf.slot(i)
        let location = Location(leaf: id, offset: i)
        let tag = tag(ofItem: location, in: section, list)
        if let (key, _) = kept(location, in: section, tag, list) { kept.forget(key) }
        guard var size = sizes.find(slot, list.slots.generation(of: slot)) else {
          // It is asked for again.
          sizes.remove(slot)
          continue
        }
        size.tag = ~tag
        sizes.set(slot, size)
      }
    }
  }

  // MARK: Elements

  private mutating func setElement(
    _ new: NewSize, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) {
    guard let element = list.element(new.name, features) else { return }
    if let length = new.length {
      if length == 0 { hasZeros = true }
      elementSizes.set(
        new.name, OwnSize(length: Int32(truncatingIfNeeded: length), tag: tag(of: element)))
    } else {
      elementSizes.remove(new.name)
    }
    if let section = list.live(new.name.section) { sections.invalidate(section, list.arrangement.order) }
  }

  // MARK: What the host does not know

  /// Remembers that the host was asked, so that it is asked again for another content or width only. There is room.
  mutating func setAsked(
    _ name: ElementName, by measure: UInt32, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) {
    if name.item == 0 {
      guard let element = list.element(name, features) else { return }
      var size = elementSizes.find(name) ?? OwnSize()
      size.setAsked(for: tag(of: element), by: measure)
      return elementSizes.set(name, size)
    }
    guard let slot = list.slots.slot(name.item) else { return }
    let generation = list.slots.generation(of: slot)
    var size = sizes.find(slot, generation) ?? OwnSize(generation: generation)
    size.setAsked(for: tag(of: slot, list), by: measure)
    sizes.set(slot, size)
  }

  func wasAsked(
    _ name: ElementName, by measure: UInt32, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> Bool {
    if name.item == 0 {
      guard let element = list.element(name, features) else { return false }
      return elementSizes.find(asked: name)?.wasAsked(for: tag(of: element), by: measure) ?? false
    }
    guard let slot = list.slots.slot(name.item) else { return false }
    let generation = list.slots.generation(of: slot)
    return sizes.find(asked: slot, generation)?.wasAsked(for: tag(of: slot, list), by: measure) ?? false
  }
}

extension ListState {
  /// An element of a section that exists, or of the list itself.
  func element(_ name: ElementName, _ features: borrowing ListFeatures) -> Supplementary? {
    guard name.kind != 0, let block = block(of: name, features) else { return nil }
    return block.find(kind: name.kind, index: name.index).map { block[$0] }
  }

  /// The elements among which it is.
  func block(of name: ElementName, _ features: borrowing ListFeatures) -> SupplementaryBlock? {
    if name.section == 0 { return features.elements.value.find(kind: name.kind, index: name.index) }
    guard let id = live(name.section) else { return nil }
    return arrangement.sections[id].supplementaries
  }
}
