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
}
