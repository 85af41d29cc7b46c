// Decodes a snapshot with the calls that a host uses to build one: each section is appended, its
// supplementaries are set, its items are appended and marked. Duplicate keys are therefore handled by the
// snapshot's options, and a snapshot that a host could not build is refused.
//
// It allocates a small multiple of the encoded size: a section takes at least 17 bytes, an item 16, a
// supplementary 27, and every count is checked against the remaining bytes.

extension Snapshot {
  /// Decodes `length` bytes of the host's memory, which may contain anything.
  @unsafe public static func decode(
    _ memory: UnsafeRawPointer, _ length: Int, _ options: SnapshotOptions
  ) throws(Refusal) -> Snapshot {
    let decoder = try Box(making: { SnapshotDecoder(options) })
    var bytes = unsafe try ByteReader(opening: memory, length, .snapshot, &decoder.value.classes)
    let snapshot = Snapshot(options)
    try snapshot.edit { body, releases throws(Refusal) in
      let flags = try bytes.byte()
      if flags & ~SnapshotFlags.isScoped != 0 { throw bytes.invalid }
      if (flags != 0) != options.isScoped { throw Refusal(.mixedScopes) }
      for _ in 0..<(try bytes.count(ofBytes: 17)) {
        try decoder.value.addSection(from: &bytes, to: &body, &releases)
      }
      try decoder.value.classes.finish(bytes)
      try body.checkMarks(bytes, options)
    }
    return snapshot
  }
}

private struct SnapshotDecoder: ~Copyable {
  var classes = ClassTable()
  private let options: SnapshotOptions
  // Reused from section to section.
  private var keys = Buffer<Key>()
  private var supplementaries = Buffer<Supplementary>()
  private var appearances = Buffer<Appearance>()

  init(_ options: SnapshotOptions) { self.options = options }

  mutating func addSection(
    from bytes: inout ByteReader, to body: inout SnapshotState, _ releases: inout PendingReleases
  ) throws(Refusal) {
    let key = try bytes.key()
    let flags = try bytes.byte()
    if flags & ~SectionFlags.all != 0 { throw bytes.invalid }
    let count = body.arrangement.sectionCount
    keys.removeAll()
    try keys.append(key)
    try body.insertSections(keys, at: nil, options)
    let isDuplicate = body.arrangement.sectionCount == count
    let section = try body.target(nil)
    if flags & SectionFlags.isMarked != 0 { body.arrangement.sections[section].isMarked = true }
    try readSupplementaries(from: &bytes, isThere: flags & SectionFlags.hasSupplementaries != 0)
    let isKept = isDuplicate && options.duplicates == Duplicates.keepFirst
    if !isKept && (isDuplicate || !supplementaries.isEmpty) {
      let block = try SupplementaryBlock.make(supplementaries, section: key)
      defer { block?.release() }
      try body.arrangement.setSupplementaries(block, of: section, &releases)
    }
    try addItems(flags, key, from: &bytes, to: &body, &releases)
  }

  private mutating func readSupplementaries(from bytes: inout ByteReader, isThere: Bool) throws(Refusal) {
    supplementaries.removeAll()
    if !isThere { return }
    let count = try bytes.count(ofBytes: Supplementary.fewestBytes)
    if count == 0 { throw bytes.invalid }
    try supplementaries.reserve(count)
    for i in 0..<count {
      let supplementary = try bytes.supplementary(&classes)
      if i > 0 && supplementaries[i - 1].rank >= supplementary.rank { throw bytes.invalid }
      supplementaries.push(supplementary)
    }
  }

  private mutating func addItems(
    _ flags: UInt8, _ section: Key, from bytes: inout ByteReader, to body: inout SnapshotState,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    if flags & SectionFlags.hasItems == 0 {
      if flags & SectionFlags.hasMarks != 0 { throw bytes.invalid }
      return
    }
    let count = try bytes.count(ofBytes: 16)
    if count == 0 { throw bytes.invalid }
    let keys = unsafe try bytes.bytes(count * 16)
    appearances.removeAll()
    try appearances.resize(to: count, filling: Appearance())
    let traits = try bytes.readAppearances(&classes, to: AppearancePlaces(appearances))
    var items = try OwnedColumns(capacity: count, traits: traits)
    for i in 0..<count {
      let key = unsafe (keys + i * 16).loadUnaligned(as: Key.self)
      items.push(key, ItemValues(appearances[i]))
    }
    try body.append(items, to: nil, options, &releases)
    if flags & SectionFlags.hasMarks != 0 { try addMarks(items, section, from: &bytes, to: &body) }
  }

  /// Adds marks, by key, to the items of `items`, which are in the snapshot already.
  private func addMarks(
    _ items: borrowing OwnedColumns, _ section: Key, from bytes: inout ByteReader,
    to body: inout SnapshotState
  ) throws(Refusal) {
    var repeats = RepeatReader(count: items.count)
    var next = 0
    var any: UInt32 = 0
    while let repeated = try repeats.next(&bytes) {
      any |= repeated.value
      if repeated.value > EncodedMark.reload { throw bytes.invalid }
      if repeated.value != 0 {
        try body.marks.reserve(extra: repeated.count)
        for i in next..<next + repeated.count {
          body.marks.push(
            ItemMark(
              key: items.keys[i], section: section, reloads: repeated.value == EncodedMark.reload ? 1 : 0))
        }
      }
      next += repeated.count
    }
    if any == 0 { throw bytes.invalid }
  }
}

extension SnapshotState {
  /// All occurrences of a key must have the same mark, because marks are stored by key: otherwise a mark
  /// would apply to more items than it was written for.
  fileprivate func checkMarks(
    _ bytes: borrowing ByteReader, _ options: SnapshotOptions
  ) throws(Refusal) {
    if marks.isEmpty { return }
    let index = try MarkIndex(marks, isScoped: options.isScoped)
    var reloadCount = 0
    for i in 0..<marks.count where marks[i].reloads != 0 { reloadCount += 1 }
    var marked = 0
    var reloaded = 0
    for position in 0..<arrangement.sectionCount {
      let info = arrangement.info(ofSection: arrangement.section(at: position))
      try arrangement.forEachLeafRange(info.first, info.count) { leaf, offset, count in
        for i in offset..<offset + count {
          guard let mark = index.find(leaf.key(i), in: info.key) else { continue }
          marked += 1
          reloaded += Int(mark.reloads)
        }
      }
    }
    if marked != marks.count || reloaded != reloadCount { throw bytes.invalid }
  }
}

extension Supplementary {
  /// The smallest encoded size.
  static var fewestBytes: Int { 27 }

  /// Whether a host may use this kind and index for a supplementary of a section.
  public static func isValid(_ kind: UInt32, _ index: UInt32) -> Bool {
    switch kind {
    case header, footer, pageStart, pageEnd: index == 0
    default: kind >= host
    }
  }

  /// The same for an element of the list itself.
  public static func isValidOfList(_ kind: UInt32, _ index: UInt32) -> Bool {
    header...pageEnd ~= kind ? index == 0 : kind >= host
  }
}

extension ByteReader {
  /// The kind and the index of a supplementary.
  mutating func kindAndIndex() throws(Refusal) -> (kind: UInt32, index: UInt32) {
    let kind = try number32()
    let index = try number32()
    if !Supplementary.isValid(kind, index) { throw invalid }
    try use(format: Supplementary.format(ofKind: kind))
    return (kind, index)
  }

  mutating func supplementary(_ classes: inout ClassTable) throws(Refusal) -> Supplementary {
    let (kind, index) = try kindAndIndex()
    let key = try key()
    let content = try word()
    let number = try number32()
    return Supplementary(
      kind: kind, index: index, key: key, content: content, model: .null,
      cellClass: try classes.id(of: number, self))
  }
}
