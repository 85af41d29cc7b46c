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

struct Touch: BitwiseCopyable {
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
  var place: UInt32 = none
  /// Of an element; 0 of an item.
  var rank: UInt64 = 0
  var key = Key(low: 0, high: 0)
  var look = Look(content: 0, cellClass: 0)
  var reason = Reason()
}

extension Touch {
  init(_ element: Element, thing: UInt32, flags: UInt32) {
    self.init(
      thing: thing, flags: flags, rank: element.rank, key: element.key,
      look: Look(content: element.content, cellClass: element.cellClass))
  }

  var element: Element {
    Element(
      kind: UInt32(rank >> 32), index: UInt32(truncatingIfNeeded: rank), key: key, content: look.content,
      model: .null, cellClass: look.cellClass)
  }

  func looks(like other: Touch) -> Bool { key == other.key && look == other.look }
}

/// All that is said of one thing: the numbers of records, `none` where nothing is said.
struct Said {
  private var records = (none, none, none, none)
  private var early = Reason()
  private var late = Reason()

  init() {}

  mutating func take(_ touch: Touch, _ number: UInt32) {
    let isSecond = touch.flags & Touch.Flags.isSecond != 0
    if touch.reason.flags != 0 {
      if isSecond { late = touch.reason } else { early = touch.reason }
    }
    switch touch.flags {
    case 0: records.0 = number
    case Touch.Flags.isNew: records.1 = number
    case Touch.Flags.isSecond: records.2 = number
    case Touch.Flags.isSecond | Touch.Flags.isNew: records.3 = number
    default: break
    }
  }

  var firstSpeaks: Bool { records.0 != none || records.1 != none }
  var secondSpeaks: Bool { records.2 != none || records.3 != none }

  /// Where the first says nothing, it was what the second found; where the second says nothing, it is
  /// what the first left.
  var old: UInt32 { firstSpeaks ? records.0 : records.2 }
  var new: UInt32 { secondSpeaks ? records.3 : records.1 }

  /// Whether what the first left is what the second found, where both say so.
  func meets(_ touches: borrowing Buffer<Touch>) -> Bool {
    guard firstSpeaks && secondSpeaks else { return true }
    if records.1 == none || records.2 == none { return records.1 == records.2 }
    return touches[Int(records.1)].looks(like: touches[Int(records.2)])
  }

  /// Of what was and is there.
  func reason(_ old: Touch, _ new: Touch) -> Reason {
    if !secondSpeaks { return early }
    if !firstSpeaks { return late }
    let found = old.look.difference(new.look) | (old.key == new.key ? 0 : ChangeFlags.byKey)
    return Reason.joining(
      early, late, found: found, hasContent: old.look.content != 0 || new.look.content != 0)
  }
}
