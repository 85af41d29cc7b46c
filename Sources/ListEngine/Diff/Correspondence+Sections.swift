// Represents the sections of a list as the items of a list with one section, so that the code for items also
// handles sections.
//
//     A B -> B A       starts 0 2 and 0 2, runs (1,0,1) (0,1,1)
//
// The fewest section moves have priority; among equals, the most items in r. A section therefore weighs
// 2^32 plus its items that stay. In the worked example A and B cannot both stay; A keeps two items in r
// (1, 3) and B one (5), so B moves.

extension Correspondence {
  /// Fills `correspondence` with the sections as items; `stays` is copied from `sectionStays`.
  func fillSections(_ correspondence: inout Correspondence) throws(Refusal) {
    try correspondence.setOneSection(UInt32(beforeSectionCount), UInt32(afterSectionCount))
    correspondence.runs.removeAll()
    var run = Run(before: 0, after: 0, count: 0)
    for section in 0..<afterSectionCount {
      let before = beforeOfAfter[section]
      if before == noIndex { continue }
      let stays = UInt32(sectionStays[section])
      let after = UInt32(truncatingIfNeeded: section)
      if run.before &+ run.count == before, run.after &+ run.count == after, run.stays == stays {
        run.count &+= 1
        continue
      }
      if run.count > 0 { try correspondence.runs.append(run) }
      run = Run(before: before, after: after, count: 1, stays: stays == 1)
    }
    if run.count > 0 { try correspondence.runs.append(run) }
  }

  /// If the matched sections are in the same order on both sides, all stay. Otherwise reserves the memory for
  /// solving them.
  mutating func prepareSections(_ scratch: inout SolveScratch) throws(Refusal) {
    try sectionStays.resize(to: afterSectionCount, filling: 0)
    scratch.sections.runs.removeAll()
    var ascending = true
    var rising: UInt32 = 0
    for section in 0..<afterSectionCount {
      let before = beforeOfAfter[section]
      sectionStays[section] = before == noIndex ? 0 : 1
      if before == noIndex { continue }
      if before < rising { ascending = false }
      rising = before
    }
    if ascending { return }
    try fillSections(&scratch.sections)
    try scratch.heaviest.reserve(scratch.sections.runs.count)
    try scratch.sectionWeights.resize(to: scratch.sections.runs.count, filling: 0)
  }

  /// Runs after the items are solved, because the items that stay decide between equal solutions.
  mutating func solveSections(_ scratch: inout SolveScratch) {
    let count = scratch.sections.runs.count
    if count == 0 { return }
    weighSections(&scratch)
    scratch.heaviest.removeAll()
    for i in 0..<count {
      scratch.heaviest.push(
        run: i, before: scratch.sections.runs[i].before, weight: scratch.sectionWeights[i])
    }
    let last = scratch.heaviest.solve(&scratch.sections.runs)
    scratch.sections.markChain(endingAt: last, 0, count)
    for i in 0..<count {
      let run = scratch.sections.runs[i]
      for section in run.after..<run.after + run.count {
        sectionStays[Int(section)] = UInt8(run.stays)
      }
    }
  }

  private func weighSections(_ scratch: inout SolveScratch) {
    var i = 0
    for r in 0..<scratch.sections.runs.count {
      let sections = scratch.sections.runs[r]
      let first = afterStarts[Int(sections.after)]
      let end = afterStarts[Int(sections.after + sections.count)]
      var weight = UInt64(sections.count) << 32
      while i < runs.count {
        let run = runs[i]
        if run.after >= end { break }
        if run.after >= first, run.stays == 1 { weight += UInt64(run.count) }
        i += 1
      }
      scratch.sectionWeights[r] = weight
    }
  }
}
