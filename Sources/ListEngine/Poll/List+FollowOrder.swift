// A list that is sorted by an order follows its source: part of a poll, see List+Follow.
//
//     1. read     the source's version, with its marks; from now on it is held, and newer ones wait
//     2. match    it with the version that is shown
//     3. ask      about what is new, has changed or is marked, as many as a poll may ask
//     4. update   once all is answered

extension List {
  @_optimize(size) func followOrdered(_ sourceUpdate: inout SourceUpdate, news: Bool) throws(Refusal) -> Bool
  {
    try makeOrderAsking()
    if features.unanswered.value != 0 {
      goOn(&sourceUpdate)
    } else {
      if !news { return false }
      try beginQuestions(&sourceUpdate)
    }
    // The host may call the library meanwhile, which changes the derivation.
    var questions = OrderQuestions()
    swap(&questions, &orderAsking.questions)
    do throws(Refusal) {
      if try !ask(&questions, derivation.ordering.order, &sourceUpdate, reorders: false) {
        wait(&questions, &sourceUpdate)
        return false
      }
      var options = UpdateOptions()
      options.isPlain = questions.commits.isPlain
      options.animation = questions.commits.animation
      options.reloads = questions.commits.reloads
      try update(&sourceUpdate, options, skipsUnchanged: true, &questions.update)
      features.unanswered.value = 0
      if questions.commits.endsLoading { endLoading(options) }
    } catch {
      wait(&questions, &sourceUpdate)
      throw error
    }
    return sourceUpdate.hasChanged
  }

  /// Asks the host, as often as a poll may, and plans the update once all is answered. Returns whether it is ready: then
  /// it is prepared. Before that it is only for the plan: versions are not matched in every poll.
  @_optimize(size) func ask(
    _ questions: inout OrderQuestions, _ order: borrowing SortOrder, _ sourceUpdate: inout SourceUpdate,
    reorders: Bool
  ) throws(Refusal) -> Bool {
    var left = order.batch
    if !sourceUpdate.isPrepared { try borrowVersion(&sourceUpdate) }
    try questions.ask(order, sourceUpdate.version, &left, isGrouped: derivation.options.isGrouped)
    if !questions.isAnswered { return false }
    if !questions.update.isPlanned {
      try prepare(&sourceUpdate, questions)
      // Only this poll changes what it reads.
      try read { state throws(Refusal) in
        try questions.plan(
          order, &sourceUpdate, derivation, state, isScoped: options.isScoped, reorders: reorders)
      }
    }
    if try !questions.goOn(order, self, &sourceUpdate, &left) { return false }
    try prepare(&sourceUpdate, questions)
    return true
  }

  private func prepare(
    _ sourceUpdate: inout SourceUpdate, _ questions: borrowing OrderQuestions
  ) throws(Refusal) {
    if sourceUpdate.isPrepared { return }
    try prepare(&sourceUpdate)
    try sourceUpdate.marks.copy(questions.marks)
    try sourceUpdate.markedSections.copy(questions.markedSections)
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
      try questions.collect(&sourceUpdate, onlyNew: derivation.ordering.order.isFrozen)
    } catch {
      derivation.link.giveBack(questions.commits, &questions.given)
      throw error
    }
    orderAsking.questions = questions
  }

  /// The version that is being asked about, once more.
  private func goOn(_ sourceUpdate: inout SourceUpdate) {
    if !orderAsking.questions.isNew { return }
    swap(&sourceUpdate.version, &orderAsking.questions.version)
    sourceUpdate.number = orderAsking.questions.number
    sourceUpdate.isNewVersion = true
  }

  /// The next poll goes on with the questions.
  private func wait(_ questions: inout OrderQuestions, _ sourceUpdate: inout SourceUpdate) {
    if questions.isNew { swap(&sourceUpdate.version, &questions.version) }
    features.unanswered.value = questions.unanswered
    swap(&questions, &orderAsking.questions)
    features.channel.add(.following)
  }

  /// The source is read again.
  func dropQuestions() {
    features.unanswered.value = 0
    if orderAsking.questions.number == .max { return }
    derivation.link.giveBack(orderAsking.questions.commits, &orderAsking.questions.given)
    orderAsking.questions = OrderQuestions()
    features.channel.add(.source)
  }
}
