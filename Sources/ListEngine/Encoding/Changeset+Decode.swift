// Decodes a changeset. Parts are read in the order in which they were written, and each is checked against
// those before it, so that no later operation on the changeset can fail.
//
//     sections   keys unique on each side; a section of before is the partner of at most one of after
//     runs       ascend in after, share no item of before, lie within one section on each side
//     updates    lie within one run each
//     payload    as many items as lie between the runs; item keys unique
//
// A run takes a few bytes, however many items it has, and staying items take no memory. A changeset with more
// items or sections than the caller allows is refused nevertheless, because a map of them would take memory.
//
// The fewest moves are solved again, so that they are minimal for any encoder.

/// The most items and sections that a decoded changeset may have on either side.
public struct DecodeLimits: BitwiseCopyable, Sendable {
  public var items = ListOptions.mostItems
  public var sections = ListOptions.mostSections

  public init() {}
}

extension Changeset {
  /// Decodes `length` bytes of the host's memory, which may contain anything.
  @unsafe @_optimize(size) public static func decode(
    _ memory: UnsafeRawPointer, _ length: Int, _ limits: DecodeLimits = DecodeLimits()
  ) throws(Refusal) -> Changeset {
    let decoder = try Box(making: { ChangesetDecoder() })
    var bytes = unsafe try ByteReader(opening: memory, length, .changeset, &decoder.value.classes)
    let flags = try bytes.byte()
    let reload = UInt32(flags >> ChangesetFlags.reloadShift)
    if reload > Reload.threshold { throw bytes.invalid }
    var duplicates = DuplicateCounts()
    duplicates.dropped = try bytes.number(upTo: .max)
    duplicates.numbered = try bytes.number(upTo: .max)
    decoder.value.result.payload.isScoped = flags & ChangesetFlags.isScoped != 0
    try decoder.value.read(&bytes, limits)
    return try decoder.value.result.solved(reload: reload, duplicates)
  }
}

/// The state of decoding one changeset.
private struct ChangesetDecoder: ~Copyable {
  var result = ChangesetBuilder()
  var classes = ClassTable()
  var olds = Buffer<UInt32>()

  @_optimize(size) fileprivate mutating func read(_ bytes: inout ByteReader, _ limits: DecodeLimits)
    throws(Refusal)
  {
    try result.payload.readSections(from: &bytes, to: &result.correspondence, limits)
    try result.correspondence.readRuns(from: &bytes, isScoped: result.payload.isScoped)
    try result.correspondence.readUpdates(from: &bytes)
    try result.correspondence.readSupplementaryChanges(from: &bytes)
    try result.payload.readItems(from: &bytes, of: result.correspondence, &classes)
    try result.payload.readSupplementaries(of: .before, from: &bytes, result.correspondence, &classes, &olds)
    try result.payload.readSupplementaries(of: .after, from: &bytes, result.correspondence, &classes, &olds)
    try classes.finish(bytes)
    try result.payload.checkItemKeys(of: result.correspondence, bytes)
    result.payload.isKept = true
  }
}

extension Correspondence {
  // MARK: Runs

  fileprivate mutating func readRuns(from bytes: inout ByteReader, isScoped: Bool) throws(Refusal) {
    let count = try bytes.count(ofBytes: 3)
    try runs.reserve(count)
    var last = Run(before: 0, after: 0, count: 0)
    var section = 0
    // The section of `before` that the last run was in, and its items.
    var origin = 0
    var items: Range<UInt32> = 0..<0
    for _ in 0..<count {
      let after = try bytes.position(from: last.after + last.count, below: UInt32(afterCount))
      let flat = Int(last.before + last.count) + unzigzag(Int(try bytes.number32()))
      guard flat >= 0 && flat < beforeCount else { throw bytes.invalid }
      let before = UInt32(flat)
      while afterStarts[section + 1] <= after { section += 1 }
      if !items.contains(before) {
        origin = Int(
          Correspondence.position(of: before, guess: beforeOfAfter[section], in: beforeStarts).section)
        items = beforeStarts[origin]..<beforeStarts[origin + 1]
      }
      if isScoped && UInt32(origin) != beforeOfAfter[section] { throw bytes.invalid }
      let room = min(afterStarts[section + 1] - after, items.upperBound - before)
      let run = Run(before: before, after: after, count: UInt32(try bytes.number(upTo: Int(room))))
      let continuesLast =
        after == last.after + last.count && before == last.before + last.count
        && after > afterStarts[section] && before > items.lowerBound
      if run.count == 0 || continuesLast { throw bytes.invalid }
      runs.push(run)
      last = run
    }
    try checkOverlap(bytes)
  }

  /// Up to this many items a run they are claimed, a bit each, instead of sorting the runs.
  private static let itemsPerRun = 256

  private func checkOverlap(_ bytes: borrowing ByteReader) throws(Refusal) {
    if beforeCount / Correspondence.itemsPerRun <= runs.count {
      var matches = Matches()
      try matches.begin(beforeCount: beforeCount)
      for i in 0..<runs.count { matches.claim(runs[i]) }
      if matches.hasDuplicate { throw bytes.invalid }
      return
    }
    let order = try BeforeOrder(runs)
    var end: UInt32 = 0
    for i in 0..<runs.count {
      let run = runs[order[i]]
      if run.before < end { throw bytes.invalid }
      end = run.before + run.count
    }
  }

  // MARK: Updates

  /// An update is encoded as its distance from the end of the last one, plus 1; 0 ends the list.
  @_optimize(size) fileprivate mutating func readUpdates(from bytes: inout ByteReader) throws(Refusal) {
    var next: UInt32 = 0
    var r = 0
    while true {
      let gap = try bytes.number(upTo: afterCount - Int(next))
      if gap == 0 { return }
      let after = next + UInt32(gap - 1)
      while r < runs.count && runs[r].after + runs[r].count <= after { r += 1 }
      guard r < runs.count, runs[r].after <= after else { throw bytes.invalid }
      let length = UInt32(try bytes.number(upTo: Int(runs[r].after + runs[r].count - after)))
      let change = try bytes.change(.ofItems)
      let update = Update(
        before: runs[r].before + (after - runs[r].after), after: after, count: length, flags: change.flags,
        mask: change.mask)
      let continuesLast =
        !updates.isEmpty && runs[r].after < after && update.continues(updates[updates.count - 1])
      if length == 0 || continuesLast { throw bytes.invalid }
      try updates.append(update)
      next = after + length
    }
  }

  @_optimize(size) fileprivate mutating func readSupplementaryChanges(from bytes: inout ByteReader)
    throws(Refusal)
  {
    let count = try bytes.count(ofBytes: 4)
    try supplementaries.reserve(count)
    var section: UInt32 = 0
    var last: UInt64? = nil
    for _ in 0..<count {
      let afterSection = try bytes.position(from: section, below: UInt32(afterSectionCount))
      let (kind, index) = try bytes.kindAndIndex()
      let rank = UInt64(kind) << 32 | UInt64(index)
      let what = UInt32(try bytes.byte())
      guard what <= 2, beforeOfAfter[Int(afterSection)] != noIndex else { throw bytes.invalid }
      if afterSection == section, let last, last >= rank { throw bytes.invalid }
      var change = SupplementaryChange(
        kind: ChangeKind(code: ChangeKind.supplementaryDelete.code + what), flags: 0,
        beforeSection: beforeOfAfter[Int(afterSection)], afterSection: afterSection, supplementaryKind: kind,
        supplementaryIndex: index, mask: 0)
      if change.kind == .supplementaryUpdate {
        let update = try bytes.change(.ofSupplementaries)
        change.flags = update.flags
        change.mask = update.mask
      }
      supplementaries.push(change)
      section = afterSection
      last = rank
    }
  }
}

/// The reasons that are valid for an update.
private struct Reasons {
  let all: UInt32
  /// The reasons that require a reload.
  let forReload: UInt32

  static let ofItems = Reasons(
    all: ItemColumn.changes | ChangeFlags.byEqual | ChangeFlags.byMark | ChangeFlags.byChildren,
    forReload: ChangeFlags.byClass)
  static let ofSupplementaries = Reasons(
    all: ChangeFlags.byContent | ChangeFlags.byClass | ChangeFlags.byKey | ChangeFlags.byEqual
      | ChangeFlags.byMark,
    forReload: ChangeFlags.byClass | ChangeFlags.byKey | ChangeFlags.byMark)
}

extension ByteReader {
  fileprivate mutating func change(_ reasons: Reasons) throws(Refusal) -> (flags: UInt32, mask: UInt64) {
    let flags = try number32()
    try use(format: ChangeFlags.format(of: flags))
    let reloads = flags & ChangeFlags.reload != 0
    guard flags & ~(reasons.all | ChangeFlags.reload | ChangeFlags.reconfigure) == 0,
      flags & reasons.all != 0, reloads != (flags & ChangeFlags.reconfigure != 0)
    else { throw invalid }
    if reloads {
      if flags & (reasons.forReload | ChangeFlags.byMark) == 0 { throw invalid }
      return (flags, 0)
    }
    if flags & reasons.forReload != 0 { throw invalid }
    return (flags, ~(try number()))
  }
}
