// The difference between two versions of the source, as one between what the derived list showed and what it shows.
//
//     source    run (0,0,2)  new F  run (2,3,3)        shown before 1 1 0 1 1, after 1 1 1 1 1 1
//     list      run (0,0,2)  staged C? no: C is the source's item 2, hidden before, so it is new to the list
//               staged C F   run (2,4,2)
//
// In a run of the source both columns are compared a word at a time. Each bit that differs is an item that
// appears or disappears; those between two of them stay, and are only counted.

struct Projection: ~Copyable {
  /// How far ahead items are prefetched.
  static let distance = 256

  /// A run of the list that is being extended.
  var run = Run(before: 0, after: 0, count: 0)
  /// Consecutive items that appear.
  var appearing = AppearingRange()
  /// The next item of the list after the update.
  var next = 0
  /// Whether states of hidden items have to be remembered.
  let remembers: Bool
  let isOutline: Bool
  /// Whether items that appear may have states.
  var restores = true
  /// Items that stay, and have got their first child, or lost their last one.
  var childrenChanged = Buffer<Run>()

  init(remembers: Bool, isOutline: Bool) {
    self.remembers = remembers
    self.isOutline = isOutline
  }

  /// Fills the matcher, whose `before` is the list.
  mutating func run(
    _ sourceUpdate: inout SourceUpdate, _ derivation: borrowing Derivation, _ matcher: inout Matcher,
    sections: borrowing KeyIndex, isScoped: Bool
  ) throws(Refusal) {
    restores = isOutline || !sourceUpdate.remembered.isEmpty
    try matcher.pairing.after.setSections(sourceUpdate, derivation.options)
    try matcher.pairing.matchSections(index: sections, isScoped: isScoped)
    try matcher.matches.begin(beforeCount: matcher.pairing.before.count)
    matcher.newKeys.removeAll()
    if let matching = sourceUpdate.matching.take() {
      do throws(Refusal) {
        try projectMatches(matching.value.matcher.matches, &sourceUpdate, derivation, &matcher)
        try addPatches(matching.value.matcher.matches, sourceUpdate, derivation, &matcher)
      } catch {
        sourceUpdate.matching = consume matching
        throw error
      }
      sourceUpdate.matching = consume matching
    } else {
      for section in 0..<sourceUpdate.version.held.input.sectionCount {
        let items = sourceUpdate.version.items(ofSection: section)
        try project(items.lowerBound, items.lowerBound, items.count, &sourceUpdate, derivation, &matcher)
      }
    }
    try stageAppearing(&sourceUpdate, &matcher)
  }

  private mutating func projectMatches(
    _ matches: borrowing Matches, _ sourceUpdate: inout SourceUpdate, _ derivation: borrowing Derivation,
    _ matcher: inout Matcher
  ) throws(Refusal) {
    var iterator = MatchIterator()
    var end = 0
    while let run = iterator.next(matches) {
      try insert(end, Int(run.after) - end, &sourceUpdate, &matcher)
      try project(Int(run.before), Int(run.after), Int(run.count), &sourceUpdate, derivation, &matcher)
      end = Int(run.after + run.count)
    }
    try insert(end, sourceUpdate.bits.count - end, &sourceUpdate, &matcher)
  }

  // MARK: Runs of the source

  private mutating func project(
    _ b: Int, _ a: Int, _ count: Int, _ sourceUpdate: inout SourceUpdate, _ derivation: borrowing Derivation,
    _ matcher: inout Matcher
  ) throws(Refusal) {
    let shown = SourceColumn.shown
    var number = derivation.number(ofSource: b)
    var done = 0
    while done < count {
      let width = min(64, count - done)
      let mask = BitTable.mask(width)
      let old = derivation.bits.word(of: shown, at: b + done) & mask
      let new = sourceUpdate.bits.word(of: shown, at: a + done) & mask
      let ahead = done + Projection.distance
      if ahead < count {
        prefetch(
          sourceUpdate.bits.word(of: shown, at: a + ahead) & ~derivation.bits.word(of: shown, at: b + ahead),
          a + ahead, sourceUpdate.version.held.input)
      }
      if sourceUpdate.isNewVersion {
        let children = SourceColumn.children
        let childrenChanged =
          (derivation.bits.word(of: children, at: b + done)
            ^ sourceUpdate.bits.word(of: children, at: a + done))
          & old & new
        if childrenChanged != 0 { try addChildrenChanged(childrenChanged, b + done, a + done) }
      }
      if old == new {
        if old != 0 { try keep(number, old.nonzeroBitCount, &sourceUpdate, &matcher) }
        number += old.nonzeroBitCount
      } else {
        try compare(old, new, &number, a + done, &sourceUpdate, &matcher)
      }
      done += width
    }
    try endRun(&matcher)
  }

  private mutating func compare(
    _ old: UInt64, _ new: UInt64, _ number: inout Int, _ a: Int, _ sourceUpdate: inout SourceUpdate,
    _ matcher: inout Matcher
  ) throws(Refusal) {
    var changes = old ^ new
    var staying = old & new
    while changes != 0 {
      let i = changes.trailingZeroBitCount
      let before = staying & BitTable.mask(i)
      if before != 0 {
        let count = before.nonzeroBitCount
        try keep(number, count, &sourceUpdate, &matcher)
        number &+= count
        staying ^= before
      }
      let comes = new &>> UInt64(i) & 1 != 0
      // How many appear, or disappear, one behind the other.
      let length = (~((comes ? new & ~old : old & ~new) &>> UInt64(i))).trailingZeroBitCount
      if comes {
        try appear(a &+ i, length, &sourceUpdate, &matcher)
      } else {
        try endRun(&matcher)
        if remembers { try hide(number, a &+ i, length, &sourceUpdate, matcher.pairing.before) }
        number &+= length
      }
      changes &= ~(BitTable.mask(length) &<< UInt64(i))
    }
    if staying == 0 { return }
    try keep(number, staying.nonzeroBitCount, &sourceUpdate, &matcher)
    number &+= staying.nonzeroBitCount
  }

  /// Extends the run by items that stay.
  @inline(__always) private mutating func keep(
    _ number: Int, _ count: Int, _ sourceUpdate: inout SourceUpdate, _ matcher: inout Matcher
  ) throws(Refusal) {
    if appearing.count > 0 { try stageAppearing(&sourceUpdate, &matcher) }
    if run.count == 0 {
      run = Run(
        before: UInt32(truncatingIfNeeded: number), after: UInt32(truncatingIfNeeded: next), count: 0)
    }
    run.count &+= UInt32(truncatingIfNeeded: count)
    next &+= count
  }

  /// The next item that stays, if there is one, does not follow the last one on both sides.
  @inline(__always) mutating func endRun(_ matcher: inout Matcher) throws(Refusal) {
    if run.count == 0 { return }
    try matcher.matches.add(Int(run.before), Int(run.after), Int(run.count))
    run.count = 0
  }

  private mutating func hide(
    _ number: Int, _ position: Int, _ count: Int, _ sourceUpdate: inout SourceUpdate,
    _ before: borrowing Input
  ) throws(Refusal) {
    for i in 0..<count {
      let chunk = before.chunks[before.chunk(at: number + i)]
      try sourceUpdate.hiding.append(
        HiddenItem(
          slot: chunk.leaf.slot(number + i - Int(chunk.first)), leaf: LeafID(chunk.id),
          position: UInt32(truncatingIfNeeded: position + i)))
    }
  }
}

extension Input {
  /// The sections that the list shows, with the first item of each.
  mutating func setSections(
    _ sourceUpdate: borrowing SourceUpdate, _ options: DeriveOptions
  ) throws(Refusal) {
    removeAll()
    try reserve(sections: sourceUpdate.version.held.input.sectionCount, chunks: 0)
    traits = sourceUpdate.version.held.input.traits
    for section in 0..<sourceUpdate.version.held.input.sectionCount
    where sourceUpdate.shows(section: section, options) {
      if sourceUpdate.isMarked(section: section) { try markedSections.append(UInt32(sectionCount)) }
      let first = sourceUpdate.ranks.rank(
        SourceColumn.shown, of: sourceUpdate.bits, sourceUpdate.version.items(ofSection: section).lowerBound)
      addSection(
        sourceUpdate.version.held.input.sectionKeys[section], first: first,
        supplementaries: sourceUpdate.version.held.input.supplementaries[section])
    }
    starts.push(UInt32(sourceUpdate.ranks.total))
  }
}
