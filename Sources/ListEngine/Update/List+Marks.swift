// The marks of a commit, for the views of its list, for derived lists, and for what has changed since (CommitLog):
// collected while its correspondence is there, by positions of `after`, and added by handle once it has succeeded.

struct MarkedByUpdate: ~Copyable {
  /// The marked items, by flat position.
  var items = Buffer<Update>()
  /// The marked supplementaries, by section.
  var supplementaries = Buffer<SupplementaryChange>()
  /// Sections that are reloaded.
  var sections = Buffer<UInt32>()

  init() {}

  mutating func collect(_ correspondence: borrowing Correspondence) throws(Refusal) {
    // The reasons that a cell cannot see by comparing.
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

extension MarkedByUpdate {
  /// Visits each with its handle, after the commit. A mark of a section itself has the kind 0.
  func forEach(in state: borrowing ListState, _ body: (ViewMark) -> Void) {
    for i in 0..<items.count {
      for flat in items[i].after..<items[i].after + items[i].count {
        let handle = state.handle(of: state.arrangement.location(ofItem: Int(flat)))
        body(ViewMark(name: ElementName(item: handle), flags: items[i].flags))
      }
    }
    for i in 0..<supplementaries.count {
      let change = supplementaries[i]
      let section = state.handle(ofSection: state.arrangement.section(at: Int(change.afterSection)))
      let name = ElementName(
        section: section, kind: change.supplementaryKind, index: change.supplementaryIndex)
      body(ViewMark(name: name, flags: change.flags))
    }
    for i in 0..<sections.count {
      let section = state.handle(ofSection: state.arrangement.section(at: Int(sections[i])))
      body(ViewMark(name: ElementName(section: section), flags: ChangeFlags.reload))
    }
  }
}

extension List {
  /// Before the commit: nothing can fail after it.
  func reserveMarks(_ report: borrowing UpdateReport) throws(Refusal) {
    let count = report.marks.count
    if count == 0 { return }
    try write { state throws(Refusal) in if state.log.isMade { try state.log.value.reserve(count) } }
    if !hasFeatures { return }
    if hasViews { try features.views.reserveMarks(count) }
    try features.followers.forEach { link throws(Refusal) in try link.reserveMarks(count) }
  }

  /// Counts the commit and keeps its marks, with the state locked: who reads the one reads the other as well. Those of
  /// elements follow from that of their section.
  func count(_ report: inout UpdateReport, _ state: borrowing ListState) {
    if report.isCounted { return }
    report.isCounted = true
    if state.log.isMade { unsafe state.log.address.pointee.add(report, state) }
  }

  /// Adds the marks of a commit that has succeeded. The update lock is held, and there are features.
  func markForViews(_ report: borrowing UpdateReport) {
    if hasViews && report.options.reloads {
      features.views.addAll(ChangeFlags.reload)
      features.changeViews()
    }
    if report.marks.count == 0 && !report.options.reloads { return }
    if hasViews || !features.followers.isEmpty {
      read { state in report.marks.forEach(in: state) { add($0) } }
    }
    if hasViews { features.changeViews() }
    features.followers.wake { $0.add(report.options) }
  }

  private func add(_ mark: ViewMark) {
    // A view has no cell for a section itself.
    let isSection = mark.name.item == 0 && mark.name.kind == 0
    if hasViews && !isSection { features.views.add(mark) }
    // Children differ as the derived list itself finds.
    if isSection || mark.flags & ChangeFlags.byMark != 0 { features.followers.forEach { $0.add(mark) } }
  }
}

extension CommitLog {
  /// A commit with its marks.
  fileprivate mutating func add(_ report: borrowing UpdateReport, _ state: borrowing ListState) {
    beginCommit(reloads: report.options.reloads)
    if report.marks.count == 0 { return }
    if !isKept || report.marks.count > CommitLog.most {
      for i in 0..<report.marks.items.count { lose(report.marks.items[i].flags) }
      if !report.marks.sections.isEmpty { lose(ChangeFlags.reload) }
      return
    }
    report.marks.forEach(in: state) { mark in
      if mark.name.item != 0 {
        add(mark.name.item, isSection: false, mark.flags)
      } else if mark.name.kind == 0 {
        add(mark.name.section, isSection: true, mark.flags)
      }
    }
  }
}
