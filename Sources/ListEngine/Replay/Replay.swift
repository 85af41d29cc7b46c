// A changeset carried out element by element, for a host that reports steps or splices to a toolkit one by one: what
// the toolkit may read in between is a list that is neither the one before nor the one after.
//
//     before   A[1 2 3] B[4 5]                                    after   B[5 4*] A[1 3 6]
//
//     carried out           the list now          item 1 of A      item 0 of B
//     -                     A[1 2 3] B[4 5]       2: before 0:1    4: before 1:0 (its update is to come)
//     item delete           A[1 3] B[4 5]         3: after 1:1     4: before
//     section move          B[4 5] A[1 3]         3: after 1:1     4: before
//     item move             B[5 4] A[1 3]         3: after 1:1     5: after 0:0
//     item insert, update   B[5 4*] A[1 3 6]      all: after
//
// Nothing is copied: each item is found where it is on one of the two sides. Steps need a piece table (StepReplay),
// splices only the sum of those before (SpliceReplay), as behind the last one all is as before.

/// Where an item or a section is found.
public struct Found: BitwiseCopyable {
  public var side: Side
  public var position: Position
}

/// The element type of the arrays that are carried out, and their flags.
public enum Dialect {
  case steps(flat: Bool, single: Bool)
  case splices(updates: Bool)
}

public struct Replay: ~Copyable {
  private struct State: ~Copyable {
    let isSplices: Bool
    var steps = StepReplay()
    var splices = SpliceReplay()

    init(_ changeset: borrowing Changeset, _ dialect: Dialect) throws(Refusal) {
      switch dialect {
      case .steps(let flat, let single):
        isSplices = false
        steps = try StepReplay(changeset.steps(flat: flat, single: single), changeset, isFlat: flat)
      case .splices(let updates):
        isSplices = true
        splices = try SpliceReplay(
          changeset.splices(updates: updates), count: changeset.correspondence.beforeCount)
      }
    }
  }

  /// It owns the arrays, and says what became of the items of `before`.
  private let changeset: Changeset
  /// So that models of what was deleted live as long.
  private let before: HeldInput
  private let state: InlineBox<State>
  /// 1 while a call is inside.
  private let use = AtomicWord()

  /// Refuses `state` if the changeset reloads everything, `mismatch` if the snapshot has other sections or counts.
  public init(
    _ changeset: borrowing Changeset, from snapshot: borrowing Snapshot, _ dialect: Dialect
  ) throws(Refusal) {
    if changeset.reload != Reload.no { throw Refusal(.reloadsAll, role: .object) }
    var memory = Input()
    let held = try snapshot.read { body throws(Refusal) in
      try HeldInput(body.arrangement, reusing: &memory)
    }
    try held.input.check(countsOf: changeset.correspondence)
    state = try InlineBox(State(changeset, dialect))
    self.changeset = changeset.copy()
    before = held
  }

  /// Here, where those of its parts are visible: Embedded Swift has no other way to end it from another module.
  deinit {}

  /// Carries out the next element. Refuses `state` if there is none; on failure nothing has changed.
  public func next() throws(Refusal) {
    try enter()
    defer { use.value = 0 }
    if state.value.isSplices { try state.value.splices.next() } else { try state.value.steps.next(changeset) }
  }

  /// The items of a section; without one, the sections, or of a flat list the items.
  @_optimize(size) public func count(ofSection section: UInt32) throws(Refusal) -> Int {
    try enter()
    defer { use.value = 0 }
    return state.value.isSplices
      ? try state.value.splices.count(ofSection: section) : try state.value.steps.count(ofSection: section)
  }

  /// Where what is at a position now is found: without an item, the section.
  public func find(_ position: Position) throws(Refusal) -> Found {
    try enter()
    defer { use.value = 0 }
    return state.value.isSplices
      ? try state.value.splices.find(position) : try state.value.steps.find(position, changeset)
  }

  private func enter() throws(Refusal) {
    if !use.exchange(0, for: 1) { throw Refusal(.inUse, role: .object) }
  }
}

extension Input {
  /// Refuses `mismatch`, with the first section that differs.
  fileprivate func check(countsOf correspondence: borrowing Correspondence) throws(Refusal) {
    let count = correspondence.beforeSectionCount
    for section in 0..<min(count, sectionCount)
    where starts[section + 1] != correspondence.beforeStarts[section + 1] {
      let present = Int(starts[section + 1]) - Int(starts[section])
      let wanted = correspondence.beforeStarts[section + 1] - correspondence.beforeStarts[section]
      throw Refusal(
        .otherCount, position: Position(section: UInt32(section), item: noIndex), value: present,
        limit: Int(wanted))
    }
    if count == sectionCount { return }
    throw Refusal(
      .otherSectionCount, position: Position(section: UInt32(min(count, sectionCount)), item: noIndex),
      value: sectionCount, limit: count)
  }
}
