// Writes a changeset as text: its summary, and the batch with a line for each change.
//
//     changeset: sections 2 -> 2, items 5 -> 5, reload no
//     sections: deleted 0, inserted 0, moved 1, updated 0
//     ...
//     item delete     0:1
//     item move out   1:0 -> 0:1
//     section move    1 -> 0

extension Changeset {
  @_optimize(size) public func dump(to text: inout TextWriter) throws(Refusal) {
    let changes = try batch()
    appendSummary(to: &text)
    for i in 0..<changes.count {
      text.append(changes[i])
      text.append("\n")
    }
  }

  @_optimize(size) private func appendSummary(to text: inout TextWriter) {
    text.append("changeset: sections ", summary.sectionsBefore)
    text.append(" -> ", summary.sectionsAfter)
    text.append(", items ", summary.itemsBefore)
    text.append(" -> ", summary.itemsAfter)
    text.append(", reload ")
    text.append(reloadWord)
    text.append("\nsections: deleted ", summary.sectionDeletes)
    text.append(", inserted ", summary.sectionInserts)
    text.append(", moved ", summary.sectionMoves)
    text.append(", updated ", summary.sectionUpdates)
    text.append("\nitems: deleted ", summary.itemDeletes)
    text.append(", inserted ", summary.itemInserts)
    text.append(", moved ", summary.itemMoves)
    text.append(", reloaded ", summary.itemReloads)
    text.append(", reconfigured ", summary.itemReconfigures)
    text.append("\nsupplementaries: deleted ", summary.supplementaryDeletes)
    text.append(", inserted ", summary.supplementaryInserts)
    text.append(", updated ", summary.supplementaryUpdates)
    text.append("\nduplicates: dropped ", duplicates.dropped)
    text.append(", numbered ", duplicates.numbered)
    text.append("\n")
  }

  private var reloadWord: StaticString {
    switch reload {
    case Reload.no: "no"
    case Reload.asked: "asked"
    default: "threshold"
    }
  }
}

extension TextWriter {
  @_optimize(size) fileprivate mutating func append(_ words: StaticString, _ count: Int) {
    append(words)
    append(count)
  }
}
