// What two changesets say of an item or of a supplementary element, each time as one record: how it
// looks in one of the three states, and why it is told as updated.
//
//     first     before ──► between                deleted     old
//     second               between ──► after      inserted         new
//                                                 updated     old  new, and why
//
// Records of one thing have one number, by which they come to stand together. What is in the state
// between has its place there, the others come behind:
//
//     items      | between: flat position | deleted by the first | inserted by the second |
//     elements   | between: section       | sections of before   | sections of after      |
//
// What the first deletes and the second inserts again is one thing. Elements of a section have its
// number, and are told apart by their rank.

struct ChangeRecord: BitwiseCopyable {
  enum Flags {
    /// How it looks in the changeset's after; else in its before.
    static let isNew: UInt32 = 1
    /// By the second changeset.
    static let isSecond: UInt32 = 2
    /// Tells only why.
    static let isReason: UInt32 = 4
  }

  var thing: UInt32
  var flags: UInt32
  /// Of an item on that side.
  var place: UInt32 = noIndex
  /// Of an element; 0 of an item.
  var rank: UInt64 = 0
  var key = Key(low: 0, high: 0)
  var appearance = Appearance(content: 0, cellClass: 0)
  var reason = UpdateReason()
}

extension ChangeRecord {
  init(_ supplementary: Supplementary, thing: UInt32, flags: UInt32) {
    self.init(
      thing: thing, flags: flags, rank: supplementary.rank, key: supplementary.key,
      appearance: Appearance(content: supplementary.content, cellClass: supplementary.cellClass))
  }

  var supplementary: Supplementary {
    Supplementary(
      kind: UInt32(rank >> 32), index: UInt32(truncatingIfNeeded: rank), key: key,
      content: appearance.content,
      model: .null, cellClass: appearance.cellClass)
  }

  func appearances(like other: ChangeRecord) -> Bool { key == other.key && appearance == other.appearance }
}

/// All that is said of one thing: the numbers of records, `noIndex` where nothing is said.
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

  var firstSpeaks: Bool { numbers.0 != noIndex || numbers.1 != noIndex }
  var secondSpeaks: Bool { numbers.2 != noIndex || numbers.3 != noIndex }

  /// Where the first says nothing, it was what the second found; where the second says nothing, it is
  /// what the first left.
  var old: UInt32 { firstSpeaks ? numbers.0 : numbers.2 }
  var new: UInt32 { secondSpeaks ? numbers.3 : numbers.1 }

  /// Whether what the first left is what the second found, where both say so.
  func meets(_ records: borrowing Buffer<ChangeRecord>) -> Bool {
    guard firstSpeaks && secondSpeaks else { return true }
    if numbers.1 == noIndex || numbers.2 == noIndex { return numbers.1 == numbers.2 }
    return records[Int(numbers.1)].appearances(like: records[Int(numbers.2)])
  }

  /// Of what was and is there.
  func reason(_ old: ChangeRecord, _ new: ChangeRecord) -> UpdateReason {
    if !secondSpeaks { return early }
    if !firstSpeaks { return late }
    let found = old.appearance.difference(new.appearance) | (old.key == new.key ? 0 : ChangeFlags.byKey)
    return UpdateReason.joining(
      early, late, found: found, hasContent: old.appearance.content != 0 || new.appearance.content != 0)
  }
}
