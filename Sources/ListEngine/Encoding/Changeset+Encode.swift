// Encodes a changeset: the matches and the payload. In the worked example, before A[1 2 3] B[4 5], after B[5
// 4*] A[1 3 6]:
//
//     before     A 3   B 2                       sections: key and number of items
//     after      B +0  A +0                      the section's partner, and the difference of its count
//     runs       (5) (4) (1) (3)                 distances from the last run, on each side
//     updates    4: by content
//     payload    2 │ 6 │ 4: 1 -> 2               keys and appearances
//
// Positions are encoded as differences, so that most take one byte. Moves are not encoded: the reader solves
// for the fewest moves again. bindings/FORMAT.md specifies every byte.

enum ChangesetFlags {
  static let isScoped: UInt8 = 1
  /// The bits from here up hold the reason of a reload.
  static let reloadShift: UInt8 = 1
}

extension Changeset {
  @_optimize(size) public func encode(to bytes: inout ByteWriter) throws(Refusal) {
    try checkPayload()
    var classes = ClassTable()
    try classes.prepare()
    let scoped = payload.isScoped ? ChangesetFlags.isScoped : 0
    bytes.append(byte: scoped | UInt8(truncatingIfNeeded: reload) << ChangesetFlags.reloadShift)
    bytes.append(duplicates.dropped)
    bytes.append(duplicates.numbered)
    bytes.appendSections(correspondence, payload)
    bytes.appendRuns(correspondence)
    bytes.appendUpdates(correspondence)
    bytes.appendSupplementaryChanges(correspondence)
    try bytes.append(payload.before.items, &classes)
    try bytes.append(payload.after.items, &classes)
    try bytes.append(payload.updated, &classes)
    bytes.append(payload.before.supplementaries, &classes)
    bytes.append(payload.after.supplementaries, &classes)
    classes.write(to: &bytes)
    bytes.seal(.changeset)
  }
}

// MARK: Matches

extension ByteWriter {
  @_optimize(size) fileprivate mutating func appendSections(
    _ correspondence: borrowing Correspondence, _ payload: borrowing Changeset.Payload
  ) {
    append(correspondence.beforeSectionCount)
    for i in 0..<correspondence.beforeSectionCount {
      append(payload.before.sections[i])
      append(correspondence.beforeStarts[i + 1] - correspondence.beforeStarts[i])
    }
    append(correspondence.afterSectionCount)
    var expected = 0
    for i in 0..<correspondence.afterSectionCount {
      let count = Int(correspondence.afterStarts[i + 1] - correspondence.afterStarts[i])
      if correspondence.beforeOfAfter[i] == noIndex {
        append(byte: 0)
        append(payload.after.sections[i])
        append(count)
        continue
      }
      let partner = Int(correspondence.beforeOfAfter[i])
      append(zigzag(partner - expected) + 1)
      append(
        zigzag(count - Int(correspondence.beforeStarts[partner + 1] - correspondence.beforeStarts[partner])))
      expected = partner + 1
    }
    append(correspondence.sectionUpdates.count)
    var next: UInt32 = 0
    for i in 0..<correspondence.sectionUpdates.count {
      append(correspondence.sectionUpdates[i] - next)
      next = correspondence.sectionUpdates[i] + 1
    }
  }

  @_optimize(size) fileprivate mutating func appendRuns(_ correspondence: borrowing Correspondence) {
    append(correspondence.runs.count)
    var last = Run(before: 0, after: 0, count: 0)
    for i in 0..<correspondence.runs.count {
      let run = correspondence.runs[i]
      append(run.after - (last.after + last.count))
      append(zigzag(Int(run.before) - Int(last.before + last.count)))
      append(run.count)
      last = run
    }
  }

  /// Joins adjacent updates of one run with equal reasons. A 0 ends the list.
  @_optimize(size) fileprivate mutating func appendUpdates(_ correspondence: borrowing Correspondence) {
    var next: UInt32 = 0
    var r = 0
    var i = 0
    while i < correspondence.updates.count {
      var update = correspondence.updates[i]
      i += 1
      while correspondence.runs[r].after + correspondence.runs[r].count <= update.after { r += 1 }
      let end = correspondence.runs[r].after + correspondence.runs[r].count
      while i < correspondence.updates.count, correspondence.updates[i].continues(update),
        correspondence.updates[i].after < end
      {
        update.count += correspondence.updates[i].count
        i += 1
      }
      append(update.after - next + 1)
      append(update.count)
      append(update.flags, mask: update.mask)
      next = update.after + update.count
    }
    append(byte: 0)
  }

  @_optimize(size) fileprivate mutating func appendSupplementaryChanges(
    _ correspondence: borrowing Correspondence
  ) {
    append(correspondence.supplementaries.count)
    var section: UInt32 = 0
    for i in 0..<correspondence.supplementaries.count {
      let change = correspondence.supplementaries[i]
      append(change.afterSection - section)
      append(kind: change.supplementaryKind, index: change.supplementaryIndex)
      append(byte: UInt8(truncatingIfNeeded: change.kind.code - ChangeKind.supplementaryDelete.code))
      if change.kind == .supplementaryUpdate { append(change.flags, mask: change.mask) }
      section = change.afterSection
    }
  }

  /// Only a reconfigure has a mask; usually all its bits are set.
  @_optimize(size) private mutating func append(_ flags: UInt32, mask: UInt64) {
    use(format: ChangeFlags.format(of: flags))
    append(flags)
    if flags & ChangeFlags.reconfigure != 0 { append(~mask) }
  }
}

extension Update {
  /// Whether it is adjacent to `last` and has the same reason.
  func continues(_ last: Update) -> Bool {
    last.after + last.count == after && last.flags == flags && last.mask == mask
  }
}

// MARK: Payload

extension ByteWriter {
  @_optimize(size) fileprivate mutating func append(
    _ items: borrowing Buffer<KeptItem>, _ classes: inout ClassTable
  ) throws(Refusal) {
    if items.isEmpty { return }
    for i in 0..<items.count { append(items[i].key) }
    try appendAppearances(&classes) { body in for i in 0..<items.count { body(items[i].appearance) } }
  }

  @_optimize(size) fileprivate mutating func append(
    _ items: borrowing Buffer<KeptUpdate>, _ classes: inout ClassTable
  ) throws(Refusal) {
    if items.isEmpty { return }
    for i in 0..<items.count { append(items[i].key) }
    try appendAppearances(&classes) { body in for i in 0..<items.count { body(items[i].before) } }
    try appendAppearances(&classes) { body in for i in 0..<items.count { body(items[i].after) } }
  }

  @_optimize(size) fileprivate mutating func append(
    _ supplementaries: borrowing Buffer<KeptSupplementary>, _ classes: inout ClassTable
  ) {
    append(supplementaries.count)
    var section: UInt32 = 0
    for i in 0..<supplementaries.count {
      append(supplementaries[i].section - section)
      append(supplementaries[i].supplementary, &classes)
      section = supplementaries[i].section
    }
  }
}
