// The events of a view while it is brought in line: within the room that was reserved, and only those asked for.

struct ViewWork: ~Copyable {
  private let view: Handle
  let version: UInt64
  private let events: UInt32
  /// How many events fit still.
  private(set) var room: Int

  init(_ view: Handle, _ version: UInt64, events: UInt32, room: Int) {
    self.view = view
    self.version = version
    self.events = events
    self.room = room
  }

  func wants(_ kind: UInt32) -> Bool { events & kind != 0 }

  /// Whether the host asks for it.
  @discardableResult
  mutating func push(_ record: EventRecord, to features: borrowing ListFeatures) -> Bool {
    if !wants(record.kind) { return false }
    var record = record
    record.view = view
    if record.version == 0 { record.version = version }
    room -= 1
    assert(room >= 0)
    features.channel.push(record)
    return true
  }

  /// A section's event, with its position.
  mutating func push(_ record: EventRecord, in list: borrowing List) {
    if !wants(record.kind) { return }
    var record = record
    list.read { state in state.locateDisplayed(&record) }
    push(record, to: list.features)
  }
}

extension EventRecord {
  static func firstUse(of cellClass: UInt32) -> EventRecord {
    var record = EventRecord(EventKind.classFirstUsed)
    record.cellClass = cellClass
    return record
  }

  static func section(_ kind: UInt32, _ section: SectionName) -> EventRecord {
    var record = EventRecord(kind)
    record.section = section.handle
    record.key = section.key
    record.sectionKey = section.key
    return record
  }
}

extension ListState {
  /// Where something displayed is now; nothing if it has gone.
  func locateDisplayed(_ record: inout EventRecord) {
    record.version = version
    if record.item != 0 {
      if let slot = slots.slot(record.item) {
        let key = record.key
        locate(&record)
        record.key = key
        record.states = states(of: slot, in: slots.leaf(of: slot))
      }
    } else if record.section != 0, let id = live(record.section) {
      record.position = Position(section: arrangement.start(ofSection: id).units, item: noIndex)
    }
  }
}
