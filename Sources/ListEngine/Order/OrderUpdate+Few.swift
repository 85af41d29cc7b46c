// An update of a sorted list in which few items change their place, as runs and staged items.
//
//     staying    Ada Dan              targets   Cem 0, Eva 1
//     runs       Cem (2,0,1)  Ada (1,1,1)  Eva staged  Dan (3,3,1)

/// What stays in a section or a block, and what is inserted there, from here on.
private struct OpenBlock: BitwiseCopyable {
  let block: Int
  var staying: ItemRun.Range
  var insertions: ItemRun.Range
}

/// The run that may go on, and the next number after the update.
struct NumberedRuns {
  var last = Run(before: 0, after: 0, count: 0)
  var next = 0
}

extension OrderUpdate {
  @_optimize(size) mutating func projectFew(
    _ sourceUpdate: borrowing SourceUpdate, _ matcher: inout Matcher
  ) throws(Refusal) {
    for i in 0..<plan.placed.count {
      let item = plan.placed[i]
      plan.setHome(
        isGrouped
          ? grouping.groups[Int(item.section)].section
          : matcher.pairing.after.position(of: Int(item.position)).section, ofPlaced: i)
    }
    try plan.arrange(matcher.pairing)
    try matcher.matches.begin(beforeCount: matcher.pairing.before.count)
    matcher.newKeys.removeAll()
    for section in 0..<matcher.pairing.after.sectionCount {
      let block = OpenBlock(
        block: 0, staying: plan.staying[section], insertions: plan.insertions(ofSection: section))
      try number(block, sourceUpdate, &matcher)
      try endRun(&matcher)
    }
    try plan.endNumbers()
  }

  /// Numbers what stays and what is inserted, each with its block.
  private mutating func number(
    _ section: OpenBlock, _ sourceUpdate: borrowing SourceUpdate, _ matcher: inout Matcher
  ) throws(Refusal) {
    var open = Buffer<OpenBlock>()
    try open.append(section)
    while !open.isEmpty {
      var last = open.pop()
      if last.insertions.first == last.insertions.end {
        try keep(last.staying, in: last.block, &matcher)
        continue
      }
      let i = plan.insertion(UInt32(last.insertions.first))
      let item = plan.placed[i]
      try keep(ItemRun.Range(first: last.staying.first, end: Int(item.target)), in: last.block, &matcher)
      last.staying.first = Int(item.target)
      last.insertions.first += 1
      try open.append(last)
      try plan.setNumber(runs.next, ofPlaced: i)
      if item.isNew {
        try stage(Int(item.position), sourceUpdate, &matcher)
      } else {
        try add(Int(item.number), 1, &matcher)
      }
      if hasLevels { try open.append(block(ofPlaced: i)) }
    }
  }

  private func block(ofPlaced i: Int) -> OpenBlock {
    let item = plan.placed[i]
    if item.isNew {
      return OpenBlock(
        block: 0, staying: ItemRun.Range(first: 0, end: 0), insertions: plan.insertions(belowPlaced: i, 0))
    }
    let block = plan.leaving.block(of: Int(item.number))
    let end = plan.leaving.end(ofBlock: block)
    return OpenBlock(
      block: block,
      staying: ItemRun.Range(
        first: plan.leaving.staying(before: Int(item.number) + 1, in: block),
        end: plan.leaving.staying(before: end, in: block)),
      insertions: plan.insertions(belowPlaced: i, block))
  }

  /// Items that stay: runs between those that leave.
  private mutating func keep(
    _ staying: ItemRun.Range, in block: Int, _ matcher: inout Matcher
  ) throws(Refusal) {
    var at = staying.first
    while at < staying.end {
      let number = plan.leaving.number(ofStaying: at, in: block)
      let count = min(staying.end - at, plan.leaving.nextLeaving(from: number, in: block) - number)
      try add(number, count, &matcher)
      at += count
    }
  }

  private mutating func add(_ number: Int, _ count: Int, _ matcher: inout Matcher) throws(Refusal) {
    // No run goes beyond a section of the list before.
    if runs.last.count > 0 && Int(runs.last.before + runs.last.count) == number
      && matcher.pairing.before.position(of: number).item > 0
    {
      runs.last.count += UInt32(count)
    } else {
      try endRun(&matcher)
      runs.last = Run(before: UInt32(number), after: UInt32(runs.next), count: UInt32(count))
    }
    runs.next += count
  }

  private mutating func endRun(_ matcher: inout Matcher) throws(Refusal) {
    if runs.last.count > 0 {
      try matcher.matches.add(Int(runs.last.before), Int(runs.last.after), Int(runs.last.count))
      try plan.add(runs.last)
    }
    runs.last.count = 0
  }

  @_optimize(size) private mutating func stage(
    _ position: Int, _ sourceUpdate: borrowing SourceUpdate, _ matcher: inout Matcher
  ) throws(Refusal) {
    try endRun(&matcher)
    let chunk = sourceUpdate.version.held.input.chunks[sourceUpdate.version.held.input.chunk(at: position)]
    try matcher.matches.staged.append(
      new: runs.next, 1, of: chunk.leaf, at: position - Int(chunk.first),
      traits: matcher.pairing.after.traits)
    runs.next += 1
  }

  /// The number after the update of an item of the source that the list has had before.
  func after(
    _ version: borrowing SourceVersion, _ position: Int, _ state: borrowing ListState, isScoped: Bool
  ) -> Int? {
    let number = number(version, position, state, isScoped: isScoped)
    return number < 0 ? nil : plan.after(number: number)
  }
}
