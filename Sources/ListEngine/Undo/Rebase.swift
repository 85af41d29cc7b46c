// Carries one way of a step over items that it does not know: those that came by a commit which the step passes over.
//
//     the step's way     before  A B C D        after  A C          (an undo: D and B go)
//     the present                A x B y C z D w                    w is below D
//     rebased            before  A x B y C z D w       after  A x y C z
//
//     1. map       which item of the present is which of `after`
//     2. place     where items that are passed over come to stand in `after`, or that they go          Rebase+Place
//     3. build     the changeset from the present to that, its models, and where the items are in it   Rebase+Build
//
// An item that is passed over stays below its parent (the nearest one before it with a lower level), as deep below it
// as it was, behind the sibling before it that is still one. It goes with its parent, or with its section. No item
// that the step knows comes to be below it.
//
// If the step brings an item whose key is there by now, that item becomes the one of the step.
//
// O(n): an array for each of the two sides. Without such items there is nothing to rebase.

struct Rebase: ~Copyable {
  /// Values of `counterparts`: an item that goes; one that is passed over; one that is passed over and stays with its
  /// parent, which is passed over as well.
  static var gone: UInt32 { noIndex }
  static var passed: UInt32 { noIndex - 1 }
  static var withParent: UInt32 { noIndex - 2 }

  // The present: columns indexed by item, and the starts of sections.

  var levels = Buffer<UInt16>()
  /// The level in `after` of an item that is passed over.
  var newLevels = Buffer<UInt16>()
  /// Its position in `after`, or one of the above.
  var counterparts = Buffer<UInt32>()
  /// The first item of each section, then the number of items.
  var starts = Buffer<UInt32>()

  // The columns of `after`, indexed by item.

  /// The item of the present, or `noIndex`.
  var sources = Buffer<UInt32>()
  var afterLevels = Buffer<UInt16>()
  var parents = Buffer<UInt32>()
  /// The end of what is below it.
  var ends = Buffer<UInt32>()

  /// The position of each item of `before` in the present.
  var presentOfBefore = Buffer<UInt32>()
  /// The place in the high half, an item that is passed over in the low half, in order. A place is a position in
  /// `after` plus the section's, so that the end of a section is not the beginning of the next.
  var places = Buffer<UInt64>()

  init(
    _ step: borrowing Changeset, passing passed: borrowing Buffer<PassedRange>, _ present: borrowing ListState
  ) throws(Refusal) {
    try read(present.arrangement)
    try map(step, passed)
    try takeOver(step, present)
    try place(step.correspondence)
  }

  // MARK: 1. Map

  @_optimize(size) private mutating func read(_ present: borrowing Arrangement) throws(Refusal) {
    var flat: UInt32 = 0
    try starts.reserve(present.sectionCount + 1)
    for position in 0..<present.sectionCount {
      starts.push(flat)
      flat += present.sections[present.section(at: position)].count
    }
    starts.push(flat)
    var read = try Buffer<UInt16>(capacity: present.count)
    try present.forEachLeafRange(0, present.count) { leaf, offset, width throws(Refusal) in
      for i in offset..<offset + width { read.push(leaf.level(i)) }
    }
    try newLevels.copy(read)
    swap(&levels, &read)
  }

  @_optimize(size) private mutating func map(
    _ step: borrowing Changeset, _ passed: borrowing Buffer<PassedRange>
  ) throws(Refusal) {
    let after = step.correspondence.afterCount
    try counterparts.resize(to: levels.count, filling: Rebase.gone)
    try sources.resize(to: after, filling: noIndex)
    try afterLevels.resize(to: after, filling: 0)
    try presentOfBefore.reserve(step.correspondence.beforeCount)
    var flat: UInt32 = 0
    for i in 0..<passed.count {
      for known in flat..<passed[i].first { presentOfBefore.push(known) }
      for item in passed[i].first..<passed[i].end { counterparts[Int(item)] = Rebase.passed }
      flat = passed[i].end
    }
    for known in flat..<UInt32(levels.count) { presentOfBefore.push(known) }
    for r in 0..<step.correspondence.runs.count {
      let run = step.correspondence.runs[r]
      for i in 0..<run.count {
        let present = presentOfBefore[Int(run.before + i)]
        counterparts[Int(present)] = run.after + i
        sources[Int(run.after + i)] = present
        afterLevels[Int(run.after + i)] = levels[Int(present)]
      }
    }
    var entry = 0
    for u in 0..<step.correspondence.updates.count {
      let update = step.correspondence.updates[u]
      for i in 0..<update.count {
        afterLevels[Int(update.after + i)] = step.payload.updated[entry].after.level
        entry += 1
      }
    }
  }

  /// Reads the items that the step inserts; they take over those with their key.
  @_optimize(size) private mutating func takeOver(
    _ step: borrowing Changeset, _ present: borrowing ListState
  ) throws(Refusal) {
    var unmatched = try UnmatchedItems(step.correspondence, .after)
    for i in 0..<step.payload.after.items.count {
      let item = step.payload.after.items[i]
      let flat = unmatched.next(step.correspondence)
      afterLevels[Int(flat)] = item.appearance.level
      let section = Correspondence.section(of: flat, in: step.correspondence.afterStarts)
      let key = try ScopedKey(
        item.key, in: step.payload.after.sections[section], isScoped: step.payload.isScoped)
      guard let there = present.find(key) else { continue }
      let position = present.arrangement.position(of: there)
      let source = starts[Int(position.section)] + position.item
      if counterparts[Int(source)] != Rebase.passed { continue }
      counterparts[Int(source)] = flat
      sources[Int(flat)] = source
    }
  }
}
