// A host's queries of a list. Models that are returned retained are retained after the lock is released.

extension List {
  public func count() throws(Refusal) -> (sections: Int, items: Int) {
    try read { state throws(Refusal) in (state.arrangement.sectionCount, state.arrangement.count) }
  }

  // MARK: Handles

  @_optimize(size) public func section(at position: Int) throws(Refusal) -> UInt64 {
    try read { state throws(Refusal) in state.handle(ofSection: try state.arrangement.checkSection(position))
    }
  }

  @_optimize(size) public func section(forKey key: Key) throws(Refusal) -> UInt64 {
    try read { state throws(Refusal) in
      guard let id = state.arrangement.section(forKey: key) else { throw Refusal(.notFound, section: key) }
      return state.handle(ofSection: id)
    }
  }

  @_optimize(size) public func item(at index: Int) throws(Refusal) -> UInt64 {
    try read { state throws(Refusal) in
      guard index >= 0 && index < state.arrangement.count else {
        throw Refusal(.range, value: index, limit: state.arrangement.count)
      }
      return state.handle(of: state.arrangement.location(ofItem: index))
    }
  }

  @_optimize(size) public func item(at index: Int, inSection handle: UInt64) throws(Refusal) -> UInt64 {
    try read { state throws(Refusal) in
      let id = try state.section(handle)
      guard index >= 0 && index < state.arrangement.sections[id].count else {
        throw Refusal(.range, role: .index, value: index, limit: Int(state.arrangement.sections[id].count))
      }
      return state.handle(of: state.arrangement.location(ofItem: index, inSection: id))
    }
  }

  @_optimize(size) public func item(forKey key: Key, in section: Key?) throws(Refusal) -> UInt64 {
    let wanted = try ScopedKey(key, in: section, isScoped: options.isScoped)
    let hint = try sourcePosition(of: wanted)
    return try read { state throws(Refusal) in
      guard let location = find(wanted, in: state, hint) else {
        throw Refusal(.notFound, key: key, section: section)
      }
      return state.handle(of: location)
    }
  }

  // MARK: By handle

  @_optimize(size) public func info(ofSection handle: UInt64) throws(Refusal) -> SectionInfo {
    try read { state throws(Refusal) in
      let id = try state.section(handle)
      var info = state.arrangement.info(ofSection: id)
      info.states = state.states.isMade ? state.states.value.states(ofSection: id) : 0
      return info
    }
  }

  /// Calls `visit` with each supplementary and returns their number. The models of the first `retained` are
  /// retained for the caller.
  @_optimize(size) public func supplementaries(
    ofSection handle: UInt64, retaining retained: Int = 0, _ visit: (Int, Supplementary) -> Void
  ) throws(Refusal) -> Int {
    var held = HeldModels()
    let count = try read { state throws(Refusal) in
      if handle == 0 { return try visitElements(&held, retaining: retained, visit) }
      let block = state.arrangement.sections[try state.section(handle)].supplementaries
      return block?.visit(&held, retaining: retained, visit) ?? 0
    }
    held.retain()
    return count
  }

  /// Visits the elements of the list itself. The state is locked.
  private func visitElements(
    _ held: inout HeldModels, retaining retained: Int, _ visit: (Int, Supplementary) -> Void
  ) throws(Refusal) -> Int {
    if !hasFeatures { return 0 }
    let blocks = try features.elements.value.sorted()
    try held.reserve(blocks: min(retained, blocks.count))
    for i in 0..<blocks.count {
      if i < retained { held.hold(blocks[i], 0..<1) }
      visit(i, blocks[i][0])
    }
    return blocks.count
  }

  /// Where an element of a section, or, with 0, of the list itself is. The state is locked.
  private func findElement(
    kind: UInt32, index: UInt32, ofSection handle: UInt64, _ state: borrowing ListState
  ) throws(Refusal) -> (block: SupplementaryBlock, index: Int) {
    if handle == 0 {
      guard hasFeatures, let block = features.elements.value.find(kind: kind, index: index) else {
        throw Refusal(.noElement).about(kind, index)
      }
      return (block, 0)
    }
    let section = state.arrangement.sections[try state.section(handle)]
    guard let block = section.supplementaries, let i = block.find(kind: kind, index: index) else {
      throw Refusal(.noElement, section: section.key).about(kind, index)
    }
    return (block, i)
  }

  @_optimize(size) public func supplementary(
    kind: UInt32, index: UInt32, ofSection handle: UInt64, retains: Bool = false
  ) throws(Refusal) -> Supplementary {
    var held = HeldModels()
    let supplementary = try read { state throws(Refusal) in
      let (block, i) = try findElement(kind: kind, index: index, ofSection: handle, state)
      if retains { held.hold(block, i..<i + 1) }
      return block[i]
    }
    held.retain()
    return supplementary
  }

  @_optimize(size) public func info(ofItem handle: UInt64, retains: Bool = false) throws(Refusal) -> ItemInfo
  {
    var held = HeldModels()
    var children = ChildrenRead()
    var info = try read { state throws(Refusal) in
      let location = try state.location(of: handle)
      var info = try state.arrangement.info(of: location, &held, retains: retains)
      info.section = state.handle(ofSection: state.arrangement.start(ofLeaf: location.leaf).section)
      info.states = state.states(of: state.slot(of: location), in: location.leaf)
      try children.add(
        state.arrangement.leaf(location.leaf), location.offset, item: info.index, at: 0, of: self)
      return info
    }
    held.retain()
    children.forEach { _ in info.hasChildren = true }
    return info
  }

  public func position(ofItem handle: UInt64) throws(Refusal) -> Position {
    try read { state throws(Refusal) in state.arrangement.position(of: try state.location(of: handle)) }
  }

  @_optimize(size) public func parent(ofItem handle: UInt64) throws(Refusal) -> UInt64 {
    try read { state throws(Refusal) in
      guard let parent = state.arrangement.parent(of: try state.location(of: handle)) else {
        throw Refusal(.noParent, role: .items)
      }
      return state.slots.handle(state.arrangement.leaf(parent.leaf).slot(parent.offset))
    }
  }

  /// The flat position.
  @_optimize(size) public func index(of position: Position) throws(Refusal) -> Int {
    try read { state throws(Refusal) in try state.arrangement.index(of: position) }
  }

  @_optimize(size) public func readItems(
    _ first: Int, _ count: Int, into buffers: ItemBuffers
  ) throws(Refusal) {
    var held = HeldModels()
    var children = ChildrenRead()
    try read { state throws(Refusal) in
      try state.arrangement.readItems(first, count, into: buffers, &held) {
        location, width, done throws(Refusal) in
        let leaf = state.arrangement.leaf(location.leaf)
        for i in 0..<width {
          let slot = leaf.slot(location.offset + i)
          unsafe buffers.handles?.storeBytes(
            of: state.slots.handle(slot), toByteOffset: (done + i) * 8, as: UInt64.self)
          unsafe buffers.states?.storeBytes(
            of: state.states(of: slot, in: location.leaf), toByteOffset: (done + i) * 4, as: UInt32.self)
        }
        if unsafe buffers.children == nil { return }
        for i in 0..<width {
          try children.add(leaf, location.offset + i, item: first + done + i, at: done + i, of: self)
        }
      }
    }
    held.retain()
    children.forEach { unsafe buffers.children?.storeBytes(of: 1, toByteOffset: $0, as: UInt8.self) }
  }
}
