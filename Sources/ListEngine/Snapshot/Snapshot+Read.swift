// A host's queries of a snapshot.

extension Snapshot {
  public func count() throws(Refusal) -> (sections: Int, items: Int) {
    try read { body throws(Refusal) in (body.arrangement.sectionCount, body.arrangement.count) }
  }

  public func section(at position: Int) throws(Refusal) -> SectionInfo {
    try read { body throws(Refusal) in
      body.arrangement.info(ofSection: try body.arrangement.checkSection(position))
    }
  }

  public func section(forKey key: Key) throws(Refusal) -> SectionInfo {
    try read { body throws(Refusal) in body.arrangement.info(ofSection: try body.section(key)) }
  }

  /// Calls `visit` with each supplementary of a section and returns their number. The models of the first
  /// `retained` are retained for the caller.
  public func supplementaries(
    ofSection key: Key, retaining retained: Int = 0, _ visit: (Int, Supplementary) -> Void
  ) throws(Refusal) -> Int {
    var held = HeldModels()
    let count = try read { body throws(Refusal) in
      body.arrangement.visitSupplementaries(of: try body.section(key), &held, retaining: retained, visit)
    }
    held.retain()
    return count
  }

  public func supplementary(
    kind: UInt32, index: UInt32, ofSection key: Key, retains: Bool = false
  ) throws(Refusal) -> Supplementary {
    var held = HeldModels()
    let supplementary = try read { body throws(Refusal) in
      try body.arrangement.supplementary(
        kind: kind, index: index, of: body.section(key), &held, retains: retains)
    }
    held.retain()
    return supplementary
  }

  public func info(ofItem position: Position, retains: Bool = false) throws(Refusal) -> ItemInfo {
    var held = HeldModels()
    let info = try read { body throws(Refusal) in
      try body.arrangement.info(of: body.arrangement.location(of: position), &held, retains: retains)
    }
    held.retain()
    return info
  }

  /// The flat position.
  public func index(of position: Position) throws(Refusal) -> Int {
    try read { body throws(Refusal) in try body.arrangement.index(of: position) }
  }

  public func position(ofItem key: Key, in section: Key?) throws(Refusal) -> Position {
    try readIndexed { body throws(Refusal) in
      body.arrangement.position(of: try body.find(key, in: section, options))
    }
  }

  public func readItems(
    _ first: Int, _ count: Int, into buffers: ItemBuffers
  ) throws(Refusal) {
    var held = HeldModels()
    try read { body throws(Refusal) in
      try body.arrangement.readItems(first, count, into: buffers, &held)
    }
    held.retain()
  }

  // MARK: Freezing

  /// The snapshot's present state, for an update or a diff; later edits do not affect it.
  func freeze(indexed: Bool = false) throws(Refusal) -> SnapshotVersion {
    var indexed = indexed
    if !indexed { indexed = try read { body throws(Refusal) in body.hasMarks } }
    let options = options
    if !indexed { return try read { body throws(Refusal) in try SnapshotVersion(body, options) } }
    return try readIndexed { body throws(Refusal) in
      var version = try SnapshotVersion(body, options)
      version.marks = try body.positions(ofMarks: options)
      return version
    }
  }
}

struct SnapshotVersion: ~Copyable {
  var arrangement: Arrangement
  var marks = Buffer<Mark>()
  var duplicates = DuplicateCounts()
  var dropsEmptySections = false

  init(_ body: borrowing SnapshotState, _ options: SnapshotOptions) throws(Refusal) {
    arrangement = try body.arrangement.copy()
    duplicates = body.duplicates
    dropsEmptySections = options.dropsEmptySections
  }

  /// Fills a matcher's after side; `marks` are sorted.
  func describe(
    to matcher: inout Matcher, _ marks: inout Buffer<Mark>, dropsEmptySections: Bool
  ) throws(Refusal) {
    try matcher.pairing.after.set(arrangement, droppingEmpty: dropsEmptySections || self.dropsEmptySections)
    marks.removeAll()
    if self.marks.isEmpty && matcher.pairing.after.markedSections.isEmpty { return }
    var all = Buffer<Mark>()
    try all.reserve(self.marks.count)
    all.append(contentsOf: self.marks)
    try matcher.pairing.after.addMarks(to: &all)
    var order = try Buffer<UInt64>(capacity: all.count)
    for i in 0..<all.count { order.push(UInt64(all[i].flat) << 32 | UInt64(all[i].reloads)) }
    var sorting = KeySort()
    try sorting.reserve(order.count)
    sorting.sort(&order)
    try marks.reserve(order.count)
    for i in 0..<order.count {
      marks.push(Mark(flat: UInt32(order[i] >> 32), reloads: UInt32(truncatingIfNeeded: order[i])))
    }
  }
}
