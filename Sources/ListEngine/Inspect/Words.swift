// Text for changes, reasons, supplementaries and classes, used by dumps and explanations. The terms are those
// of the header.
//
//     item move out   1:0 -> 0:1
//     item update     1:0 -> 0:1; reconfigured: content differs

extension ChangeKind {
  fileprivate var words: StaticString {
    switch code {
    case ChangeKind.itemDelete.code: "item delete"
    case ChangeKind.itemMoveOut.code: "item move out"
    case ChangeKind.itemMoveIn.code: "item move in"
    case ChangeKind.itemMove.code: "item move"
    case ChangeKind.itemInsert.code: "item insert"
    case ChangeKind.itemUpdate.code: "item update"
    case ChangeKind.sectionDelete.code: "section delete"
    case ChangeKind.sectionMove.code: "section move"
    case ChangeKind.sectionInsert.code: "section insert"
    case ChangeKind.sectionUpdate.code: "section update"
    case ChangeKind.supplementaryDelete.code: "supplementary delete"
    case ChangeKind.supplementaryInsert.code: "supplementary insert"
    default: "supplementary update"
    }
  }

  fileprivate var isOfSupplementary: Bool { code >= ChangeKind.supplementaryDelete.code }
}

extension TextWriter {
  // MARK: Changes

  @_optimize(size) mutating func append(_ change: Change) {
    append(change.kind.words, width: change.kind.isOfSupplementary ? 22 : 16)
    append(
      from: Position(section: change.beforeSection, item: change.beforeItem),
      to: Position(section: change.afterSection, item: change.afterItem))
    if change.count > 1 {
      append(" x")
      append(change.count)
    }
    if change.kind.isOfSupplementary {
      append(", ")
      append(supplementaryOfKind: change.supplementaryKind, change.supplementaryIndex)
    }
    if change.flags != 0 {
      append("; ")
      append(update: change.flags, mask: change.mask)
    }
  }

  @_optimize(size) private mutating func append(_ words: StaticString, width: Int) {
    append(words)
    for _ in words.utf8CodeUnitCount..<width { append(" ") }
  }

  /// Writes "1:0 -> 0:1", or the one position that is set.
  @_optimize(size) mutating func append(from before: Position, to after: Position) {
    if before.section != noIndex { append(before) }
    if before.section != noIndex && after.section != noIndex { append(" -> ") }
    if after.section != noIndex { append(after) }
  }

  /// Writes action and reasons: "reconfigured: content differs, marked".
  @_optimize(size) mutating func append(update flags: UInt32, mask: UInt64) {
    let reconfigures = flags & ChangeFlags.reconfigure != 0
    append(reconfigures ? "reconfigured: " : "reloaded: ")
    var rest = flags & ~(ChangeFlags.reload | ChangeFlags.reconfigure)
    while rest != 0 {
      let reason = rest & ~(rest - 1)
      append(reason: reason)
      rest &= ~reason
      if rest != 0 { append(", ") }
    }
    if reconfigures && mask != .max {
      append(" (mask ")
      append(hex: mask)
      append(")")
    }
  }

  @_optimize(size) private mutating func append(reason flag: UInt32) {
    if flag == ChangeFlags.byMark { return append("marked") }
    if flag == ChangeFlags.byChildren { return append("children differ") }
    var name: StaticString = flag == ChangeFlags.byEqual ? ItemColumn.model.name : ItemColumn.key.name
    ItemColumn.forEach { if $0.change == flag { name = $0.name } }
    append(name)
    append(" differs")
  }

  // MARK: Supplementaries and appearances

  @_optimize(size) mutating func append(supplementaryOfKind kind: UInt32, _ index: UInt32) {
    switch kind {
    case Supplementary.header: append("header")
    case Supplementary.footer: append("footer")
    case Supplementary.pageStart: append("page start")
    case Supplementary.pageEnd: append("page end")
    default:
      append("kind ")
      append(kind)
      append(" index ")
      append(index)
    }
  }

  /// Writes the appearance of an item or a supplementary. Of a model only its presence is written, because
  /// its address differs in every run.
  @_optimize(size) mutating func append(_ values: ItemValues) {
    if values.content != 0 {
      append(", content ")
      append(hex: values.content)
    }
    if values.cellClass != 0 {
      append(", class ")
      append(nameOfClass: values.cellClass)
    }
    if values.level != 0 {
      append(", level ")
      append(UInt32(values.level))
    }
    if !values.model.isNull { append(", model") }
  }

  /// The id differs in every run, so the name is written. Characters that end a line are omitted.
  @_optimize(size) private mutating func append(nameOfClass id: UInt32) {
    guard let cellClass = CellClasses.process.find(id) else { return append("unknown") }
    for i in 0..<cellClass.nameLength {
      let byte = unsafe UInt8(bitPattern: cellClass.name[i])
      if byte >= 0x20 && byte != 0x7f { append(byte: byte) }
    }
  }
}
