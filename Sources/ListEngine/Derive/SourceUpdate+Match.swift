// The difference of two versions of the source, and the bits that go along with their items.
//
//     before     A B C D E         expanded  1 0 0 0 0
//     after      A F B C D E       runs (0,0,1) (1,2,4)
//     carried    1 - 0 0 0 0       "-": new, see `begin`

extension SourceUpdate {
  /// Without a new version everything stays.
  mutating func match(_ derivation: borrowing Derivation, isScoped: Bool) throws(Refusal) {
    if !isNewVersion {
      swap(&bits, &before)
      return bits.fill(false, SourceColumn.shown, 0, bits.count)
    }
    try bits = BitTable(columns: SourceColumn.count(derivation.options.kind), count: version.count)
    let scratch = try BorrowedScratch()
    try scratch.value.matcher.match(derivation.version, &version, isScoped: isScoped)
    var matches = MatchIterator()
    var end = 0
    while let run = matches.next(scratch.value.matcher.matches) {
      begin(end, Int(run.after) - end, derivation)
      // The shown column is computed anew.
      let kept = SourceColumn.children..<bits.columns
      bits.copy(Int(run.count), of: before, kept, at: Int(run.before), to: Int(run.after))
      end = Int(run.after + run.count)
    }
    begin(end, bits.count - end, derivation)
    forgetAnswers(scratch.value.matcher.matches, derivation)
    try carryStates(scratch.value.matcher.matches)
    findChildren(scratch.value.matcher.matches, derivation)
    if derivation.options.contains(.expanded) { expandNew(scratch.value.matcher.matches) }
    matching = consume scratch
  }

  /// Begins the columns of new items: a filter of bits hides them, any other one has to be asked.
  private mutating func begin(_ first: Int, _ count: Int, _ derivation: borrowing Derivation) {
    if count == 0 || !derivation.isFilter { return }
    bits.fill(derivation.filter.kind == .everything, FilterColumn.passes, first, count)
    bits.fill(derivation.filter.kind != .function, FilterColumn.known, first, count)
  }

  /// Forgets the answers about changed items, which are asked again; until then a filter's last answer holds.
  private mutating func forgetAnswers(_ matches: borrowing Matches, _ derivation: borrowing Derivation) {
    let asks = derivation.filter.kind == .function
    for i in 0..<matches.patches.count {
      let position = Int(matches.patches[i].after)
      if derivation.isOutline {
        bits[OutlineColumn.looked, position] = bits[OutlineColumn.asked, position]
        continue
      }
      if !derivation.isFilter { return }
      if asks { bits[FilterColumn.known, position] = false }
      bits[FilterColumn.nextKnown, position] = false
    }
  }

  /// Carries the remembered states of items that the source still has. Runs come in the order of the new
  /// version, and so do the entries.
  private mutating func carryStates(_ matches: borrowing Matches) throws(Refusal) {
    if remembered.isEmpty { return }
    var carried = RememberedStates()
    try carried.entries.reserve(remembered.entries.count)
    var iterator = MatchIterator()
    while let run = iterator.next(matches) {
      var i = remembered.first(from: Int(run.before))
      while i < remembered.entries.count, remembered.entries[i].position < run.before + run.count {
        var entry = remembered.entries[i]
        entry.position = run.after + entry.position - run.before
        carried.entries.push(entry)
        i += 1
      }
    }
    swap(&remembered, &carried)
  }

  // MARK: Children

  /// Whether the next item of the section is below an item. In leaves that both versions have only the last item may
  /// have another answer.
  private mutating func findChildren(_ matches: borrowing Matches, _ derivation: borrowing Derivation) {
    if version.held.input.traits & ItemColumn.level.bit == 0 {
      return bits.fill(false, SourceColumn.children, 0, bits.count)
    }
    var iterator = MatchIterator()
    var run = iterator.next(matches)
    for section in 0..<version.held.input.sectionCount {
      let chunks = version.held.input.chunks(ofSection: section)
      for c in chunks {
        let chunk = version.held.input.chunks[c]
        let first = Int(chunk.first)
        while let passed = run, Int(passed.after + passed.count) <= first { run = iterator.next(matches) }
        if !isKept(chunk, run, derivation.version) {
          for i in 0..<chunk.count - 1 {
            setChildren(first + i, chunk.leaf.level(i), chunk.leaf.level(i + 1))
          }
        }
        let next = c + 1 < chunks.upperBound ? version.held.input.chunks[c + 1].leaf.level(0) : 0
        setChildren(first + chunk.count - 1, chunk.leaf.level(chunk.count - 1), next)
      }
    }
  }

  /// Whether the version before has the same leaf, and the items of it are in one run.
  private func isKept(_ chunk: Chunk, _ run: Run?, _ before: borrowing SourceVersion) -> Bool {
    guard let run, run.after <= chunk.first, run.after + run.count >= chunk.first + UInt32(chunk.count) else {
      return false
    }
    let position = run.before + chunk.first - run.after
    let old = before.held.input.chunks[before.held.input.chunk(at: Int(position))]
    return old.first == position && old.leaf == chunk.leaf
  }

  /// Level 0 follows the last item of a section.
  @inline(__always) private mutating func setChildren(_ position: Int, _ level: UInt16, _ next: UInt16) {
    bits[SourceColumn.children, position] = next > level
  }

  /// New items that have something below them are expanded.
  private mutating func expandNew(_ matches: borrowing Matches) {
    var iterator = MatchIterator()
    var end = 0
    while let run = iterator.next(matches) {
      expand(end, Int(run.after) - end)
      end = Int(run.after + run.count)
    }
    expand(end, bits.count - end)
  }

  private mutating func expand(_ first: Int, _ count: Int) {
    var done = 0
    while done < count {
      let width = min(64, count - done)
      bits.set(
        bits.word(of: SourceColumn.children, at: first + done), of: OutlineColumn.expanded, at: first + done,
        width: width)
      done += width
    }
  }
}

extension Matcher {
  /// Matches two versions; `after` keeps its input.
  mutating func match(
    _ before: borrowing SourceVersion, _ after: inout SourceVersion, isScoped: Bool
  ) throws(Refusal) {
    let sections = try after.hasSections(of: before.held.input) ? KeyIndex() : before.sectionIndex()
    try pairing.before.copy(before.held.input)
    swap(&pairing.after, &after.held.input)
    defer { swap(&pairing.after, &after.held.input) }
    // An index of items is not needed: what has moved is joined.
    try match(
      index: KeyIndex(), sections: sections, numbers: unsafe Finder.Numbers(slots: .none, leaves: nil),
      isScoped: isScoped)
  }
}
