// Updates of items that stay or are placed: those that the source has changed, and those whose children came or went.

extension OrderUpdate {
  /// The number of an item in the list before the update, or -1.
  func number(
    _ version: borrowing SourceVersion, _ position: Int, _ state: borrowing ListState, isScoped: Bool
  ) -> Int {
    let i = asked.firstIndex { $0 >> 32 >= UInt64(position) }
    if i < asked.count, asked[i] >> 32 == UInt64(position) { return Int(asked[i] & 0xFFFF_FFFF) }
    return find(version, position, state, isScoped: isScoped)
  }

  /// The source's patches, of an update of few. Of many all columns were compared.
  @_optimize(size) mutating func addPatches(
    _ sourceUpdate: inout SourceUpdate, _ state: borrowing ListState, isScoped: Bool, _ matcher: inout Matcher
  ) throws(Refusal) {
    var patches = Buffer<Patch>()
    try sourceUpdate.withMatches { sourceUpdate, matches throws(Refusal) in
      for i in 0..<matches.patches.count {
        var patch = matches.patches[i]
        let number = number(sourceUpdate.version, Int(patch.after), state, isScoped: isScoped)
        if number < 0 { continue }
        patch.before = UInt32(number)
        patch.after = UInt32(plan.after(number: number))
        if isGrouped {
          // All items are roots.
          patch.flags &= ~ChangeFlags.byLevel
          patch.values[.level] = 0
        }
        try patches.append(patch)
      }
    }
    try patches.sortByAfter()
    swap(&matcher.matches.patches, &patches)
  }

  /// Joins them with those whose children came or went.
  @_optimize(size) mutating func addChildrenChanged(
    _ sourceUpdate: inout SourceUpdate, _ derivation: borrowing Derivation, _ state: borrowing ListState,
    isScoped: Bool, _ matcher: inout Matcher
  ) throws(Refusal) {
    if isGrouped || !derivation.version.hasLevels && !sourceUpdate.version.hasLevels { return }
    var changed = Buffer<Patch>()
    try sourceUpdate.withMatches { sourceUpdate, matches throws(Refusal) in
      try sourceUpdate.forEachChildrenChanged(matches, derivation) { position throws(Refusal) in
        let number = number(sourceUpdate.version, position, state, isScoped: isScoped)
        if number < 0 { return }
        let after = isMany ? Int(numbers[position]) : plan.after(number: number)
        var values = sourceUpdate.version.held.input.values(at: position)
        if isMany && hasLevels { values[.level] = UInt64(trees.depths[after]) }
        try changed.append(
          Patch(after: UInt32(after), before: UInt32(number), values: values, flags: ChangeFlags.byChildren))
      }
    }
    if changed.isEmpty { return }
    try changed.sortByAfter()
    var joined = try Buffer<Patch>(capacity: changed.count + matcher.matches.patches.count)
    var (i, j) = (0, 0)
    while i < matcher.matches.patches.count || j < changed.count {
      let isPatch =
        j == changed.count
        || (i < matcher.matches.patches.count && matcher.matches.patches[i].after <= changed[j].after)
      var patch = isPatch ? matcher.matches.patches[i] : changed[j]
      if isPatch {
        i += 1
        if j < changed.count && changed[j].after == patch.after { patch.flags |= ChangeFlags.byChildren }
      }
      if j < changed.count && changed[j].after == patch.after { j += 1 }
      joined.push(patch)
    }
    swap(&matcher.matches.patches, &joined)
  }
}

extension Buffer where Element == Patch {
  fileprivate mutating func sortByAfter() throws(Refusal) {
    var order = try Buffer<UInt64>(capacity: count)
    for i in 0..<count { order.push(UInt64(self[i].after) << 32 | UInt64(i)) }
    try order.sort()
    var sorted = try Buffer<Patch>(capacity: count)
    for i in 0..<count { sorted.push(self[Int(UInt32(truncatingIfNeeded: order[i]))]) }
    swap(&self, &sorted)
  }
}

extension SourceUpdate {
  /// Positions of items that both versions have, and that have got their first child or lost their last one.
  fileprivate func forEachChildrenChanged(
    _ matches: borrowing Matches, _ derivation: borrowing Derivation, _ body: (Int) throws(Refusal) -> Void
  ) throws(Refusal) {
    let children = SourceColumn.children
    var iterator = MatchIterator()
    while let run = iterator.next(matches) {
      var done = 0
      while done < Int(run.count) {
        let width = min(64, Int(run.count) - done)
        var changed =
          (derivation.bits.word(of: children, at: Int(run.before) + done)
            ^ bits.word(of: children, at: Int(run.after) + done)) & BitTable.mask(width)
        while changed != 0 {
          try body(Int(run.after) + done + changed.trailingZeroBitCount)
          changed &= changed &- 1
        }
        done += width
      }
    }
  }
}
