// Random operations, applied to a snapshot and to its model, which must agree.

@testable import ListEngine

struct SnapshotEdits {
  var edits: RandomEdits
  let items: Int
  let sections: Int
  /// The latest operation, for messages.
  private(set) var latest = ""

  private mutating func name() -> Name { Name(edits.below(items)) }
  private mutating func section() -> Name { Name(1000 + edits.below(sections)) }
  private mutating func anchor(_ name: Name) -> Anchor {
    edits.isOdds(2) ? Anchor(before: name.key) : Anchor(after: name.key)
  }

  private mutating func given(_ most: Int) -> [Item] {
    (0..<edits.below(most)).map { _ in
      var item = Item(edits.below(items), content: UInt64(edits.below(3)))
      if edits.hasModels { edits.dress(&item) }
      return item
    }
  }

  private mutating func scope(_ model: SnapshotModel) -> Name? {
    model.isScoped ? (edits.isOdds(20) ? nil : section()) : nil
  }

  /// Usually a key that is present, and its section.
  private mutating func present(_ model: SnapshotModel) -> (name: Name, section: Name?) {
    let parts = model.content.filter { !$0.items.isEmpty }
    if parts.isEmpty || edits.isOdds(10) { return (name(), scope(model)) }
    let part = parts[edits.below(parts.count)]
    return (part.items[edits.below(part.items.count)].name, model.isScoped ? part.name : nil)
  }

  /// Applies one operation; both sides must refuse it or both must succeed.
  mutating func edit(_ snapshot: borrowing Snapshot, _ model: inout SnapshotModel) throws {
    let isIndexed = snapshot.body.value.index.isMade
    switch edits.below(20) {
    case 0, 1:
      // Checking all possible moves is too slow for more sections.
      if model.content.count > 8 { return }
      let names = (0..<1 + edits.below(2)).map { _ in section() }
      let anchor = edits.isOdds(2) ? anchor(section()) : nil
      try both("insert sections \(names)", try snapshot.insertSections(try names.keys(), at: anchor)) {
        try model.insertSections(names, at: anchor)
      }
    case 2:
      let (name, anchor) = (section(), anchor(section()))
      try both("move section", try snapshot.moveSection(name.key, to: anchor)) {
        try model.moveSection(name, to: anchor)
      }
    case 3:
      if !edits.isOdds(3) { return }
      let names = (0..<1 + edits.below(2)).map { _ in section() }
      var missing = -1
      try both("delete sections", missing = try snapshot.deleteSections(try names.keys())) {
        let expected = model.deleteSections(names)
        try expect(missing == expected, "\(missing) missing, not \(expected)")
      }
    case 4, 5, 6, 7:
      let items = given(edits.isOdds(6) ? 40 : 6)
      let section = edits.isOdds(2) ? section() : nil
      try both("append", try items.withColumns { try snapshot.append($0, to: section?.key) }) {
        try model.append(items, to: section, isIndexed: isIndexed)
      }
    case 8, 9:
      let (name, section) = present(model)
      let (items, anchor) = (given(edits.isOdds(6) ? 30 : 4), anchor(name))
      try both(
        "insert \(items) at \(name)",
        try items.withColumns { try snapshot.insert($0, at: anchor, in: section?.key) }
      ) { try model.insert(items, at: anchor, in: section) }
    case 10, 11:
      let (name, section) = present(model)
      let anchor = anchor(present(model).name)
      try both("move \(name)", try snapshot.move(name.key, to: anchor, in: section?.key)) {
        try model.move(name, to: anchor, in: section)
      }
    case 12:
      let (name, section) = (present(model).name, section())
      try both("move \(name)", try snapshot.move(name.key, toEndOf: section.key)) {
        try model.move(name, to: nil, in: section)
      }
    case 13, 14:
      let section = present(model).section
      let names = (0..<edits.below(6)).map { _ in edits.isOdds(3) ? name() : present(model).name }
      var missing = -1
      try both("delete \(names)", missing = try snapshot.delete(try names.keys(), in: section?.key)) {
        let expected = try model.delete(names, in: section)
        try expect(missing == expected, "\(missing) missing, not \(expected)")
      }
    case 15:
      if !edits.isOdds(4) { return }
      let section = edits.isOdds(2) ? section() : nil
      try both("delete all items", try snapshot.deleteAllItems(of: section?.key)) {
        try model.deleteAllItems(of: section)
      }
    default: try decorate(snapshot, &model)
    }
  }

  private mutating func decorate(_ snapshot: borrowing Snapshot, _ model: inout SnapshotModel) throws {
    switch edits.below(6) {
    case 0:
      let (name, section) = present(model)
      let reloads = edits.isOdds(2)
      try both("mark \(name)", try snapshot.mark(try [name].keys(), in: section?.key, reloads: reloads)) {
        try model.mark([name], in: section, reloads: reloads)
      }
    case 1:
      let name = section()
      try both("mark section", try snapshot.markSections(try [name].keys())) {
        try model.markSections([name])
      }
    case 2:
      try snapshot.clearMarks()
      model.marks = Marks()
    case 3:
      let (name, kind) = (section(), UInt32(16 + edits.below(3)))
      try both("remove element", try snapshot.removeSupplementary(kind: kind, index: 0, of: name.key)) {
        try model.removeOrnament(kind: kind, index: 0, of: name)
      }
    default:
      let name = section()
      var part = Part(0, [])
      edits.decorate(&part)
      for supplementary in part.supplementaries {
        try both("set element", try snapshot.setSupplementary(supplementary.value, of: name.key)) {
          try model.setOrnament(supplementary, of: name)
        }
      }
    }
  }

  private mutating func both(
    _ what: String, _ engine: @autoclosure () throws -> Void, _ model: () throws -> Void
  ) throws {
    latest = what
    var codes: [Int32] = [0, 0]
    do { try engine() } catch let refusal as Refusal { codes[0] = refusal.kind.code }
    do { try model() } catch let refusal as Refusal { codes[1] = refusal.kind.code }
    try expect(codes[0] == codes[1], "refused with \(codes[0]), not \(codes[1])")
  }
}
