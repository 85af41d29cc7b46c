// The states that items and sections lose as they leave the list, as events: one for each run of neighbours that lose
// the same states.
//
//     before     a b c d e f        b c e selected, b c d f go
//     records    1, 2 items: selected                  b c; d and f had no state
//
// They are collected before the commit, with readers kept out, and room for them is reserved; they are pushed with
// the commit, behind its UPDATE.

struct LostStates: ~Copyable {
  private var records = Buffer<EventRecord>()

  init() {}

  var isEmpty: Bool { records.isEmpty }

  /// Adds an item. `make` is called where a run begins.
  mutating func add(
    _ states: UInt32, at index: UInt32, _ make: () -> EventRecord
  ) throws(Refusal) {
    if let last = records.last, last.states == states, last.index != noIndex, last.count > 0,
      last.index + UInt32(last.count) == index
    {
      records[records.count - 1].count += 1
      return
    }
    var record = make()
    record.flags = StatesEventFlags.gone
    record.states = states
    record.index = index
    record.count = 1
    try records.append(record)
  }

  mutating func add(section record: EventRecord, _ states: UInt32) throws(Refusal) {
    var record = record
    record.flags = StatesEventFlags.gone
    record.states = states
    try records.append(record)
  }

  /// Reserves room for the events, and for `given` more.
  mutating func reserve(_ features: borrowing ListFeatures, given: Int = 0) throws(Refusal) {
    try records.reserve(extra: given)
    if records.count + given > 0 { try features.channel.reserve(records.count + given) }
  }

  /// States that items get with the update, behind those that are lost; within the reserved room.
  mutating func addGiven(_ record: EventRecord, _ states: UInt32) {
    var record = record
    record.flags = StatesEventFlags.on
    record.states = states
    records.push(record)
  }

  mutating func push(to features: borrowing ListFeatures, version: UInt64) {
    for i in 0..<records.count {
      records[i].version = version
      features.channel.push(records[i])
    }
    records.removeAll()
  }
}

/// Flags of STATES events, as the header numbers them.
enum StatesEventFlags {
  static let on: UInt32 = 1
  static let byUser: UInt32 = 2
  static let cleared: UInt32 = 4
  static let gone: UInt32 = 8
}

extension ListState {
  /// The STATES event of an item that is or was in a section; without its position.
  func statesRecord(_ slot: Slot, _ key: Key, ofSection id: SectionID) -> EventRecord {
    var record = statesRecord(ofSection: id)
    record.item = slots.handle(slot)
    record.key = key
    return record
  }

  /// The STATES event of a section.
  func statesRecord(ofSection id: SectionID) -> EventRecord {
    var record = EventRecord(EventKind.states)
    record.version = version
    record.section = handle(ofSection: id)
    record.sectionKey = arrangement.sections[id].key
    record.key = record.sectionKey
    return record
  }
}
