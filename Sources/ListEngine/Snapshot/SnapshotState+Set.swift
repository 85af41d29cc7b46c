// Builds a whole snapshot from columns. Leaves and trees are built in one pass. Duplicate section keys are resolved
// first (ResolvedInput), duplicate items when the index is built.
//
//     sections   A from 0, B from 3, C from 3           items   1 2 3 | | 4 5
//     leaves     | 1 2 3 |   (none)   | 4 5 |           filled completely, as by appending

extension Arrangement {
  /// Fills an empty snapshot with sections of distinct keys, their items and supplementaries. If a key is
  /// duplicated, fills in nothing and returns false. The items' models are not retained yet.
  fileprivate mutating func fill(
    _ inputs: borrowing Buffer<SectionInputs.Entry>, _ columns: Columns
  ) throws(Refusal) -> Bool {
    let total = inputs.count
    var leafTotal = 0
    var nodes = 0
    for i in 0..<total {
      let count = (inputs.count(of: i, columns) + leafCapacity - 1) / leafCapacity
      leafTotal += count
      nodes += items.nodeCount(forChildren: count)
    }
    try leaves.reserve(leafTotal)
    try items.reserve(nodes: nodes, children: leafTotal)
    try sections.reserve(total)
    try sectionIndex.reserve(total)
    try order.reserve(nodes: order.nodeCount(forChildren: total), children: total)
    if !index(inputs) { return false }
    // Both are numbered in order.
    var leafIDs = try Buffer<LeafID>(capacity: leafTotal)
    var sectionIDs = try Buffer<SectionID>(capacity: total)
    var sums = try Buffer<ItemSum>(capacity: max(leafTotal, total))
    for i in 0..<leafTotal { leafIDs.push(LeafID(UInt32(i))) }
    for i in 0..<total { sectionIDs.push(SectionID(UInt32(i))) }
    do throws(Refusal) { try makeLeaves(inputs, columns, &sums) } catch {
      discardItems()
      throw error
    }
    buildTrees(inputs, columns, leafIDs, sectionIDs, &sums)
    return true
  }

  private mutating func index(_ inputs: borrowing Buffer<SectionInputs.Entry>) -> Bool {
    let scope = KeyScope.list
    for i in 0..<inputs.count {
      let key = inputs[i].key
      let first = sectionIndex.insert(scope.fingerprint(key), UInt32(i)) { inputs[Int($0)].key == key }
      if first == nil { continue }
      sectionIndex.removeAll()
      return false
    }
    return true
  }

  private mutating func makeLeaves(
    _ inputs: borrowing Buffer<SectionInputs.Entry>, _ columns: Columns, _ sums: inout Buffer<ItemSum>
  ) throws(Refusal) {
    let traits = columns.traits
    for i in 0..<inputs.count {
      var next = inputs[i].first
      let end = next + inputs.count(of: i, columns)
      while next < end {
        let width = min(end - next, leafCapacity)
        let leaf = try Leaf(capacity: Leaf.capacity(for: width), traits: traits)
        leaf.count = width
        leaf.write(columns, from: next)
        sums.push(ItemSum(units: 1, items: UInt32(width)))
        leaves.add(leaf)
        next += width
      }
    }
  }

  private mutating func buildTrees(
    _ inputs: borrowing Buffer<SectionInputs.Entry>, _ columns: Columns, _ leafIDs: borrowing Buffer<LeafID>,
    _ sectionIDs: borrowing Buffer<SectionID>, _ sums: inout Buffer<ItemSum>
  ) {
    var first = 0
    for i in 0..<inputs.count {
      let count = inputs.count(of: i, columns)
      let width = (count + leafCapacity - 1) / leafCapacity
      var section = Section(key: inputs[i].key)
      section.count = UInt32(count)
      section.supplementaries = inputs[i].supplementaries
      section.supplementaries?.retain()
      section.root = items.build(leafIDs, sums, from: first, count: width, owner: sectionIDs[i])
      sections.add(section)
      first += width
    }
    sums.removeAll()
    for i in 0..<inputs.count { sums.push(ItemSum(units: 1, items: sections[i].count)) }
    root = order.build(sectionIDs, sums, from: 0, count: inputs.count, owner: .only)
    count = columns.count
    sectionCount = inputs.count
  }
}

extension Buffer where Element == SectionInputs.Entry {
  /// The number of items of a section.
  fileprivate func count(of i: Int, _ columns: Columns) -> Int {
    (i + 1 < count ? self[i + 1].first : columns.count) - self[i].first
  }
}

extension Snapshot {
  /// Replaces the whole content, as if the snapshot were emptied and each section appended. The sections
  /// start at ascending items of `columns`, the first at 0; the caller has checked this.
  public func set(_ sections: borrowing SectionInputs, _ columns: Columns) throws(Refusal) {
    let old = body.value.arrangement.leafCapacity
    let made = Snapshot(options, leafCapacity: old, fanOut: body.value.arrangement.items.fanOut)
    try made.fill(sections, columns)
    // The former content is released with `made`, when no lock is held.
    try edit { body, _ throws(Refusal) in swap(&body, &made.body.value) }
  }

  /// Like `set`, for an empty snapshot that is not shared yet.
  private func fill(_ sections: borrowing SectionInputs, _ columns: Columns) throws(Refusal) {
    var models = ModelReferences()
    var filled = Arrangement(
      leafCapacity: body.value.arrangement.leafCapacity, fanOut: body.value.arrangement.items.fanOut)
    if !(try filled.fill(sections.entries, columns)) {
      var resolved = ResolvedInput()
      try resolved.read(resolving: sections.entries, columns, options.duplicates)
      _ = try filled.fill(resolved.sections, resolved.columns)
      body.value.duplicates = resolved.counts
      if let last = resolved.last { body.value.current = SectionID(UInt32(last)) }
    }
    do throws(Refusal) { try filled.addModels(to: &models) } catch {
      filled.discardItems()
      throw error
    }
    models.retainAll()
    swap(&body.value.arrangement, &filled)
  }
}

extension Arrangement {
  /// Adds all models of items that a class retains.
  fileprivate func addModels(to models: inout ModelReferences) throws(Refusal) {
    for i in 0..<leaves.count {
      guard let leaf = leaves[i], leaf.traits & ItemColumn.model.bit != 0 else { continue }
      for k in 0..<leaf.count { try models.add(leaf.values(k)) }
    }
  }

  /// Frees the leaves of a snapshot whose models were not retained.
  fileprivate mutating func discardItems() {
    for i in 0..<leaves.count { leaves[i]?.free() }
    leaves.removeAll()
  }
}
