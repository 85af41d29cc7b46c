// Sections of a list, changed in place: all or nothing, as their items are.

extension Shown {
  /// The section before position `position`, or nil for the front.
  private func sibling(at position: Int) -> UInt32? {
    position == 0 ? nil : arrangement.section(at: position - 1)
  }

  func checkPosition(_ position: Int, among count: Int) throws(Refusal) {
    if position < 0 || position > count {
      throw Refusal(.range, position: Position(section: UInt32(clamping: position), item: none))
    }
  }

  mutating func insertSection(
    _ key: Key, at position: Int, _ edit: inout EditState, _ options: ListOptions
  ) throws(Refusal) {
    try checkPosition(position, among: arrangement.sectionCount)
    if let twin = arrangement.section(forKey: key) {
      let there = Position(section: arrangement.place(ofSection: twin).units, item: none)
      throw Refusal(.duplicate, section: key, other: there)
    }
    if arrangement.sectionCount + 1 > options.maxSections { throw Refusal(.limit) }
    let sibling = sibling(at: position)
    try arrangement.reserve(sections: 1)
    try edit.reserveSection()
    try edit.origins.reserve(EditState.order)
    try edit.undo.noteInsert(after: sibling, in: arrangement)
    let print = KeyHash.seeded.fingerprint(key, salt: 0)
    var origin = Origin.new(1)
    let id: UInt32
    if let known = edit.departedSection(key, print) {
      id = edit.sections[known].id
      origin = edit.comeBack(section: known, print)
      arrangement.sections[Int(id)].isLive = true
    } else {
      id = arrangement.makeSection(key, firstGeneration: firstSectionGeneration)
      edit.add(section: id)
    }
    arrangement.sectionIndex.insert(print, id)
    edit.undo.didIndex(print, id, isNew: true)
    arrangement.placeSection(id, after: sibling)
    edit.origins.insert(origin, in: EditState.order, at: position)
  }

  /// With all its items.
  mutating func deleteSection(
    _ id: UInt32, _ edit: inout EditState, _ options: ListOptions, _ departures: inout Departures
  ) throws(Refusal) {
    let section = arrangement.sections[Int(id)]
    _ = try edit.touch(section: id, in: arrangement)
    try edit.reserveSection()
    try edit.origins.reserve(EditState.order)
    try departures.elements.reserve(extra: 1)
    try edit.undo.noteRemoval(of: id, in: arrangement)
    try delete(Int(section.count), from: id, at: 0, &edit, options, &departures)
    let position = Int(arrangement.place(ofSection: id).units)
    let print = KeyHash.seeded.fingerprint(section.key, salt: 0)
    edit.depart(
      section: id, key: section.key, print, from: edit.origins.origin(of: position, in: EditState.order))
    edit.origins.remove(1, from: EditState.order, at: position)
    arrangement.sectionIndex.remove(print, id)
    edit.undo.didIndex(print, id, isNew: false)
    arrangement.displaceSection(id)
    if let elements = section.elements { departures.elements.push(elements) }
    // The record keeps its number until the edit ends.
    arrangement.sections[Int(id)].elements = nil
    arrangement.sections[Int(id)].isLive = false
  }

  /// To where it stands at `position` afterwards.
  mutating func moveSection(_ id: UInt32, to position: Int, _ edit: inout EditState) throws(Refusal) {
    try checkPosition(position, among: arrangement.sectionCount - 1)
    let old = Int(arrangement.place(ofSection: id).units)
    if position == old { return }
    let sibling = sibling(at: position > old ? position + 1 : position)
    try arrangement.reserve(sections: 1)
    try edit.origins.reserve(EditState.order, edits: 2)
    try edit.undo.noteRemoval(of: id, in: arrangement)
    try edit.undo.noteInsert(after: sibling, in: arrangement)
    arrangement.displaceSection(id)
    arrangement.placeSection(id, after: sibling)
    var origin = Origin.new(1)
    edit.origins.remove(1, from: EditState.order, at: old) { origin = $0 }
    edit.origins.insert(origin, in: EditState.order, at: position)
  }

  /// It and its items are to be reloaded.
  func markSection(_ id: UInt32, _ edit: inout EditState) throws(Refusal) {
    _ = try edit.touch(section: id, in: arrangement)
    if let known = edit.section(id) { edit.sections[known].isMarked = true }
  }
}
