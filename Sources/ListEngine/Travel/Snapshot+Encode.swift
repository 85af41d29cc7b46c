// A snapshot as bytes: classes, then section by section its elements and its items, column by column.
//
//     0 │ 0 classes │ 1 section
//     key A │ flags │ 2 items │ key 1, key 2 │ content 1, content 2
//
// What a snapshot has no use for is left out, and `flags` says so: a section without elements, items
// without contents, classes or marks. Models stay here: they are addresses. bindings/FORMAT.md says it
// byte by byte.

enum SnapshotFlags {
  static let isScoped: UInt8 = 1
}

/// Of one section.
enum SectionFlags {
  static let isMarked: UInt8 = 1
  static let hasElements: UInt8 = 2
  static let hasItems: UInt8 = 4
  /// These only where there are items, and one at least that has such a thing.
  static let hasContents: UInt8 = 8
  static let hasClasses: UInt8 = 16
  static let hasMarks: UInt8 = 32
  static let all: UInt8 = 63
}

/// Of an item, as a number that travels.
enum TravelMark {
  static let reconfigure: UInt32 = 1
  static let reload: UInt32 = 2
}

extension Snapshot {
  /// As it is now: keys that stand twice still do.
  public func encode(to bytes: inout ByteWriter) throws(Refusal) {
    try read { body throws(Refusal) in
      let marks = try MarkIndex(body.marks, isScoped: options.isScoped)
      let classes = try ClassTable(of: body.arrangement)
      bytes.append(byte: options.isScoped ? SnapshotFlags.isScoped : 0)
      classes.write(to: &bytes)
      bytes.append(body.arrangement.sectionCount)
      for position in 0..<body.arrangement.sectionCount {
        try bytes.append(body.arrangement, section: position, marks, classes)
      }
    }
    bytes.seal(.snapshot)
  }
}

extension ClassTable {
  fileprivate init(of arrangement: borrowing Arrangement) throws(Refusal) {
    for position in 0..<arrangement.sectionCount {
      let id = arrangement.section(at: position)
      try note(arrangement.sections[Int(id)].elements)
      var leaf = arrangement.firstLeaf(ofSection: id)
      while let found = leaf {
        try note(arrangement.leaf(found))
        leaf = arrangement.items.neighbour(of: found, step: 1)
      }
    }
  }

  private mutating func note(_ leaf: Leaf) throws(Refusal) {
    if leaf.traits & Leaf.hasClasses == 0 { return }
    var last: UInt32 = 0
    for i in 0..<leaf.count where leaf.cellClass(i) != last {
      last = leaf.cellClass(i)
      try note(last)
    }
  }
}

extension Arrangement {
  fileprivate func firstLeaf(ofSection id: UInt32) -> UInt32? {
    let root = sections[Int(id)].root
    return root.isNone ? nil : items.edge(of: root, last: false)
  }
}

extension ByteWriter {
  mutating func append(_ element: Element, _ classes: borrowing ClassTable) {
    append(element.kind)
    append(element.index)
    append(element.key)
    append(word: element.content)
    append(classes.number(of: element.cellClass))
  }

  fileprivate mutating func append(
    _ arrangement: borrowing Arrangement, section position: Int, _ marks: borrowing MarkIndex,
    _ classes: borrowing ClassTable
  ) throws(Refusal) {
    let info = arrangement.info(ofSection: arrangement.section(at: position))
    let section = arrangement.sections[Int(arrangement.section(at: position))]
    var flags = section.isMarked ? SectionFlags.isMarked : 0
    if section.elements != nil { flags |= SectionFlags.hasElements }
    try arrangement.forEachStretch(info.first, info.count) { leaf, offset, count in
      flags |= SectionFlags.hasItems
      for i in offset..<offset + count {
        if leaf.content(i) != 0 { flags |= SectionFlags.hasContents }
        if classes.number(of: leaf.cellClass(i)) != 0 { flags |= SectionFlags.hasClasses }
        if marks.number(of: leaf.key(i), in: info.key) != 0 { flags |= SectionFlags.hasMarks }
      }
    }
    append(info.key)
    append(byte: flags)
    if let elements = section.elements {
      append(elements.count)
      for i in 0..<elements.count { append(elements[i], classes) }
    }
    if info.count == 0 { return }
    append(info.count)
    try appendItems(of: arrangement, info, flags, marks, classes)
  }

  private mutating func appendItems(
    of arrangement: borrowing Arrangement, _ info: SectionInfo, _ flags: UInt8, _ marks: borrowing MarkIndex,
    _ classes: borrowing ClassTable
  ) throws(Refusal) {
    try arrangement.forEachStretch(info.first, info.count) { leaf, offset, count in
      unsafe append(leaf.keys + offset, count: count * 16)
    }
    if flags & SectionFlags.hasContents != 0 {
      try arrangement.forEachStretch(info.first, info.count) { leaf, offset, count in
        for i in offset..<offset + count { append(word: leaf.content(i)) }
      }
    }
    var stretches = StretchWriter()
    if flags & SectionFlags.hasClasses != 0 {
      try arrangement.forEachStretch(info.first, info.count) { leaf, offset, count in
        for i in offset..<offset + count {
          stretches.append(classes.number(of: leaf.cellClass(i)), to: &self)
        }
      }
      stretches.finish(&self)
    }
    if flags & SectionFlags.hasMarks != 0 {
      try arrangement.forEachStretch(info.first, info.count) { leaf, offset, count in
        for i in offset..<offset + count {
          stretches.append(marks.number(of: leaf.key(i), in: info.key), to: &self)
        }
      }
      stretches.finish(&self)
    }
  }
}

extension MarkIndex {
  fileprivate func number(of key: Key, in section: Key) -> UInt32 {
    guard let mark = find(key, in: section) else { return 0 }
    return mark.reloads != 0 ? TravelMark.reload : TravelMark.reconfigure
  }
}
