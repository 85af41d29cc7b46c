// The phase of an update that calls the host; nothing but memory can be refused after it.
//
//     equal      of a class, for a matched item without content whose model is another one
//     changed    of a class, for the mask of an updated item
//     retain     of a class, for models that the list did not hold before, or held with another class

extension UpdateScratch {
  /// Completes the correspondence by what is updated.
  mutating func askAboutChanges() throws(Refusal) {
    matcher.matches.askEqual(matcher.pairing)
    try matcher.matches.fillUpdates(&correspondence, matcher.pairing, marks: marks)
  }

  mutating func retainModels() throws(Refusal) {
    if matcher.pairing.after.traits & ItemColumn.model.bit == 0 { return }
    var references = ModelReferences()
    for i in 0..<matcher.matches.staged.count where matcher.matches.staged.isNew(i) {
      try references.add(matcher.matches.staged.values(i))
    }
    for i in 0..<matcher.matches.patches.count {
      let patch = matcher.matches.patches[i]
      if matcher.pairing.replacesModel(patch) { try references.add(patch.values) }
    }
    references.retainAll()
    swap(&retained, &references)
  }
}
