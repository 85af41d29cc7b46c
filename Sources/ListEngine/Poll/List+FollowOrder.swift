// A list that is sorted by an order follows its source: part of a poll, see List+Follow.
//
//     1. read     the source's version, with its marks; from now on it is held, and newer ones wait
//     2. match    it with the version that is shown
//     3. ask      about what is new, has changed or is marked, as many as a poll may ask
//     4. update   once all is answered

extension List {
  func followOrdered(_ sourceUpdate: inout SourceUpdate, news: Bool) throws(Refusal) -> Bool {
    if !features.asking.value.isUnanswered {
      if !news { return false }
      try beginQuestions(&sourceUpdate)
    } else {
      try goOn(&sourceUpdate)
    }
    do throws(Refusal) {
      var left = min(features.asking.value.left, derivation.ordering.order.batch)
      try ask(sourceUpdate, &left)
      if !derivation.ordering.questions.isAnswered {
        wait(&sourceUpdate)
        return false
      }
    } catch {
      wait(&sourceUpdate)
      throw error
    }
    var options = UpdateOptions()
    let commits = derivation.ordering.questions.commits
    options.isPlain = commits.isPlain
    options.animation = commits.animation
    options.reloads = commits.reloads
    do throws(Refusal) { try update(&sourceUpdate, options, skipsUnchanged: true) } catch {
      dropQuestions()
      throw error
    }
    if commits.endsLoading { endLoading(options) }
    features.asking.value.isUnanswered = false
    derivation.ordering.questions = OrderQuestions()
    return sourceUpdate.hasChanged
  }

  private func ask(_ sourceUpdate: borrowing SourceUpdate, _ left: inout Int) throws(Refusal) {
    // The host may call the library meanwhile, which changes the derivation.
    var questions = OrderQuestions()
    swap(&questions, &derivation.ordering.questions)
    defer { swap(&questions, &derivation.ordering.questions) }
    try questions.ask(derivation.ordering.order, sourceUpdate.version, &left)
  }

  /// The version that was read is asked about, and what its commits have marked.
  private func beginQuestions(_ sourceUpdate: inout SourceUpdate) throws(Refusal) {
    try prepare(&sourceUpdate)
    var questions = OrderQuestions()
    questions.number = sourceUpdate.number
    questions.isNew = sourceUpdate.isNewVersion
    if sourceUpdate.hasSource { questions.commits = derivation.link.take(&questions.given) }
    do throws(Refusal) {
      if try !find(questions.given, &sourceUpdate) { questions.commits.reloads = true }
      try questions.collect(&sourceUpdate)
    } catch {
      derivation.link.giveBack(questions.commits, &questions.given)
      throw error
    }
    derivation.ordering.questions = questions
  }

  /// The version that is being asked about, once more.
  private func goOn(_ sourceUpdate: inout SourceUpdate) throws(Refusal) {
    if derivation.ordering.questions.isNew {
      swap(&sourceUpdate.version, &derivation.ordering.questions.version)
      sourceUpdate.number = derivation.ordering.questions.number
      sourceUpdate.isNewVersion = true
    }
    try prepare(&sourceUpdate)
    try sourceUpdate.marks.copy(derivation.ordering.questions.marks)
    try sourceUpdate.markedSections.copy(derivation.ordering.questions.markedSections)
  }

  /// The next poll goes on with the questions.
  private func wait(_ sourceUpdate: inout SourceUpdate) {
    if derivation.ordering.questions.isNew {
      swap(&sourceUpdate.version, &derivation.ordering.questions.version)
    }
    features.asking.value.isUnanswered = true
    features.channel.add(.following)
  }

  /// The source is read again.
  func dropQuestions() {
    features.asking.value.isUnanswered = false
    if derivation.ordering.questions.number == .max { return }
    derivation.link.giveBack(derivation.ordering.questions.commits, &derivation.ordering.questions.given)
    derivation.ordering.questions = OrderQuestions()
    features.channel.add(.source)
  }
}
