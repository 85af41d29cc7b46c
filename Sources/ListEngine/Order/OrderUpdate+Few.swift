// An update of a sorted list in which few items change their place, as runs and staged items.
//
//     staying    Ada Dan              targets   Cem 0, Eva 1
//     runs       Cem (2,0,1)  Ada (1,1,1)  Eva staged  Dan (3,3,1)

extension OrderUpdate {
  mutating func projectFew(
    _ sourceUpdate: borrowing SourceUpdate, _ matcher: inout Matcher
  ) throws(Refusal) {
    try plan.setStaying(matcher.pairing)
    try matcher.matches.begin(beforeCount: matcher.pairing.before.count)
    matcher.newKeys.removeAll()
    var placed = 0
    for section in 0..<matcher.pairing.after.sectionCount {
      let staying = plan.staying[section]
      var from = Int(staying.first)
      while placed < plan.placed.count, Int(plan.placed[placed].section) == section {
        let item = plan.placed[placed]
        try keep(from, Int(item.target), &matcher)
        from = Int(item.target)
        try plan.setNumber(next, ofPlaced: placed)
        if item.number == noIndex {
          try stage(Int(item.position), sourceUpdate, &matcher)
        } else {
          try add(Int(item.number), 1, &matcher)
        }
        placed += 1
      }
      try keep(from, Int(staying.end), &matcher)
      try endRun(&matcher)
    }
    try plan.endNumbers(matcher.pairing)
  }

  /// Items that stay, from `first` to `end` among these: runs between those that leave.
  private mutating func keep(_ first: Int, _ end: Int, _ matcher: inout Matcher) throws(Refusal) {
    var at = first
    while at < end {
      let number = plan.number(ofStaying: at)
      let count = min(end - at, plan.nextLeaving(from: number) - number)
      try add(number, count, &matcher)
      at += count
    }
  }

  private mutating func add(_ number: Int, _ count: Int, _ matcher: inout Matcher) throws(Refusal) {
    if run.count > 0 && Int(run.before + run.count) == number {
      run.count += UInt32(count)
    } else {
      try endRun(&matcher)
      run = Run(before: UInt32(number), after: UInt32(next), count: UInt32(count))
    }
    next += count
  }

  private mutating func endRun(_ matcher: inout Matcher) throws(Refusal) {
    if run.count > 0 { try matcher.matches.add(Int(run.before), Int(run.after), Int(run.count)) }
    run.count = 0
  }

  private mutating func stage(
    _ position: Int, _ sourceUpdate: borrowing SourceUpdate, _ matcher: inout Matcher
  ) throws(Refusal) {
    try endRun(&matcher)
    let chunk = sourceUpdate.version.held.input.chunks[sourceUpdate.version.held.input.chunk(at: position)]
    try matcher.matches.staged.append(
      new: next, 1, of: chunk.leaf, at: position - Int(chunk.first),
      traits: sourceUpdate.version.held.input.traits)
    next += 1
  }

  /// The number after the update of an item of the source that the list has had before.
  func after(
    _ version: borrowing SourceVersion, _ position: Int, _ state: borrowing ListState, isScoped: Bool,
    _ pairing: borrowing Pairing
  ) -> Int? {
    let number = find(version, position, state, isScoped: isScoped)
    return number < 0 ? nil : plan.after(number: number, pairing)
  }

  /// The source's patches, of items that stay or are placed.
  mutating func addPatches(
    _ sourceUpdate: inout SourceUpdate, _ state: borrowing ListState, isScoped: Bool, _ matcher: inout Matcher
  ) throws(Refusal) {
    var order = Buffer<UInt64>()
    var patches = Buffer<Patch>()
    try sourceUpdate.withMatches { sourceUpdate, matches throws(Refusal) in
      for i in 0..<matches.patches.count {
        var patch = matches.patches[i]
        let number = find(sourceUpdate.version, Int(patch.after), state, isScoped: isScoped)
        if number < 0 { continue }
        patch.before = UInt32(number)
        patch.after = UInt32(plan.after(number: number, matcher.pairing))
        try order.append(UInt64(patch.after) << 32 | UInt64(patches.count))
        try patches.append(patch)
      }
    }
    try order.sort()
    try matcher.matches.patches.reserve(extra: order.count)
    for i in 0..<order.count {
      matcher.matches.patches.push(patches[Int(UInt32(truncatingIfNeeded: order[i]))])
    }
  }
}
