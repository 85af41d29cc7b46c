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
    switch edits.below(26) {
    case 0, 1, 20:
      // Checking all possible moves is too slow for more sections.
      if model.content.count > 8 { return }
      let names = (0..<1 + edits.below(2)).map { _ in section() }
      if edits.isOdds(2) {
        let position = edits.isOdds(4) ? atEnd : edits.below(model.content.count + 2)
        return try both(
          "insert sections \(names) at \(position)",
          try snapshot.insertSections(try names.keys(), atPosition: position)
        ) { try model.insertSections(names, atPosition: position) }
      }
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
    case 21, 22: try put(snapshot, &model, isIndexed)
    case 23:
      let (name, section) = present(model)
      let (items, number) = (given(edits.isOdds(6) ? 30 : 4), edits.isOdds(2) ? atEnd : edits.below(3))
      try both(
        "insert \(items) as child \(number) of \(name)",
        try items.withColumns { try snapshot.insert($0, asChild: number, of: name.key, in: section?.key) }
      ) { try model.insert(items, asChild: number, of: name, in: section) }
    case 24: try update(snapshot, &model)
    default: try decorate(snapshot, &model)
    }
  }

  /// Inserts items at an index, or in place of all items of a section.
  private mutating func put(
    _ snapshot: borrowing Snapshot, _ model: inout SnapshotModel, _ isIndexed: Bool
  ) throws {
    let section = section()
    let part = model.content.first { $0.name == section }
    if edits.isOdds(2) {
      let items = given(edits.isOdds(6) ? 30 : 6)
      let index = edits.isOdds(5) ? atEnd : edits.below((part?.items.count ?? 0) + 2)
      return try both(
        "insert \(items) at \(section):\(index)",
        try items.withColumns { try snapshot.insert($0, at: index, of: section.key) }
      ) { try model.insert(items, at: index, of: section, isIndexed: isIndexed) }
    }
    // Some items stay, in another order.
    var items = (part?.items ?? []).filter { _ in !edits.isOdds(3) }
    if edits.isOdds(2) { items.shuffle(using: &edits.random) }
    items.insert(contentsOf: given(6), at: edits.below(items.count + 1))
    try both(
      "replace items of \(section) by \(items)",
      try items.withColumns { try snapshot.setItems($0, of: section.key) }
    ) { try model.setItems(items, of: section, isIndexed: isIndexed) }
  }

  private mutating func update(_ snapshot: borrowing Snapshot, _ model: inout SnapshotModel) throws {
    let section = present(model).section
    let names = (0..<edits.below(5)).map { _ in edits.isOdds(10) ? name() : present(model).name }
    var looks = names.map { Item($0, 0, 0, 0) }
    for i in looks.indices { edits.dress(&looks[i]) }
    let fields = UInt32(1 + edits.below(Int(ItemColumn.bits)))
    try both(
      "update \(fields) of \(names) to \(looks)",
      try looks.withColumns {
        try snapshot.updateItems(try names.keys(), in: section?.key, NewAppearances($0, fields: fields))
      }
    ) { try model.update(names, in: section, looks, fields) }
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
