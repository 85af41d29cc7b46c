// The difference between two versions of the source, as one between what the derived list showed and what it shows.
//
//     source    run (0,0,2)  new F  run (2,3,3)        shown before 1 1 0 1 1, after 1 1 1 1 1 1
//     list      run (0,0,2)  staged C? no: C is the source's item 2, hidden before, so it is new to the list
//               staged C F   run (2,4,2)
//
// In a run of the source both columns are compared a word at a time. Each bit that differs is an item that comes or
// goes; those between two of them stay, and are only counted. What comes is read from leaves all over the source, so
// it is prefetched some words ahead.

import CPlatform

struct Projection: ~Copyable {
  /// How far ahead items are prefetched.
  private static let distance = 256

  /// Positions of the source.
  private struct Pending: BitwiseCopyable {
    var first = 0
    var count = 0
  }

  /// A run of the list that is being extended.
  private var run = Run(before: 0, after: 0, count: 0)
  /// Consecutive items that come.
  private var coming = Pending()
  /// The next item of the list after the update.
  private var next = 0
  /// Whether states of hidden items have to be remembered.
  private let remembers: Bool
  private let isOutline: Bool
  /// Whether items that come may have states.
  private var restores = true
  /// Items that stay, and have got their first child, or lost their last one.
  private var turned = Buffer<Run>()

  init(remembers: Bool, isOutline: Bool) {
    self.remembers = remembers
    self.isOutline = isOutline
  }

  /// Fills the matcher, whose `before` is the list.
  mutating func run(
    _ following: inout Following, _ derivation: borrowing Derivation, _ matcher: inout Matcher,
    sections: borrowing KeyIndex, isScoped: Bool
  ) throws(Refusal) {
    restores = isOutline || !following.remembered.isEmpty
    try matcher.pairing.after.setSections(following, derivation.options)
    try matcher.pairing.matchSections(index: sections, isScoped: isScoped)
    try matcher.matches.begin(beforeCount: matcher.pairing.before.count)
    matcher.newKeys.removeAll()
    if let matching = following.matching.take() {
      do throws(Refusal) {
        try projectMatches(matching.value.matcher.matches, &following, derivation, &matcher)
        try addPatches(matching.value.matcher.matches, following, derivation, &matcher)
      } catch {
        following.matching = consume matching
        throw error
      }
      following.matching = consume matching
    } else {
      for section in 0..<following.version.held.input.sectionCount {
        let items = following.version.items(ofSection: section)
        try project(items.lowerBound, items.lowerBound, items.count, &following, derivation, &matcher)
      }
    }
    try endComing(&following, &matcher)
  }

  private mutating func projectMatches(
    _ matches: borrowing Matches, _ following: inout Following, _ derivation: borrowing Derivation,
    _ matcher: inout Matcher
  ) throws(Refusal) {
    var iterator = MatchIterator()
    var end = 0
    while let run = iterator.next(matches) {
      try insert(end, Int(run.after) - end, &following, &matcher)
      try project(Int(run.before), Int(run.after), Int(run.count), &following, derivation, &matcher)
      end = Int(run.after + run.count)
    }
    try insert(end, following.bits.count - end, &following, &matcher)
  }

  // MARK: Runs of the source

  private mutating func project(
    _ b: Int, _ a: Int, _ count: Int, _ following: inout Following, _ derivation: borrowing Derivation,
    _ matcher: inout Matcher
  ) throws(Refusal) {
    let shown = SourceColumn.shown
    var number = derivation.number(ofSource: b)
    var done = 0
    while done < count {
      let width = min(64, count - done)
      let mask = BitTable.mask(width)
      let old = derivation.bits.word(of: shown, at: b + done) & mask
      let new = following.bits.word(of: shown, at: a + done) & mask
      let ahead = done + Projection.distance
      if ahead < count {
        prefetch(
          following.bits.word(of: shown, at: a + ahead) & ~derivation.bits.word(of: shown, at: b + ahead),
          a + ahead, following.version.held.input)
      }
      if following.isNewVersion {
        let children = SourceColumn.children
        let turned =
          (derivation.bits.word(of: children, at: b + done) ^ following.bits.word(of: children, at: a + done))
          & old & new
        if turned != 0 { try addTurned(turned, b + done, a + done) }
      }
      if old == new {
        if old != 0 { try keep(number, old.nonzeroBitCount, &following, &matcher) }
        number += old.nonzeroBitCount
      } else {
        try compare(old, new, &number, a + done, &following, &matcher)
      }
      done += width
    }
    try endRun(&matcher)
  }

  private mutating func compare(
    _ old: UInt64, _ new: UInt64, _ number: inout Int, _ a: Int, _ following: inout Following,
    _ matcher: inout Matcher
  ) throws(Refusal) {
    var changes = old ^ new
    var staying = old & new
    while changes != 0 {
      let i = changes.trailingZeroBitCount
      let before = staying & BitTable.mask(i)
      if before != 0 {
        let count = before.nonzeroBitCount
        try keep(number, count, &following, &matcher)
        number &+= count
        staying ^= before
      }
      let comes = new &>> UInt64(i) & 1 != 0
      // As many as come, or go, one behind the other.
      let length = (~((comes ? new & ~old : old & ~new) &>> UInt64(i))).trailingZeroBitCount
      if comes {
        try come(a &+ i, length, &following, &matcher)
      } else {
        try endRun(&matcher)
        if remembers { try hide(number, a &+ i, length, &following, matcher.pairing.before) }
        number &+= length
      }
      changes &= ~(BitTable.mask(length) &<< UInt64(i))
    }
    if staying == 0 { return }
    try keep(number, staying.nonzeroBitCount, &following, &matcher)
    number &+= staying.nonzeroBitCount
  }

  /// Prefetches the items of one word that come.
  @inline(__always) private func prefetch(_ coming: UInt64, _ a: Int, _ input: borrowing Input) {
    var rest = coming
    while rest != 0 {
      let position = a &+ rest.trailingZeroBitCount
      let chunk = input.chunks[input.chunk(at: position)]
      unsafe iqp_prefetch(chunk.leaf.keys + (position &- Int(chunk.first)))
      unsafe iqp_prefetch(chunk.leaf.contents + (position &- Int(chunk.first)))
      rest &= rest &- 1
    }
  }

  /// Items that stay.
  @inline(__always) private mutating func keep(
    _ number: Int, _ count: Int, _ following: inout Following, _ matcher: inout Matcher
  ) throws(Refusal) {
    if coming.count > 0 { try endComing(&following, &matcher) }
    if run.count == 0 {
      run = Run(
        before: UInt32(truncatingIfNeeded: number), after: UInt32(truncatingIfNeeded: next), count: 0)
    }
    run.count &+= UInt32(truncatingIfNeeded: count)
    next &+= count
  }

  /// The next item that stays, if there is one, does not follow the last one on both sides.
  @inline(__always) private mutating func endRun(_ matcher: inout Matcher) throws(Refusal) {
    if run.count == 0 { return }
    try matcher.matches.add(Int(run.before), Int(run.after), Int(run.count))
    run.count = 0
  }

  private mutating func hide(
    _ number: Int, _ position: Int, _ count: Int, _ following: inout Following, _ before: borrowing Input
  ) throws(Refusal) {
    for i in 0..<count {
      let chunk = before.chunks[before.chunk(at: number + i)]
      try following.hiding.append(
        HiddenItem(
          slot: chunk.leaf.slot(number + i - Int(chunk.first)), leaf: LeafID(chunk.id),
          position: UInt32(truncatingIfNeeded: position + i)))
    }
  }

  private mutating func addTurned(_ bits: UInt64, _ b: Int, _ a: Int) throws(Refusal) {
    var rest = bits
    while rest != 0 {
      let i = rest.trailingZeroBitCount
      try turned.append(Run(before: UInt32(b + i), after: UInt32(a + i), count: 1))
      rest &= rest &- 1
    }
  }

  // MARK: Items that come

  /// New items of the source, those that are shown.
  private mutating func insert(
    _ first: Int, _ count: Int, _ following: inout Following, _ matcher: inout Matcher
  ) throws(Refusal) {
    var start = following.bits.first(SourceColumn.shown, from: first, below: first + count)
    while start < first + count {
      let end = following.bits.firstHidden(from: start, below: first + count)
      try come(start, end - start, &following, &matcher)
      start = following.bits.first(SourceColumn.shown, from: end, below: first + count)
    }
  }

  @inline(__always) private mutating func come(
    _ position: Int, _ count: Int, _ following: inout Following, _ matcher: inout Matcher
  ) throws(Refusal) {
    try endRun(&matcher)
    if coming.count > 0 {
      if coming.first &+ coming.count == position {
        coming.count &+= count
        return
      }
      try endComing(&following, &matcher)
    }
    coming = Pending(first: position, count: count)
  }

  /// Stages the items that come. They are consecutive in the source, though not always in one section.
  private mutating func endComing(_ following: inout Following, _ matcher: inout Matcher) throws(Refusal) {
    var position = coming.first
    let end = coming.first + coming.count
    coming.count = 0
    while position < end {
      let found = following.version.held.input.chunks[following.version.held.input.chunk(at: position)]
      let length = min(end, Int(found.first) + found.count) - position
      if restores { try restore(position, length, &following, staged: matcher.matches.staged.count) }
      try matcher.matches.staged.append(
        new: next, length, of: found.leaf, at: position - Int(found.first),
        traits: following.version.held.input.traits)
      next += length
      position += length
    }
  }

  /// Items that come may have states already.
  private mutating func restore(
    _ position: Int, _ length: Int, _ following: inout Following, staged: Int
  ) throws(Refusal) {
    var entry = following.remembered.first(from: position)
    for i in position..<position + length {
      var states: UInt32 = 0
      if entry < following.remembered.entries.count, following.remembered.entries[entry].position == UInt32(i)
      {
        states = following.remembered.entries[entry].states
        entry += 1
      }
      if isOutline && following.bits[SourceColumn.expanded, i] { states |= ItemStates.Mask.expanded }
      if states == 0 { continue }
      try following.restored.append(RestoredItem(staged: UInt32(staged + i - position), states: states))
    }
  }

  // MARK: Patches

  /// The source's patches of items that stay, and the items whose children came or went; both are sorted.
  private mutating func addPatches(
    _ matches: borrowing Matches, _ following: borrowing Following, _ derivation: borrowing Derivation,
    _ matcher: inout Matcher
  ) throws(Refusal) {
    var t = 0
    var p = 0
    while t < turned.count || p < matches.patches.count {
      let position = min(
        t < turned.count ? turned[t].after : noIndex,
        p < matches.patches.count ? matches.patches[p].after : noIndex)
      var patch: Patch
      if p < matches.patches.count && matches.patches[p].after == position {
        patch = matches.patches[p]
        p += 1
      } else {
        patch = Patch(
          after: position, before: turned[t].before,
          values: following.version.held.input.values(at: Int(position)), flags: 0)
      }
      if t < turned.count && turned[t].after == position {
        patch.flags |= ChangeFlags.byChildren
        t += 1
      }
      let isShown =
        derivation.bits[SourceColumn.shown, Int(patch.before)]
        && following.bits[SourceColumn.shown, Int(patch.after)]
      if !isShown { continue }
      patch.before = UInt32(derivation.number(ofSource: Int(patch.before)))
      patch.after = UInt32(following.ranks.rank(SourceColumn.shown, of: following.bits, Int(patch.after)))
      try matcher.matches.patches.append(patch)
    }
  }
}

extension BitTable {
  /// The first item from one on that is not shown.
  fileprivate func firstHidden(from position: Int, below end: Int) -> Int {
    first(from: position, below: end) { ~word(of: SourceColumn.shown, at: $0) }
  }
}

extension Input {
  /// The sections that the list shows, with the first item of each.
  fileprivate mutating func setSections(
    _ following: borrowing Following, _ options: DeriveOptions
  ) throws(Refusal) {
    removeAll()
    try reserve(sections: following.version.held.input.sectionCount, chunks: 0)
    traits = following.version.held.input.traits
    for section in 0..<following.version.held.input.sectionCount
    where following.shows(section: section, options) {
      if following.isMarked(section: section) { try markedSections.append(UInt32(sectionCount)) }
      let first = following.ranks.rank(
        SourceColumn.shown, of: following.bits, following.version.items(ofSection: section).lowerBound)
      addSection(
        following.version.held.input.sectionKeys[section], first: first,
        supplementaries: following.version.held.input.supplementaries[section])
    }
    starts.push(UInt32(following.ranks.total))
  }
}
