// At the end of the poll of a derived list the host is asked for children.

extension List {
  /// Whether the host can be asked for items: an outline shows them once the first source has them.
  func asksForChildren() -> Bool { derivation.isOutline && wants(EventKind.children) && isConnected() }

  /// Pushes IQ_EVENT_CHILDREN for the expanded items whose children the source does not have.
  func askForChildren() throws(Refusal) {
    if derivation.askedForChildren.isEmpty { return }
    if !isConnected() { return write { _ in derivation.askedForChildren.removeAll() } }
    do throws(Refusal) {
      try features.channel.reserve(derivation.askedForChildren.count)
    } catch {
      // The next poll asks.
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
