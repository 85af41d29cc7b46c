// A description whose duplicate keys are resolved by a policy, in memory of our own.
//
//     given         A[1 2] B[3 1] A[4]
//     keep first    A[1 2 4] B[3]            the sections with one key become one, then the items are resolved
//     keep last     B[3] A[1 2 4]
//     number        A[1 2] B[3 1'] A'[4]     1' is derived from (1, 2nd occurrence)

struct ResolvedInput: ~Copyable {
  /// Their supplementaries belong to whoever has described them.
  private(set) var sections = Buffer<SectionInputs.Entry>()
  private var items = OwnedColumns()
  private(set) var counts = DuplicateCounts()
  /// If the section that was given last has the key of an earlier one: the section that both are now.
  private(set) var last: Int? = nil

  var bytes: Int { sections.bytes + items.bytes }

  /// Valid until the items change.
  var columns: Columns { items.lent }

  // MARK: Reading

  /// Reads the sections of `input`, whose items are `items`.
  mutating func read(_ input: borrowing Input, _ items: consuming OwnedColumns) throws(Refusal) {
    try begin(sections: 0)
    sections = try input.entries()
    self.items = items
  }

  /// Reads a version in which the items of one section are replaced.
  mutating func read(
    _ version: borrowing Input, replacing section: SectionID, by new: borrowing OwnedColumns
  ) throws(Refusal) {
    try begin(sections: version.sectionCount)
    items = try OwnedColumns(capacity: version.count + new.count, traits: version.traits | new.traits)
    for s in 0..<version.sectionCount {
      var entry = version.entry(s)
      entry.first = items.count
      sections.push(entry)
      if version.sectionIDs[s] == section.raw {
        for i in 0..<new.count { items.push(new.key(i), new.values(i)) }
        continue
      }
      for c in version.chunks(ofSection: s) {
        let leaf = version.chunks[c].leaf
        for i in 0..<leaf.count { items.push(leaf.key(i), leaf.values(i)) }
      }
    }
  }

  /// Reads `given`, with its duplicate sections resolved as if they were inserted into a snapshot one by one: those with
  /// one key become one section, with the items of all of them, or they get keys of their own.
  mutating func read(
    resolving given: borrowing Buffer<SectionInputs.Entry>, _ columns: Columns, _ policy: UInt32
  ) throws(Refusal) {
    try begin(sections: given.count)
    items = try OwnedColumns(capacity: columns.count, traits: columns.traits)
    var options = SnapshotOptions()
    options.duplicates = policy
    var inserted = SnapshotState(Arrangement())
    var key = try Buffer<Key>(capacity: 1)
    var ids = try Buffer<SectionID>(capacity: given.count)
    for s in 0..<given.count {
      key.removeAll()
      key.push(given[s].key)
      try inserted.insertSections(key, at: nil, options)
      ids.push(try inserted.target(nil))
    }
    counts = inserted.duplicates
    // The position of what it is now in the high half.
    var order = try Buffer<UInt64>(capacity: given.count)
    for s in 0..<given.count { order.push(UInt64(inserted.position(of: ids[s])) << 32 | UInt64(s)) }
    if inserted.current != .noIndex { last = inserted.position(of: inserted.current) }
    try order.sort()
    for i in 0..<order.count {
      let s = Int(order[i] & 0xffff_ffff)
      if i == 0 || order[i] >> 32 != order[i - 1] >> 32 {
        let key = inserted.arrangement.sections[ids[s]].key
        sections.push(
          SectionInputs.Entry(key: key, first: items.count, supplementaries: given[s].supplementaries))
      } else if policy == Duplicates.keepLast {
        sections[sections.count - 1].supplementaries = given[s].supplementaries
      }
      let end = s + 1 < given.count ? given[s + 1].first : columns.count
      for item in given[s].first..<end { items.push(columns.key(item), columns.values(item)) }
    }
  }

  private mutating func begin(sections count: Int) throws(Refusal) {
    sections.removeAll()
    try sections.reserve(count)
    counts = DuplicateCounts()
    last = nil
  }

  // MARK: Resolving

  /// Resolves the duplicate items of what was read.
  mutating func resolveDuplicates(_ policy: UInt32) throws(Refusal) {
    // A derived key may exist already, by chance or on purpose: repeat until there is no duplicate.
    while true {
      var duplicates = try DuplicateItems(among: items.keys)
      if duplicates.isEmpty { return }
      if policy != Duplicates.number {
        return drop(try duplicates.dropped(keepingLast: policy == Duplicates.keepLast))
      }
      try duplicates.number { i, n in items.keys[i] = items.keys[i].numbered(n) }
      counts.numbered += duplicates.count
    }
  }

  private mutating func drop(_ dropped: borrowing Buffer<UInt64>) {
    var done = 0
    var section = 0
    for i in 0...items.count {
      while section < sections.count && sections[section].first == i {
        sections[section].first = i - done
        section += 1
      }
      if done < dropped.count && Int(dropped[done]) == i {
        done += 1
      } else if done > 0 && i < items.count {
        items.move(i, to: i - done)
      }
    }
    items.truncate(to: items.count - done)
    counts.dropped += done
  }
}

extension SnapshotState {
  fileprivate func position(of section: SectionID) -> Int { Int(arrangement.start(ofSection: section).units) }
}

extension Input {
  func entries() throws(Refusal) -> Buffer<SectionInputs.Entry> {
    var entries = try Buffer<SectionInputs.Entry>(capacity: sectionCount)
    for s in 0..<sectionCount { entries.push(entry(s)) }
    return entries
  }

  fileprivate func entry(_ section: Int) -> SectionInputs.Entry {
    SectionInputs.Entry(
      key: sectionKeys[section], first: Int(starts[section]), supplementaries: supplementaries[section])
  }
}

extension OwnedColumns {
  /// Borrowed: valid until they change.
  fileprivate var lent: Columns {
    var columns = Columns(count: count)
    unsafe columns.lend(.key, keys.pointer, stride: MemoryLayout<Key>.stride)
    unsafe columns.lend(.content, contents.pointer, stride: MemoryLayout<UInt64>.stride)
    ItemColumn.forEachOptional { column in
      if traits & column.bit == 0 { return }
      unsafe columns.lend(column, optional.columns.start(of: column), stride: column.width)
    }
    return columns
  }
}
