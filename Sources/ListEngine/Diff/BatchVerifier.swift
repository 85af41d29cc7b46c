// The verify option: replays a batch on `before` and checks that the result is `after`.
//
// An item is identified by its flat position in `before`. The worked example:
//
//     before          A[0 1 2] B[3 4]
//     removed         A[0 2]   B[4]           1 deleted, 3 moving
//     sections        B[4]     A[0 2]
//     inserted        B[4 3]   A[0 2 -]       "-" is new
//     expected        4 3 0 2 -               according to the runs
//
// No number of the batch is trusted: each is checked before it is used, so that a wrong batch is refused and
// never traps. O(n + s + k).

struct BatchVerifier: ~Copyable {
  /// The state of each item of `before`: 0 untouched, 1 deleted, 2 moved out, 3 in the result.
  private var states = Buffer<UInt8>()
  /// The state of each section of `before`: 0 untouched, 1 deleted or moved.
  private var sectionStates = Buffer<UInt8>()
  /// The section of `before` of each section of `after`, `noIndex` if it is new, or `unassigned`.
  var origins = Buffer<UInt32>()
  /// The item of `before` of each item of `after`, `noIndex` if it is new, or `unassigned`.
  var result = Buffer<UInt32>()
  /// The number of items moved out and not yet moved in.
  private var moving = 0

  private static let unassigned = noIndex - 1

  /// Refuses with `verify` if the batch does not transform `before` into `after`.
  static func check(
    _ batch: borrowing Buffer<Change>, of correspondence: borrowing Correspondence
  ) throws(Refusal) {
    var verifier = BatchVerifier()
    try verifier.states.resize(to: correspondence.beforeCount, filling: 0)
    try verifier.sectionStates.resize(to: correspondence.beforeSectionCount, filling: 0)
    try verifier.origins.resize(to: correspondence.afterSectionCount, filling: unassigned)
    try verifier.result.resize(to: correspondence.afterCount, filling: unassigned)
    for i in 0..<batch.count { try verifier.replayRemovals(batch[i], correspondence) }
    try verifier.assignSections(correspondence)
    for i in 0..<batch.count { try verifier.replayInsertions(batch[i], correspondence) }
    try verifier.assignItems(correspondence)
    try verifier.compare(correspondence)
    for i in 0..<batch.count { try verifier.comparePair(batch[i], correspondence) }
    try verifier.compareItemUpdates(batch, correspondence)
    try verifier.compareSectionUpdates(batch, correspondence)
  }

  static func expect(_ truth: Bool) throws(Refusal) {
    if !truth { throw Refusal(.verify) }
  }

  /// The flat position of a range, which must lie within one section.
  static func flat(
    _ section: UInt32, _ item: UInt32, _ count: UInt32, in starts: borrowing Buffer<UInt32>
  ) throws(Refusal) -> Int {
    try expect(Int(section) < starts.count - 1)
    let start = Int(starts[Int(section)])
    let first = start + Int(item)
    try expect(count > 0 && first + Int(count) <= Int(starts[Int(section) + 1]))
    return first
  }

  /// Replays item deletes, move-outs and all section changes.
  private mutating func replayRemovals(_ change: Change, _ correspondence: borrowing Correspondence)
    throws(Refusal)
  {
    if change.kind == .itemDelete || change.kind == .itemMoveOut {
      let first = try BatchVerifier.flat(
        change.beforeSection, change.beforeItem, change.count, in: correspondence.beforeStarts)
      let moves = change.kind == .itemMoveOut
      for item in first..<first + Int(change.count) {
        try BatchVerifier.expect(states[item] == 0)
        states[item] = moves ? 2 : 1
      }
      if moves { moving += Int(change.count) }
    }
    if change.kind == .sectionDelete || change.kind == .sectionMove {
      let end = Int(change.beforeSection) + Int(change.count)
      try BatchVerifier.expect(end <= sectionStates.count)
      for section in Int(change.beforeSection)..<end {
        try BatchVerifier.expect(sectionStates[section] == 0)
        sectionStates[section] = 1
      }
    }
    if change.kind == .sectionInsert || change.kind == .sectionMove {
      let end = Int(change.afterSection) + Int(change.count)
      try BatchVerifier.expect(end <= origins.count)
      for offset in 0..<change.count {
        let section = Int(change.afterSection + offset)
        try BatchVerifier.expect(origins[section] == BatchVerifier.unassigned)
        origins[section] = change.kind == .sectionMove ? change.beforeSection + offset : noIndex
      }
    }
  }

  /// Sections that no change names keep their order and fill the remaining indices.
  private mutating func assignSections(_ correspondence: borrowing Correspondence) throws(Refusal) {
    var next = 0
    for section in 0..<origins.count where origins[section] == BatchVerifier.unassigned {
      while next < sectionStates.count, sectionStates[next] != 0 { next += 1 }
      try BatchVerifier.expect(next < sectionStates.count)
      origins[section] = UInt32(next)
      next += 1
    }
    while next < sectionStates.count {
      try BatchVerifier.expect(sectionStates[next] != 0)
      next += 1
    }
    for section in 0..<origins.count {
      try BatchVerifier.expect(origins[section] == correspondence.beforeOfAfter[section])
    }
  }

  /// Replays item inserts and move-ins.
  private mutating func replayInsertions(_ change: Change, _ correspondence: borrowing Correspondence)
    throws(Refusal)
  {
    let moves = change.kind == .itemMoveIn
    if !moves, !(change.kind == .itemInsert) { return }
    let first = try BatchVerifier.flat(
      change.afterSection, change.afterItem, change.count, in: correspondence.afterStarts)
    for item in first..<first + Int(change.count) {
      try BatchVerifier.expect(result[item] == BatchVerifier.unassigned)
      result[item] = noIndex
    }
    if !moves { return }
    let origin = try BatchVerifier.flat(
      change.beforeSection, change.beforeItem, change.count, in: correspondence.beforeStarts)
    for offset in 0..<Int(change.count) {
      try BatchVerifier.expect(states[origin + offset] == 2)
      states[origin + offset] = 3
      result[first + offset] = UInt32(origin + offset)
    }
    moving -= Int(change.count)
  }

  /// Items that no change names keep their order and fill the remaining indices of their section.
  private mutating func assignItems(_ correspondence: borrowing Correspondence) throws(Refusal) {
    try BatchVerifier.expect(moving == 0)
    for section in 0..<origins.count {
      let origin = origins[section]
      var next = origin == noIndex ? 0 : Int(correspondence.beforeStarts[Int(origin)])
      let end = origin == noIndex ? 0 : Int(correspondence.beforeStarts[Int(origin) + 1])
      for item in Int(correspondence.afterStarts[section])..<Int(correspondence.afterStarts[section + 1])
      where result[item] == BatchVerifier.unassigned {
        while next < end, states[next] != 0 { next += 1 }
        try BatchVerifier.expect(next < end)
        result[item] = UInt32(next)
        states[next] = 3
        next += 1
      }
    }
    for item in 0..<states.count { try BatchVerifier.expect(states[item] != 0) }
  }
}
