// The marks of a commit for the views of its list: collected while its correspondence is there, by positions of
// `after`, and added by handle once it has succeeded.

struct MarkedByUpdate: ~Copyable {
  let isWanted: Bool
  /// By flat position.
  var items = Buffer<Update>()
  /// By section.
  var supplementaries = Buffer<SupplementaryChange>()
  /// Sections that are reloaded.
  var sections = Buffer<UInt32>()

  init(isWanted: Bool) { self.isWanted = isWanted }

  mutating func collect(_ correspondence: borrowing Correspondence) throws(Refusal) {
    if !isWanted { return }
    // What a cell cannot see by comparing.
    let hidden = ChangeFlags.byMark | ChangeFlags.byChildren
    for i in 0..<correspondence.updates.count where correspondence.updates[i].flags & hidden != 0 {
      try items.append(correspondence.updates[i])
    }
    for i in 0..<correspondence.sectionUpdates.count { try sections.append(correspondence.sectionUpdates[i]) }
    for i in 0..<correspondence.supplementaries.count {
      let change = correspondence.supplementaries[i]
      if change.kind == .supplementaryUpdate && change.flags & ChangeFlags.byMark != 0 {
        try supplementaries.append(change)
      }
    }
  }

  var count: Int {
    var count = supplementaries.count + sections.count
    for i in 0..<items.count { count += Int(items[i].count) }
    return count
  }

  /// They were positions within that section.
  mutating func widen(to arrangement: borrowing Arrangement, section: SectionID) {
    let start = arrangement.start(ofSection: section)
    for i in 0..<items.count { items[i].after += start.items }
    for i in 0..<supplementaries.count { supplementaries[i].afterSection = start.units }
    for i in 0..<sections.count { sections[i] = start.units }
  }
}

extension List {
  /// Before the commit: nothing can fail after it.
  func reserveMarks(_ report: borrowing UpdateReport) throws(Refusal) {
    let count = report.marks.count
    if count == 0 { return }
    if hasViews { try features.views.reserveMarks(count) }
    try features.followers.forEach { link throws(Refusal) in try link.reserveMarks(count) }
  }

  /// Of a commit that has succeeded; the update lock is held.
  func markForViews(_ report: borrowing UpdateReport) {
    if report.options.reloads && hasViews { features.views.addAll(ChangeFlags.reload) }
    if report.marks.count == 0 && !report.options.reloads { return }
    read { state in
      for i in 0..<report.marks.items.count {
        let update = report.marks.items[i]
        for flat in update.after..<update.after + update.count {
          let handle = state.handle(of: state.arrangement.location(ofItem: Int(flat)))
          add(ViewMark(name: CellName(item: handle), flags: update.flags))
        }
      }
      for i in 0..<report.marks.supplementaries.count {
        let change = report.marks.supplementaries[i]
        let section = state.handle(ofSection: state.arrangement.section(at: Int(change.afterSection)))
        let name = CellName(
          section: section, kind: change.supplementaryKind, index: change.supplementaryIndex)
        add(ViewMark(name: name, flags: change.flags))
      }
      for i in 0..<report.marks.sections.count {
        let section = state.handle(ofSection: state.arrangement.section(at: Int(report.marks.sections[i])))
        let name = CellName(section: section, kind: 0, index: 0)
        // A view has no cell for a section itself.
        features.followers.forEach { $0.add(ViewMark(name: name, flags: ChangeFlags.reload)) }
      }
    }
    if hasViews { features.channel.add(.views) }
    features.followers.wake { $0.add(report.options) }
  }

  private func add(_ mark: ViewMark) {
    if hasViews { features.views.add(mark) }
    // Children differ as the derived list itself finds.
    if mark.flags & ChangeFlags.byMark != 0 { features.followers.forEach { $0.add(mark) } }
  }
}
