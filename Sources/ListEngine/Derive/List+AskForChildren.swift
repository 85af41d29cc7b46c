// What follows an update of a derived list at the end of its poll.

extension List {
  /// Pushes IQ_EVENT_CHILDREN for the expanded items whose children the source does not have.
  func askForChildren() throws(Refusal) {
    if derivation.askedForChildren.isEmpty { return }
    do throws(Refusal) {
      try features.channel.reserve(derivation.askedForChildren.count)
    } catch {
      // With the next poll.
      features.channel.add(.following)
      throw error
    }
    write { state in
      for i in 0..<derivation.askedForChildren.count {
        var record = EventRecord(EventKind.children)
        record.item = derivation.askedForChildren[i]
        record.version = state.version
        record.count = 1
        state.locate(&record)
        features.channel.push(record)
      }
      derivation.askedForChildren.removeAll()
    }
  }
}
