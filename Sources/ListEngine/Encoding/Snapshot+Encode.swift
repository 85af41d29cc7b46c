// Encodes a snapshot: section by section its supplementaries and its items, column by column.
//
//     0 │ 1 section
//     key A │ flags │ 2 items │ key 1, key 2 │ appearances of 1 and 2
//
// Parts that a section does not have are omitted according to `flags`: supplementaries, items, marks. Models
// are addresses and are not encoded. bindings/FORMAT.md specifies every byte.

enum SnapshotFlags {
  static let isScoped: UInt8 = 1
}

/// The flags of one section.
enum SectionFlags {
  static let isMarked: UInt8 = 1
  static let hasSupplementaries: UInt8 = 2
  static let hasItems: UInt8 = 4
  /// At least one item is marked.
  static let hasMarks: UInt8 = 8
  static let all: UInt8 = 15
}

/// The encoded mark of an item.
enum EncodedMark {
  static let reconfigure: UInt32 = 1
  static let reload: UInt32 = 2
}

extension Snapshot {
  /// Encodes the present state, including duplicate keys.
  public func encode(to bytes: inout ByteWriter) throws(Refusal) {
    try read { body throws(Refusal) in
      let marks = try MarkIndex(body.marks, isScoped: options.isScoped)
      var classes = ClassTable()
      try classes.prepare()
      bytes.append(byte: options.isScoped ? SnapshotFlags.isScoped : 0)
      bytes.append(body.arrangement.sectionCount)
      for position in 0..<body.arrangement.sectionCount {
        try bytes.append(body.arrangement, section: position, marks, &classes)
      }
      classes.write(to: &bytes)
    }
    bytes.seal(.snapshot)
  }
}

extension ByteWriter {
  mutating func append(_ supplementary: Supplementary, _ classes: inout ClassTable) {
    append(kind: supplementary.kind, index: supplementary.index)
    append(supplementary.key)
    append(word: supplementary.content)
    append(classes.number(of: supplementary.cellClass))
  }

  fileprivate mutating func append(
    _ arrangement: borrowing Arrangement, section position: Int, _ marks: borrowing MarkIndex,
    _ classes: inout ClassTable
  ) throws(Refusal) {
    let info = arrangement.info(ofSection: arrangement.section(at: position))
    let section = arrangement.sections[arrangement.section(at: position)]
    var flags = section.isMarked ? SectionFlags.isMarked : 0
    if section.supplementaries != nil { flags |= SectionFlags.hasSupplementaries }
    try arrangement.forEachLeafRange(info.first, info.count) { leaf, offset, count in
      flags |= SectionFlags.hasItems
      for i in offset..<offset + count where marks.number(of: leaf.key(i), in: info.key) != 0 {
        flags |= SectionFlags.hasMarks
      }
    }
    append(info.key)
    append(byte: flags)
    if let supplementaries = section.supplementaries {
      append(supplementaries.count)
      for i in 0..<supplementaries.count { append(supplementaries[i], &classes) }
    }
    if info.count == 0 { return }
    append(info.count)
    try appendItems(of: arrangement, info, flags, marks, &classes)
  }

  private mutating func appendItems(
    of arrangement: borrowing Arrangement, _ info: SectionInfo, _ flags: UInt8, _ marks: borrowing MarkIndex,
    _ classes: inout ClassTable
  ) throws(Refusal) {
    try arrangement.forEachLeafRange(info.first, info.count) { leaf, offset, count in
      unsafe append(leaf.keys + offset, count: count * 16)
    }
    try appendAppearances(&classes) { body throws(Refusal) in
      try arrangement.forEachLeafRange(info.first, info.count) { leaf, offset, count in
        for i in offset..<offset + count {
          body(leaf.values(i).appearance)
        }
      }
    }
    if flags & SectionFlags.hasMarks == 0 { return }
    var stretches = RepeatWriter()
    try arrangement.forEachLeafRange(info.first, info.count) { leaf, offset, count in
      for i in offset..<offset + count {
        stretches.append(marks.number(of: leaf.key(i), in: info.key), to: &self)
      }
    }
    stretches.finish(&self)
  }
}

extension MarkIndex {
  fileprivate func number(of key: Key, in section: Key) -> UInt32 {
    guard let mark = find(key, in: section) else { return 0 }
    return mark.reloads != 0 ? EncodedMark.reload : EncodedMark.reconfigure
  }
}
