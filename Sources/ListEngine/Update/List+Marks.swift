// The marks of a commit for the views of its list: collected while its correspondence is there, by positions of
// `after`, and added by handle once it has succeeded.

struct MarkedByUpdate: ~Copyable {
  let isWanted: Bool
  /// By flat position.
  var items = Buffer<Update>()
  /// By section.
  var supplementaries = Buffer<SupplementaryChange>()

  init(isWanted: Bool) { self.isWanted = isWanted }

  mutating func collect(_ correspondence: borrowing Correspondence) throws(Refusal) {
    if !isWanted { return }
    for i in 0..<correspondence.updates.count where correspondence.updates[i].flags & ChangeFlags.byMark != 0
    {
      try items.append(correspondence.updates[i])
    }
    for i in 0..<correspondence.supplementaries.count {
      let change = correspondence.supplementaries[i]
      if change.kind == .supplementaryUpdate && change.flags & ChangeFlags.byMark != 0 {
        try supplementaries.append(change)
      }
    }
  }

  var count: Int {
    var count = supplementaries.count
    for i in 0..<items.count { count += Int(items[i].count) }
    return count
  }

  /// They were positions within that section.
  mutating func widen(to arrangement: borrowing Arrangement, section: SectionID) {
    let start = arrangement.start(ofSection: section)
    for i in 0..<items.count { items[i].after += start.items }
    for i in 0..<supplementaries.count { supplementaries[i].afterSection = start.units }
  }
}

extension List {
  /// Before the commit: nothing can fail after it.
  func reserveMarks(_ report: borrowing UpdateReport) throws(Refusal) {
    let count = report.marks.count
    if count > 0 { try features.views.reserveMarks(count) }
  }

  /// Of a commit that has succeeded; the update lock is held.
  func markForViews(_ report: borrowing UpdateReport) {
    if report.options.reloads { features.views.addAll(ChangeFlags.reload) }
    if report.marks.items.isEmpty && report.marks.supplementaries.isEmpty && !report.options.reloads {
      return
    }
    read { state in
      for i in 0..<report.marks.items.count {
        let update = report.marks.items[i]
        for flat in update.after..<update.after + update.count {
          let handle = state.handle(of: state.arrangement.location(ofItem: Int(flat)))
          features.views.add(ViewMark(name: CellName(item: handle), flags: update.flags))
        }
      }
      for i in 0..<report.marks.supplementaries.count {
        let change = report.marks.supplementaries[i]
        let section = state.handle(ofSection: state.arrangement.section(at: Int(change.afterSection)))
        let name = CellName(
          section: section, kind: change.supplementaryKind, index: change.supplementaryIndex)
        features.views.add(ViewMark(name: name, flags: change.flags))
      }
    }
    features.channel.add(.views)
  }
}
