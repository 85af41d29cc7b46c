// The host is asked where the items of its own layouts are, while no lock is held. What it says about a stretch is followed by
// the frame of each item there.

extension View {
  /// Asks what readings have noted.
  func answerQuestions() throws(Refusal) {
    if !layout.value.value.extents.custom.hasQuestions { return }
    var questions = Buffer<OpenQuestion>()
    try layout.value.value.extents.custom.take(&questions)
    for i in 0..<questions.count where canAsk { try ask(questions[i]) }
    // A function of the host has destroyed the view.
    if recycler.hasEnded { throw Refusal(.handle) }
  }

  private var canAsk: Bool { !recycler.hasEnded && !layout.value.value.extents.custom.hasFailed }

  @_optimize(size) @inline(never) private func ask(_ open: OpenQuestion) throws(Refusal) {
    let functions = layout.value.value.extents.layouts[open.layout].custom
    var question = open.question
    let answer = call(functions, question, open.section)
    try layout.value.value.extents.custom.add(question, answer)
    if question.kind != .range { return }
    let first = min(answer.start, question.count)
    question.kind = .frame
    question.to = 0
    for index in first..<first + min(answer.length, question.count - first) where canAsk {
      question.from = index
      if layout.value.value.extents.custom.find(question) != nil { continue }
      try layout.value.value.extents.custom.add(question, call(functions, question, open.section))
    }
  }

  /// Calls the host.
  @_optimize(size) @inline(never) private func call(
    _ functions: CustomLayout, _ question: CustomQuestion, _ section: UInt64
  ) -> CustomAnswer {
    let window = layout.value.value.window
    let grain = window.grain
    let across = grain.units(question.across)
    var answer = CustomAnswer()
    var hasFailed = false
    switch question.kind {
    case .extent:
      let extent = functions.extent(section, question.count, across)
      answer.length = grain.ticks(extent)
      hasFailed = extent.isNaN
    case .range:
      let items = functions.range(
        section, question.count, across, from: grain.units(question.from), to: grain.units(question.to))
      (answer.start, answer.length) = (Int(clamping: items.first), Int(clamping: items.shown))
      hasFailed = items.first == .max
    case .frame:
      let frame = functions.frame(section, question.count, across, index: question.from)
      let (x, y) = (
        (grain.ticks(frame.x), grain.ticks(frame.width)), (grain.ticks(frame.y), grain.ticks(frame.height))
      )
      let (along, other) = window.isHorizontal ? (x, y) : (y, x)
      (answer.start, answer.length) = along
      (answer.acrossStart, answer.acrossLength) = other
      hasFailed = frame.x.isNaN || frame.y.isNaN || frame.width.isNaN || frame.height.isNaN
    }
    if hasFailed { layout.value.value.extents.custom.hasFailed = true }
    return answer
  }
}
