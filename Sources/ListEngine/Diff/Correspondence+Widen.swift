// Converts the update of one section to a change of the whole list, in which every other section stays.

extension Correspondence {
  /// `arrangement` is `before`; `section` is the id of the section that this correspondence covers.
  mutating func widen(to arrangement: borrowing Arrangement, section: SectionID) throws(Refusal) {
    let offset = arrangement.start(ofSection: section)
    let before = beforeStarts[1]
    let after = afterStarts[1]
    var list = Input()
    try list.setSections(arrangement)
    let count = list.sectionCount
    let position = Int(offset.units)

    var wideRuns = try Buffer<Run>(capacity: runs.count + count)
    for i in 0..<count {
      let start = list.starts[i]
      let shifted = i > position ? start &- before &+ after : start
      if i == position {
        for r in 0..<runs.count {
          var run = runs[r]
          run.before += start
          run.after += start
          wideRuns.push(run)
        }
      } else if list.starts[i + 1] > start {
        wideRuns.push(Run(before: start, after: shifted, count: list.starts[i + 1] - start, stays: true))
      }
    }
    swap(&runs, &wideRuns)
    for u in 0..<updates.count {
      updates[u].before += offset.items
      updates[u].after += offset.items
    }

    var starts = try Buffer<UInt32>(capacity: count + 1)
    var identity = try Buffer<UInt32>(capacity: count)
    for i in 0...count {
      starts.push(i > position ? list.starts[i] &- before &+ after : list.starts[i])
      if i < count { identity.push(UInt32(i)) }
    }
    try sectionStays.resize(to: count, filling: 1)
    try afterOfBefore.reserve(count)
    afterOfBefore.removeAll()
    afterOfBefore.append(contentsOf: identity)
    swap(&beforeOfAfter, &identity)
    swap(&beforeStarts, &list.starts)
    swap(&afterStarts, &starts)
    sectionUpdates.removeAll()
    supplementaries.removeAll()
  }
}

extension Summary {
  /// Converts the summary of one section to that of the whole list; `arrangement` is `before`.
  mutating func widen(to arrangement: borrowing Arrangement) {
    let others = arrangement.count - itemsBefore
    itemsBefore += others
    itemsAfter += others
    sectionsBefore = arrangement.sectionCount
    sectionsAfter = arrangement.sectionCount
  }
}
