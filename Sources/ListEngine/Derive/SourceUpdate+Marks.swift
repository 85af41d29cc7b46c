// The marks of the source's commits, to reload or reconfigure: the derived list's update has the same marks.

extension SourceUpdate {
  /// Finds the marked items and sections in the version.
  mutating func find(_ wanted: borrowing Buffer<ViewMark>, _ source: borrowing List) throws(Refusal) {
    var order = Buffer<UInt64>()
    try order.reserve(wanted.count)
    try markedSections.reserve(wanted.count)
    try source.read { state throws(Refusal) in
      // The next poll finds them, when this version is followed.
      if state.version != number { throw Refusal(.busy) }
      for i in 0..<wanted.count {
        if wanted[i].name.item == 0 {
          if wanted[i].name.kind == 0, let id = state.live(wanted[i].name.section) {
            markedSections.push(UInt64(state.arrangement.start(ofSection: id).units))
          }
          continue
        }
        guard let slot = state.slots.slot(wanted[i].name.item) else { continue }
        let reloads: UInt64 = wanted[i].flags & ChangeFlags.reload != 0 ? 1 : 0
        let flat = state.arrangement.flat(of: state.location(ofSlot: slot))
        order.push(UInt64(flat) << 32 | reloads)
      }
    }
    try order.sort()
    try markedSections.sort(from: 0)
    try marks.reserve(order.count)
    for i in 0..<order.count {
      marks.push(Mark(flat: UInt32(order[i] >> 32), reloads: UInt32(truncatingIfNeeded: order[i])))
    }
  }

  /// Forgets a filter's answers about what is marked, which is asked again: a mark says that something has changed which
  /// the content does not tell. `all`: everything is reloaded.
  mutating func forgetMarkedAnswers(all: Bool) {
    if all { forgetAnswers(0..<bits.count) }
    for i in 0..<marks.count { forgetAnswers(Int(marks[i].flat)..<Int(marks[i].flat) + 1) }
    for i in 0..<markedSections.count { forgetAnswers(version.items(ofSection: Int(markedSections[i]))) }
  }

  private mutating func forgetAnswers(_ items: Range<Int>) {
    bits.fill(false, FilterColumn.known, items.lowerBound, items.count)
    bits.fill(false, FilterColumn.nextKnown, items.lowerBound, items.count)
  }

  /// Whether a section of the version is to be reloaded.
  func isMarked(section: Int) -> Bool {
    var low = 0
    var high = markedSections.count
    while low < high {
      let middle = (low + high) / 2
      if markedSections[middle] < UInt64(section) { low = middle + 1 } else { high = middle }
    }
    return low < markedSections.count && markedSections[low] == UInt64(section)
  }

  var hasMarks: Bool { !marks.isEmpty || !markedSections.isEmpty }

  /// Copies the marks of items that are shown, by position in the list.
  func projectMarks(to result: inout Buffer<Mark>) throws(Refusal) {
    try result.reserve(marks.count)
    for i in 0..<marks.count where bits[SourceColumn.shown, Int(marks[i].flat)] {
      let number = ranks.rank(SourceColumn.shown, of: bits, Int(marks[i].flat))
      result.push(Mark(flat: UInt32(number), reloads: marks[i].reloads))
    }
  }
}
