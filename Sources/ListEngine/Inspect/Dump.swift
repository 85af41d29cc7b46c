// Writes a list or a snapshot as text: a line for the whole, and one for each section, each supplementary and
// each item.
//
//     snapshot: sections 1, items 2, duplicates refused
//     section 0: key 000...a0, items 2
//       header: key 000...07, content 0000000000000001
//       item 0:0: key 000...01, content 000000000000002a, class row, model
//       item 0:1: key 000...02, to be reloaded

extension List {
  @_optimize(size) public func dump(to text: inout TextWriter) throws(Refusal) {
    try read { state throws(Refusal) in
      text.append("list: ")
      text.appendHead(of: state.arrangement, options.duplicates, options.dropsEmptySections)
      try text.append(state.arrangement, MarkIndex())
    }
  }
}

extension Snapshot {
  @_optimize(size) public func dump(to text: inout TextWriter) throws(Refusal) {
    try read { body throws(Refusal) in
      let marks = try MarkIndex(body.marks, isScoped: options.isScoped)
      text.append("snapshot: ")
      text.appendHead(of: body.arrangement, options.duplicates, options.dropsEmptySections)
      try text.append(body.arrangement, marks)
    }
  }
}

extension TextWriter {
  fileprivate mutating func appendHead(
    of arrangement: borrowing Arrangement, _ duplicates: UInt32, _ dropsEmptySections: Bool
  ) {
    append("sections ")
    append(arrangement.sectionCount)
    append(", items ")
    append(arrangement.count)
    append(", duplicates ")
    append(TextWriter.words(forDuplicates: duplicates))
    if dropsEmptySections { append(", empty sections dropped") }
    append("\n")
  }

  private static func words(forDuplicates policy: UInt32) -> StaticString {
    switch policy {
    case Duplicates.refuse: "refused"
    case Duplicates.keepFirst: "first kept"
    case Duplicates.keepLast: "last kept"
    case Duplicates.number: "numbered"
    default: "scoped"
    }
  }

  @_optimize(size) fileprivate mutating func append(
    _ arrangement: borrowing Arrangement, _ marks: borrowing MarkIndex
  ) throws(Refusal) {
    for position in 0..<arrangement.sectionCount {
      let section = arrangement.sections[arrangement.section(at: position)]
      append("section ")
      append(position)
      append(": key ")
      append(section.key)
      append(", items ")
      append(section.count)
      if section.isMarked { append(", to be reloaded") }
      append("\n")
      if let supplementaries = section.supplementaries { append(supplementaries) }
      try appendItems(of: arrangement, section: position, marks)
    }
  }

  @_optimize(size) private mutating func append(_ supplementaries: SupplementaryBlock) {
    for i in 0..<supplementaries.count {
      let supplementary = supplementaries[i]
      append("  ")
      append(supplementaryOfKind: supplementary.kind, supplementary.index)
      append(": key ")
      append(supplementary.key)
      append(supplementary.values)
      append("\n")
    }
  }

  @_optimize(size) private mutating func appendItems(
    of arrangement: borrowing Arrangement, section: Int, _ marks: borrowing MarkIndex
  ) throws(Refusal) {
    let info = arrangement.info(ofSection: arrangement.section(at: section))
    var position = Position(section: UInt32(section), item: 0)
    try arrangement.forEachLeafRange(info.first, info.count) { leaf, offset, count in
      for i in offset..<offset + count {
        append("  item ")
        append(position)
        append(": key ")
        append(leaf.key(i))
        append(leaf.values(i))
        if let mark = marks.find(leaf.key(i), in: info.key) {
          append(mark.reloads != 0 ? ", to be reloaded" : ", to be reconfigured")
        }
        append("\n")
        position.item += 1
      }
    }
  }
}
