// What the walk put aside is looked up, in batches: it has moved, or it is new.

extension Matcher {
  func scope(of section: Int) -> Finder.Scope {
    if !isScoped { return Finder.Scope(salt: 0, low: 0, high: UInt32(before.count)) }
    let salt = KeyHash.salt(ofSection: after.sectionKeys[section])
    let other = beforeOfAfter[section]
    if other == none { return Finder.Scope(salt: salt, low: 0, high: 0) }
    return Finder.Scope(salt: salt, low: before.starts[Int(other)], high: before.starts[Int(other) + 1])
  }

  mutating func find(
    _ count: Int, _ index: borrowing KeyIndex, _ numbers: Finder.Numbers
  ) throws(Refusal) {
    lookups += count
    try finder.find(count, in: before, index, numbers)
    for i in 0..<count where finder.found(i) == Finder.elsewhere {
      throw Refusal(.duplicate, key: finder.key(i))
    }
  }

  mutating func settle(_ index: borrowing KeyIndex, _ numbers: Finder.Numbers) throws(Refusal) {
    let total = newcomers.count
    let isExhausted = isExhausted
    var kept = 0
    var next = 0
    var section = 0
    while next < total {
      // A batch: the next entries that were not looked up yet, of one section where keys are scoped.
      let start = next
      var count = 0
      while next < total && count < Finder.width {
        let place = newcomers.places[next]
        if !isExhausted && place & Newcomers.missed == 0 {
          while Int(place) >= Int(after.starts[section + 1]) {
            if isScoped && count > 0 { break }
            section += 1
          }
          if Int(place) >= Int(after.starts[section + 1]) { break }
          finder.set(newcomers.keys[next], scope(of: section), at: count)
          count += 1
        }
        next += 1
      }
      if count > 0 { try find(count, index, numbers) }
      var looked = 0
      for i in start..<next {
        if !isExhausted && newcomers.places[i] & Newcomers.missed == 0 {
          let found = finder.found(looked)
          looked += 1
          if found != none {
            try addStray(i, before: Int(found))
            continue
          }
        }
        newcomers.places[i] &= ~Newcomers.missed
        newcomers.move(i, to: kept)
        kept += 1
      }
    }
    newcomers.truncate(to: kept)
    try mergeStrays()
  }

  /// The entry `i` of the newcomers is an item that has moved.
  private mutating func addStray(_ i: Int, before b: Int) throws(Refusal) {
    let a = newcomers.places[i]
    try claim(b, 1, after: Int(a))
    let content = newcomers.contents[i]
    if before.looks(at: b).content != content {
      try patches.append(
        Patch(
          after: a, before: UInt32(b), content: content, model: .null, cellClass: 0,
          flags: ChangeFlags.byContent))
    }
    let last = strays.count - 1
    if last >= 0, strays[last].after + strays[last].count == a,
      strays[last].before + strays[last].count == UInt32(b),
      Int(after.position(of: Int(a)).item) > 0, Int(before.position(of: b).item) > 0
    {
      strays[last].count += 1
    } else {
      try strays.append(Run(before: UInt32(b), after: a, count: 1))
    }
  }

  /// Both are sorted by after; so are the result and, afterwards, the patches.
  private mutating func mergeStrays() throws(Refusal) {
    if strays.isEmpty { return }
    spare.removeAll()
    try spare.reserve(runs.count + strays.count)
    var i = 0
    for j in 0..<strays.count {
      while i < runs.count && runs[i].after < strays[j].after {
        spare.push(runs[i])
        i += 1
      }
      spare.push(strays[j])
    }
    while i < runs.count {
      spare.push(runs[i])
      i += 1
    }
    swap(&runs, &spare)
    try sortPatches()
  }

  /// Those of strays stand behind those of the walk; both are sorted already.
  private mutating func sortPatches() throws(Refusal) {
    var split = 1
    while split < patches.count && patches[split - 1].after < patches[split].after { split += 1 }
    if split >= patches.count { return }
    var merged = try Buffer<Patch>(capacity: patches.count)
    var i = 0
    var j = split
    while i < split || j < patches.count {
      if j == patches.count || (i < split && patches[i].after < patches[j].after) {
        merged.push(patches[i])
        i += 1
      } else {
        merged.push(patches[j])
        j += 1
      }
    }
    swap(&patches, &merged)
  }

  /// Whether each newcomer's key is there once, where no index tells.
  func checkNewcomers() throws(Refusal) {
    var seen = KeyIndex()
    try seen.reserve(newcomers.count)
    var scopes = ScopeWalk(self)
    var ahead = ScopeWalk(self)
    for i in 0..<newcomers.count {
      if i + Finder.width < newcomers.count { seen.prefetch(ahead.fingerprint(i + Finder.width, self)) }
      let twin = seen.insert(scopes.fingerprint(i, self), UInt32(i)) { other in
        newcomers.keys[Int(other)] == newcomers.keys[i]
          && (!isScoped || Int(newcomers.places[Int(other)]) >= scopes.start)
      }
      if let twin {
        throw duplicate(newcomers.keys[i], Int(newcomers.places[Int(twin)]), Int(newcomers.places[i]))
      }
    }
  }
}
