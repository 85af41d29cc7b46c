// A list with a plain model. After each update everything is compared: the list's state, every handle that
// ever existed, and the changeset in all its dialects.

import XCTest

@testable import ListEngine

struct CheckedList: ~Copyable {
  let list: List
  private(set) var state: Content = []
  /// Handles by item (and section, if keys are scoped).
  private var handles: [Identity: UInt64] = [:]
  private var removedHandles: Set<UInt64> = []
  private var sectionHandles: [Name: UInt64] = [:]
  private var removedSections: Set<UInt64> = []

  struct Identity: Hashable {
    var section: Name?
    var item: Name
  }

  init(_ options: ListOptions = ListOptions(), leafCapacity: Int = 8, fanOut: Int = 4) throws {
    list = List(options, leafCapacity: leafCapacity, fanOut: fanOut)
  }

  private func identity(_ part: Part, _ item: Item) -> Identity {
    Identity(section: list.options.isScoped ? part.name : nil, item: item.name)
  }

  // MARK: Updates

  /// All options on.
  static var options: UpdateOptions {
    var options = UpdateOptions()
    options.verifies = true
    options.keepsKeys = true
    return options
  }

  /// `content` must have unique keys. The expected state has only the columns of the layout.
  mutating func set(_ content: Content, _ layout: Layout = Layout()) throws {
    let changeset = try content.set(list, layout, CheckedList.options)
    let seen = content.seen(layout)
    try check(changeset!, shows: list.options.dropsEmptySections ? seen.withoutEmpty : seen)
  }

  mutating func setItems(of position: Int, _ items: [Item], _ layout: Layout = Layout()) throws {
    var changeset: Changeset? = nil
    try items.withColumns(layout) {
      changeset = try list.setItems(
        ofSection: state[position].name.key, $0, CheckedList.options, wantsChangeset: true)
    }
    var content = state
    content[position].items = items
    content[position] = [content[position]].seen(layout)[0]
    try check(changeset!, shows: list.options.dropsEmptySections ? content.withoutEmpty : content)
  }

  mutating func apply(_ snapshot: borrowing Snapshot, shows content: Content, marks: Marks = Marks()) throws {
    let changeset = try list.apply(snapshot, CheckedList.options, wantsChangeset: true)
    try check(changeset!, shows: list.options.dropsEmptySections ? content.withoutEmpty : content, marks)
  }

  // MARK: Checks

  mutating func check(_ changeset: borrowing Changeset, shows content: Content, _ marks: Marks = Marks())
    throws
  {
    let before = state
    state = content
    try checkState()
    try checkHandles(before)
    try checkKeys(changeset, before)
    try checkSummary(changeset, before)
    try DialectCheck.check(
      ExpectedChanges(before, content, isScoped: list.options.isScoped, marks).case, changeset.correspondence)
  }

  /// All other counts are compared with the changes.
  private func checkSummary(_ changeset: borrowing Changeset, _ before: Content) throws {
    let summary = changeset.summary
    let derived = changeset.correspondence.summary()
    try expect("\(summary)" == "\(derived)", "\(summary), not \(derived)")
    func count(_ content: Content) -> Int { content.reduce(0) { $0 + $1.items.count } }
    try expect(
      summary.sectionsBefore == before.count && summary.sectionsAfter == state.count
        && summary.itemsBefore == count(before) && summary.itemsAfter == count(state), "\(summary)")
  }

  /// Checks the positions of all keys on both sides of the changeset.
  private func checkKeys(_ changeset: borrowing Changeset, _ before: Content) throws {
    if !changeset.keys.areKept { return }
    func places(_ content: Content) -> [Identity: Position] {
      var places: [Identity: Position] = [:]
      for (s, part) in content.enumerated() {
        for (i, item) in part.items.enumerated() {
          places[identity(part, item)] = Position(section: UInt32(s), item: UInt32(i))
        }
      }
      return places
    }
    let old = places(before)
    let new = places(state)
    for identity in Set(old.keys).union(new.keys) {
      let found = try changeset.find(identity.item.key, inSection: identity.section?.key)
      try expect(found.before == old[identity] ?? .nowhere, "\(identity) before at \(found.before)")
      try expect(found.after == new[identity] ?? .nowhere, "\(identity) after at \(found.after)")
      guard let place = old[identity] else { continue }
      var other = Position.nowhere
      do { other = try changeset.position(of: place, from: .before) } catch {}
      try expect(other == found.after, "\(identity) maps to \(other)")
    }
  }

  /// Checks that the list's state equals the model.
  func checkState() throws {
    try list.state.value.checkInvariants(isScoped: list.options.isScoped)
    let content = list.state.value.arrangement.content
    try expect(content == state, "shows \(content), not \(state)")
    try checkReading()
  }

  /// Checks that a failed update changed nothing, including handles.
  mutating func checkUnchanged() throws {
    try checkState()
    try checkHandles(state)
  }

  /// Checks the state through the functions that hosts call.
  private func checkReading() throws {
    let items = state.flatMap { $0.items }
    let count = try list.count()
    try expect(count.items == items.count && count.sections == state.count, "counts \(count)")
    var keys = [Key](repeating: Key(low: 0, high: 0), count: items.count)
    var handles = [UInt64](repeating: 0, count: items.count)
    try keys.withUnsafeMutableBytes { keys in
      try handles.withUnsafeMutableBytes { handles in
        var buffers = ItemBuffers()
        buffers[.key] = keys.baseAddress
        buffers.handles = handles.baseAddress
        try list.readItems(0, items.count, into: buffers)
      }
    }
    var index = 0
    for (s, part) in state.enumerated() {
      let section = try list.section(at: s)
      try expect(try list.section(forKey: part.name.key) == section, "section \(part.name) by key")
      let about = try list.info(ofSection: section)
      try expect(about.position == s && about.count == part.items.count && about.first == index, "\(about)")
      for (i, item) in part.items.enumerated() {
        try expect(Name(keys[index]) == item.name, "reads \(Name(keys[index])), not \(item.name)")
        if index % 7 == items.count % 7 { try checkItem(handles[index], item, part, section, s, i, index) }
        index += 1
      }
    }
  }

  private func checkItem(
    _ handle: UInt64, _ item: Item, _ part: Part, _ section: UInt64, _ s: Int, _ i: Int, _ index: Int
  ) throws {
    let about = try list.info(ofItem: handle)
    let position = Position(section: UInt32(s), item: UInt32(i))
    try expect(Name(about.key) == item.name && about.values.content == item.content, "info of \(item)")
    try expect(about.position == position && about.index == index && about.section == section, "\(about)")
    try expect(try list.position(ofItem: handle) == position, "position of \(item)")
    try expect(try list.item(at: index) == handle, "item at \(index)")
    try expect(try list.item(at: i, inSection: section) == handle, "item \(i) of \(s)")
    try expect(try list.item(forKey: item.name.key, in: part.name.key) == handle, "\(item) by key")
  }

  private mutating func checkHandles(_ before: Content) throws {
    let handles = list.state.value.handles(isScoped: list.options.isScoped)
    for (identity, handle) in handles {
      if let old = self.handles[identity] {
        try expect(old == handle, "\(identity) stayed and has another handle")
      } else {
        try expect(!removedHandles.contains(handle), "\(identity) has a handle that was another's")
      }
    }
    for (identity, handle) in self.handles where handles[identity] == nil { removedHandles.insert(handle) }
    self.handles = handles
    for handle in removedHandles { try expectRefusedHandle { _ = try self.list.info(ofItem: handle) } }
    var sections: [Name: UInt64] = [:]
    for part in state { sections[part.name] = try list.section(forKey: part.name.key) }
    for (name, handle) in sections {
      if let old = sectionHandles[name] {
        try expect(old == handle, "section \(name) stayed and has another handle")
      } else {
        try expect(!removedSections.contains(handle), "section \(name) has a handle that was another's")
      }
    }
    for (name, handle) in sectionHandles where sections[name] == nil { removedSections.insert(handle) }
    sectionHandles = sections
    for handle in removedSections { try expectRefusedHandle { _ = try self.list.info(ofSection: handle) } }
  }

  private func expectRefusedHandle(_ body: () throws -> Void) throws {
    do { try body() } catch let refusal as Refusal {
      return try expect(refusal.kind.code == Refusal.Kind.handle.code, "refused with \(refusal.kind.code)")
    }
    throw Mismatch(description: "a handle of what is gone is taken")
  }
}

extension ListState {
  /// The handles of all items.
  func handles(isScoped: Bool) -> [CheckedList.Identity: UInt64] {
    var handles: [CheckedList.Identity: UInt64] = [:]
    arrangement.forEachItem { section, leafID, offset in
      let leaf = arrangement.leaf(leafID)
      let name = isScoped ? Name(arrangement.sections[section].key) : nil
      handles[CheckedList.Identity(section: name, item: Name(leaf.key(offset)))] = slots.handle(
        leaf.slot(offset))
    }
    return handles
  }
}
