// Bytes become a snapshot in the same way as a host builds one: section after section is appended, its
// elements set, its items appended and marked. So keys that stand twice get what the options say, and
// whatever a host could not have built is refused.
//
// The memory that it takes is a small multiple of the bytes: a section has 17 of them at least, an item
// 16, an element 27, and no count is believed that there are no bytes for.

extension Snapshot {
  /// Of `length` bytes, all of which are the host's and may be anything.
  @unsafe public static func decode(
    _ memory: UnsafeRawPointer, _ length: Int, _ options: SnapshotOptions
  ) throws(Refusal) -> Snapshot {
    let decoder = try Box(making: { SnapshotDecoder(options) })
    var bytes = unsafe try ByteReader(opening: memory, length, .snapshot, &decoder.value.classes)
    let snapshot = try Snapshot(options)
    try snapshot.edit { body, gone throws(Refusal) in
      let flags = try bytes.byte()
      if flags & ~SnapshotFlags.isScoped != 0 { throw bytes.nonsense }
      if (flags != 0) != options.isScoped { throw Refusal(.scope) }
      for _ in 0..<(try bytes.count(ofBytes: 17)) {
        try decoder.value.addSection(from: &bytes, to: &body, &gone)
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
  // Kept from section to section.
  private var keys = Buffer<Key>()
  private var elements = Buffer<Element>()
  private var looks = Buffer<Look>()

  init(_ options: SnapshotOptions) { self.options = options }

  mutating func addSection(
    from bytes: inout ByteReader, to body: inout SnapshotBody, _ gone: inout Departures
  ) throws(Refusal) {
    let key = try bytes.key()
    let flags = try bytes.byte()
    if flags & ~SectionFlags.all != 0 { throw bytes.nonsense }
    let count = body.arrangement.sectionCount
    keys.removeAll()
    try keys.append(key)
    try body.insertSections(keys, at: nil, options)
    let isTwin = body.arrangement.sectionCount == count
    let section = try body.target(nil)
    if flags & SectionFlags.isMarked != 0 { body.arrangement.sections[Int(section)].isMarked = true }
    try readElements(from: &bytes, isThere: flags & SectionFlags.hasElements != 0)
    let isKept = isTwin && options.duplicates == Duplicates.keepFirst
    if !isKept && (isTwin || !elements.isEmpty) {
      let block = try ElementBlock.make(elements, section: key)
      defer { block?.letGo() }
      try body.arrangement.setElements(block, of: section, &gone)
    }
    try addItems(flags, key, from: &bytes, to: &body, &gone)
  }

  private mutating func readElements(from bytes: inout ByteReader, isThere: Bool) throws(Refusal) {
    elements.removeAll()
    if !isThere { return }
    let count = try bytes.count(ofBytes: Element.fewestBytes)
    if count == 0 { throw bytes.nonsense }
    try elements.reserve(count)
    for i in 0..<count {
      let element = try bytes.element(&classes)
      if i > 0 && elements[i - 1].rank >= element.rank { throw bytes.nonsense }
      elements.push(element)
    }
  }

  private mutating func addItems(
    _ flags: UInt8, _ section: Key, from bytes: inout ByteReader, to body: inout SnapshotBody,
    _ gone: inout Departures
  ) throws(Refusal) {
    if flags & SectionFlags.hasItems == 0 {
      if flags & SectionFlags.hasMarks != 0 { throw bytes.nonsense }
      return
    }
    let count = try bytes.count(ofBytes: 16)
    if count == 0 { throw bytes.nonsense }
    let keys = unsafe try bytes.bytes(count * 16)
    let has = try bytes.readLooks(count, &classes, to: &looks)
    let contents = unsafe UnsafeRawPointer(looks.pointer)
    let columns = unsafe Columns(
      count: count, keys: keys, keyStride: 16,
      contents: has & LooksFlags.haveContents != 0 ? contents : nil, contentStride: Look.stride,
      models: nil, modelStride: 8,
      classes: has & LooksFlags.haveClasses != 0 ? contents.map { unsafe $0 + 8 } : nil,
      classStride: Look.stride)
    try body.append(Entries(columns), to: nil, options, &gone)
    if flags & SectionFlags.hasMarks != 0 { try addMarks(columns, section, from: &bytes, to: &body) }
  }

  /// By key, as marks are: the items of `columns`, which were put in.
  private func addMarks(
    _ columns: Columns, _ section: Key, from bytes: inout ByteReader, to body: inout SnapshotBody
  ) throws(Refusal) {
    var stretches = StretchReader(count: columns.count)
    var next = 0
    var any: UInt32 = 0
    while let stretch = try stretches.next(&bytes) {
      any |= stretch.value
      if stretch.value > TravelMark.reload { throw bytes.nonsense }
      if stretch.value != 0 {
        try body.marks.reserve(extra: stretch.count)
        for i in next..<next + stretch.count {
          body.marks.push(
            ItemMark(
              key: columns.key(i), section: section, reloads: stretch.value == TravelMark.reload ? 1 : 0))
        }
      }
      next += stretch.count
    }
    if any == 0 { throw bytes.nonsense }
  }
}

extension SnapshotBody {
  /// All occurrences of a key must have the same mark, as marks go by key: a mark given for some of them only,
  /// or two different ones, would be found for more items than it was given for.
  fileprivate func checkMarks(
    _ bytes: borrowing ByteReader, _ options: SnapshotOptions
  ) throws(Refusal) {
    if marks.isEmpty { return }
    let index = try MarkIndex(marks, isScoped: options.isScoped)
    var told = 0
    for i in 0..<marks.count where marks[i].reloads != 0 { told += 1 }
    var marked = 0
    var reloaded = 0
    for position in 0..<arrangement.sectionCount {
      let info = arrangement.info(ofSection: arrangement.section(at: position))
      try arrangement.forEachStretch(info.first, info.count) { leaf, offset, count in
        for i in offset..<offset + count {
          guard let mark = index.find(leaf.key(i), in: info.key) else { continue }
          marked += 1
          reloaded += Int(mark.reloads)
        }
      }
    }
    if marked != marks.count || reloaded != told { throw bytes.nonsense }
  }
}

extension Look {
  /// A content, and 8 bytes further a class.
  fileprivate static var stride: Int { MemoryLayout<Look>.stride }
}

extension Element {
  /// That an encoded one has.
  static var fewestBytes: Int { 27 }

  /// Whether a host may give an element this place.
  public static func isPlace(_ kind: UInt32, _ index: UInt32) -> Bool {
    kind == header || kind == footer ? index == 0 : kind >= host
  }
}

extension ByteReader {
  mutating func element(_ classes: inout ClassTable) throws(Refusal) -> Element {
    let kind = try number32()
    let index = try number32()
    if !Element.isPlace(kind, index) { throw nonsense }
    let key = try key()
    let content = try word()
    let number = try number32()
    return Element(
      kind: kind, index: index, key: key, content: content, model: .null,
      cellClass: try classes.id(of: number, self))
  }
}
