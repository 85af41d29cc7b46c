// Concatenates all sections into a list of one section; its steps are the flat steps.
//
//     runs      (4,0,1) (3,1,1) (0,2,1) (2,3,1)     as in the worked example
//     in place  1 and 3: items that stay, of a section that stays. They stay here too.
//     flat      1 3 stay; 5 4 move: 5 to 0, 4 to 1, each on its own, because their order changes.
//
// An item that moves to another section, or with its section, may keep its relative order in the flat list.
// The weighted increasing subsequence therefore also selects runs that are not in place. A run in place
// weighs 2^32 more, so that none of them is given up for others.

extension Correspondence {
  /// Requires a solved correspondence. Returns the flat one, solved. O(k log k).
  func flattened() throws(Refusal) -> Correspondence {
    var flat = Correspondence()
    try flat.setOneSection(UInt32(beforeCount), UInt32(afterCount))
    try flat.runs.reserve(runs.count)
    flat.runs.append(contentsOf: runs)
    try flat.updates.reserve(updates.count)
    flat.updates.append(contentsOf: updates)
    if flat.ascends {
      for i in 0..<flat.runs.count { flat.runs[i].stays = 1 }
    } else {
      try solveFlat(&flat)
    }
    flat.joinRuns()
    return flat
  }

  /// Sets both sides to one section each, matched and staying.
  mutating func setOneSection(_ before: UInt32, _ after: UInt32) throws(Refusal) {
    try beforeStarts.resize(to: 2, filling: 0)
    try afterStarts.resize(to: 2, filling: 0)
    try afterOfBefore.resize(to: 1, filling: 0)
    try beforeOfAfter.resize(to: 1, filling: 0)
    try sectionStays.resize(to: 1, filling: 1)
    beforeStarts[1] = before
    afterStarts[1] = after
  }

  private var ascends: Bool {
    var rising: UInt32 = 0
    for i in 0..<runs.count {
      if runs[i].before < rising { return false }
      rising = runs[i].before
    }
    return true
  }

  private func solveFlat(_ flat: inout Correspondence) throws(Refusal) {
    var heaviest = WeightedIncreasingSubsequence()
    try heaviest.reserve(runs.count)
    var section = 0
    for i in 0..<runs.count {
      let run = runs[i]
      while afterStarts[section + 1] <= run.after { section += 1 }
      let isInPlace = run.stays == 1 && sectionStays[section] == 1
      let weight = UInt64(run.count) + (isInPlace ? 1 << 32 : 0)
      heaviest.push(run: i, before: run.before, weight: weight)
    }
    let last = heaviest.solve(&flat.runs)
    flat.markChain(endingAt: last, 0, flat.runs.count)
  }

  /// Joins runs that are adjacent on both sides, which a section boundary separated before. Only runs with
  /// the same `stays` are joined.
  private mutating func joinRuns() {
    var written = 0
    for read in 0..<runs.count {
      let run = runs[read]
      if written > 0 {
        let left = runs[written - 1]
        let touches = left.before + left.count == run.before && left.after + left.count == run.after
        if touches && left.stays == run.stays {
          runs[written - 1].count += run.count
          continue
        }
      }
      runs[written] = run
      written += 1
    }
    runs.truncate(to: written)
  }
}
