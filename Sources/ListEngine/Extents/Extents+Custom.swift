// Sections whose layout is the host's: where their items are follows from what its functions have said (CustomAnswers). What
// they say is cut to what can be:
//
//     extent 240, room 100     frame -10 ..< 30, across 80 ..< 130     0 ..< 30, across 80 ..< 100
//     7 items                  range first 5, 4 shown                  5 ..< 7

extension Extents {
  /// The answer to a question about a section; nil if it is not there: then it is asked for.
  private func answer(
    _ kind: CustomQuestion.Kind, from: Int = 0, to: Int = 0, of id: SectionID, _ metrics: LayoutMetrics,
    _ list: borrowing ListState
  ) -> CustomAnswer? {
    let question = CustomQuestion(
      kind: kind, choice: sections.choice(of: id), count: Int(list.arrangement.sections[id].count),
      across: metrics.inner, from: from, to: to)
    if let found = custom.find(question) { return found }
    if !custom.isComplete { return CustomAnswer() }
    let layout = layout(of: id, list)
    custom.note(OpenQuestion(question: question, section: list.handle(ofSection: id), layout: layout))
    return nil
  }

  /// The length of all items; nil if it is not known.
  @_optimize(size) @inline(never) func customExtent(
    of id: SectionID, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) -> Int? {
    guard let answer = answer(.extent, of: id, metrics, list) else { return nil }
    // As long as if each item had the largest length there is.
    let most = Int(list.arrangement.sections[id].count).multipliedReportingOverflow(
      by: window.grain.length(Grain.largest))
    return max(0, min(answer.length, most.overflow ? .max : most.partialValue, 1 << 58))
  }

  /// The items that a stretch shows, from the start of the section's items.
  @_optimize(size) @inline(never) func customItems(
    from: Int, to: Int, in id: SectionID, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) -> Range<Int> {
    let extent = customExtent(of: id, metrics, list) ?? 0
    let (from, to) = (max(0, min(from, extent)), max(0, min(to, extent)))
    guard from < to, let answer = answer(.range, from: from, to: to, of: id, metrics, list) else {
      return 0..<0
    }
    let count = Int(list.arrangement.sections[id].count)
    let first = min(answer.start, count)
    return first..<first + min(answer.length, count - first)
  }

  /// Where an item is, from the start of the section's items.
  @_optimize(size) @inline(never) func customSpan(
    ofItem index: Int, in id: SectionID, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) -> Span {
    let extent = customExtent(of: id, metrics, list) ?? 0
    guard let answer = answer(.frame, from: index, of: id, metrics, list) else { return Span() }
    let along = CustomAnswer.cut(answer.start, answer.length, to: extent)
    let across = CustomAnswer.cut(answer.acrossStart, answer.acrossLength, to: metrics.inner)
    return Span(
      start: along.start, length: min(along.length, window.grain.length(Grain.largest)),
      acrossStart: metrics.acrossStart + across.start, acrossLength: across.length)
  }

  /// The first item that ends behind an offset, and its start; nil without any.
  @_optimize(size) @inline(never) func customItem(
    endingAfter offset: Int, in id: SectionID, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) -> (index: Int, start: Int)? {
    let extent = customExtent(of: id, metrics, list) ?? 0
    var length = max(window.along, window.grain.length(1))
    while offset < extent {
      for index in customItems(from: offset, to: offset + length, in: id, metrics, list) {
        let span = customSpan(ofItem: index, in: id, metrics, list)
        if span.end > offset { return (index, span.start) }
      }
      if offset + length >= extent || custom.hasQuestions { return nil }
      length *= 2
    }
    return nil
  }
}

extension CustomAnswer {
  /// Cuts a length to a room.
  fileprivate static func cut(_ start: Int, _ length: Int, to room: Int) -> (start: Int, length: Int) {
    let from = max(0, min(start, room))
    let end = max(from, min(start + max(0, length), room))
    return (from, end - from)
  }
}
