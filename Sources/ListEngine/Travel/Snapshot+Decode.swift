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
    var bytes = unsafe try ByteReader(opening: memory, length, .snapshot)
    let snapshot = try Snapshot(options)
    try snapshot.edit { body, gone throws(Refusal) in
      let flags = try bytes.byte()
      if flags & ~SnapshotFlags.isScoped != 0 { throw bytes.nonsense }
      if (flags != 0) != options.isScoped { throw Refusal(.scope) }
      var decoder = SnapshotDecoder(try ClassTable(from: &bytes), options)
      for _ in 0..<(try bytes.count(ofBytes: 17)) { try decoder.addSection(from: &bytes, to: &body, &gone) }
      try decoder.classes.finish(bytes)
      try bytes.finish()
    }
    return snapshot
  }
}

private struct SnapshotDecoder: ~Copyable {
  var classes: ClassTable
  private let options: SnapshotOptions
  // Kept from section to section.
  private var keys = Buffer<Key>()
  private var elements = Buffer<Element>()
  private var contents = Buffer<UInt64>()
  private var classIDs = Buffer<UInt32>()

  init(_ classes: consuming ClassTable, _ options: SnapshotOptions) {
    self.classes = classes
    self.options = options
  }

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
      try body.setElements(block, of: section, &gone)
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
      if flags >= SectionFlags.hasContents { throw bytes.nonsense }
      return
    }
    let count = try bytes.count(ofBytes: 16)
    if count == 0 { throw bytes.nonsense }
    let keys = unsafe try bytes.bytes(count * 16)
    try readContents(count, from: &bytes, areThere: flags & SectionFlags.hasContents != 0)
    try readClasses(count, from: &bytes, areThere: flags & SectionFlags.hasClasses != 0)
    let columns = unsafe Columns(
      count: count, keys: keys, keyStride: 16, contents: contents.isEmpty ? nil : contents.pointer,
      contentStride: 8, models: nil, modelStride: 8, classes: classIDs.isEmpty ? nil : classIDs.pointer,
      classStride: 4)
    try body.append(Entries(columns), to: nil, options, &gone)
    if flags & SectionFlags.hasMarks != 0 { try addMarks(columns, section, from: &bytes, to: &body) }
  }

  private mutating func readContents(
    _ count: Int, from bytes: inout ByteReader, areThere: Bool
  ) throws(Refusal) {
    contents.removeAll()
    if !areThere { return }
    if count > bytes.left / 8 { throw bytes.nonsense }
    try contents.reserve(count)
    var any: UInt64 = 0
    for _ in 0..<count {
      let content = try bytes.word()
      any |= content
      contents.push(content)
    }
    if any == 0 { throw bytes.nonsense }
  }

  private mutating func readClasses(
    _ count: Int, from bytes: inout ByteReader, areThere: Bool
  ) throws(Refusal) {
    classIDs.removeAll()
    if !areThere { return }
    var stretches = StretchReader(count: count)
    var any: UInt32 = 0
    while let stretch = try stretches.next(&bytes) {
      any |= stretch.value
      let id = try classes.id(of: stretch.value, bytes)
      try classIDs.resize(to: classIDs.count + stretch.count, filling: id)
    }
    if any == 0 { throw bytes.nonsense }
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
    let kind = UInt32(try number(upTo: Int(UInt32.max)))
    let index = UInt32(try number(upTo: Int(UInt32.max)))
    if !Element.isPlace(kind, index) { throw nonsense }
    let key = try key()
    let content = try word()
    let number = UInt32(try number(upTo: Int(UInt32.max)))
    return Element(
      kind: kind, index: index, key: key, content: content, model: .null,
      cellClass: try classes.id(of: number, self))
  }
}
