// The record that one of two changesets has of an item or a supplementary: its appearance in one of the three
// states, and the reason of an update.
//
//     first     before ──► middle                 deleted     old
//     second               middle ──► after       inserted         new
//                                                 updated     old  new, and the reason
//
// All records of one item or supplementary have the same number, so that sorting groups them. If it is in the
// middle state, the number is its position there; the others are numbered behind:
//
//     items           | middle: flat position | deleted by the first | inserted by the second |
//     supplementaries | middle: section       | sections of before   | sections of after      |
//
// An item that the first deletes and the second inserts again has one number. All supplementaries of a
// section have the section's number and differ by their rank.

struct ChangeRecord: BitwiseCopyable {
  enum Flags {
    /// The appearance in the changeset's `after`; otherwise that in its `before`.
    static let isNew: UInt32 = 1
    /// From the second changeset.
    static let isSecond: UInt32 = 2
    /// The record has only a reason.
    static let isReason: UInt32 = 4
  }

  var number: UInt32
  var flags: UInt32
  /// An item's flat position on that side.
  var flat: UInt32 = noIndex
  /// The rank of a supplementary; 0 for an item.
  var rank: UInt64 = 0
  var key = Key(low: 0, high: 0)
  var appearance = Appearance()
  var reason = UpdateReason()
}

extension ChangeRecord {
  init(_ supplementary: Supplementary, number: UInt32, flags: UInt32) {
    self.init(
      number: number, flags: flags, rank: supplementary.rank, key: supplementary.key,
      appearance: supplementary.values.appearance)
  }

  var supplementary: Supplementary {
    Supplementary(
      kind: UInt32(rank >> 32), index: UInt32(truncatingIfNeeded: rank), key: key,
      content: appearance.content,
      model: .null, cellClass: appearance.cellClass)
  }

  func appearances(like other: ChangeRecord) -> Bool { key == other.key && appearance == other.appearance }
}

/// The records of one item or supplementary, by number; `noIndex` where there is none.
struct RecordGroup {
  private var numbers = (noIndex, noIndex, noIndex, noIndex)
  private var early = UpdateReason()
  private var late = UpdateReason()

  init() {}

  mutating func take(_ record: ChangeRecord, _ number: UInt32) {
    let isSecond = record.flags & ChangeRecord.Flags.isSecond != 0
    if record.reason.flags != 0 {
      if isSecond { late = record.reason } else { early = record.reason }
    }
    switch record.flags {
    case 0: numbers.0 = number
    case ChangeRecord.Flags.isNew: numbers.1 = number
    case ChangeRecord.Flags.isSecond: numbers.2 = number
    case ChangeRecord.Flags.isSecond | ChangeRecord.Flags.isNew: numbers.3 = number
    default: break
    }
  }

  var isInFirst: Bool { numbers.0 != noIndex || numbers.1 != noIndex }
  var isInSecond: Bool { numbers.2 != noIndex || numbers.3 != noIndex }

  /// If the first changeset has no record, the old state is what the second found; if the second has none,
  /// the new state is what the first left.
  var old: UInt32 { isInFirst ? numbers.0 : numbers.2 }
  var new: UInt32 { isInSecond ? numbers.3 : numbers.1 }

  /// Whether the second changeset found what the first left, if both have records.
  func agrees(_ records: borrowing Buffer<ChangeRecord>) -> Bool {
    guard isInFirst && isInSecond else { return true }
    if numbers.1 == noIndex || numbers.2 == noIndex { return numbers.1 == numbers.2 }
    return records[Int(numbers.1)].appearances(like: records[Int(numbers.2)])
  }

  /// The reason of an item that is in both the old and the new state.
  func reason(_ old: ChangeRecord, _ new: ChangeRecord) -> UpdateReason {
    if !isInSecond { return early }
    if !isInFirst { return late }
    let found = old.appearance.difference(new.appearance) | (old.key == new.key ? 0 : ChangeFlags.byKey)
    return UpdateReason.joining(
      early, late, found: found, hasContent: old.appearance.content != 0 || new.appearance.content != 0)
  }
}
