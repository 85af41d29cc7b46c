// How a list is derived, and how the two part.
//
//     derived list destroyed    its link says that it has left                       leaveSource
//     source destroyed          the next poll makes an ordinary list of it           separate
//
// A derived list has no index of its own: the first change or search by key after the source has gone makes one.

extension List {
  /// Returns the handle of a list that follows this one, whose handle is `handle`. It is filled.
  public func derive(_ handle: Handle, _ derivedOptions: DeriveOptions) throws(Refusal) -> Handle {
    let depth = read { _ in isDerived ? derivation.depth + 1 : 1 }
    if depth > DeriveOptions.maxDepth { throw Refusal(.limit) }
    try makeFeatures()
    var options = self.options
    options.registersClasses = false
    options.dropsEmptySections = false
    options.keepsPayload = false
    let object = try NewObject<List>()
    let derived = object.handle
    let list = List(
      options, leafCapacity: state.value.arrangement.leafCapacity,
      fanOut: state.value.arrangement.items.fanOut)
    try list.makeFeatures()
    let link = unsafe try FollowLink(to: list.featuresBox.pointer.unsafelyUnwrapped)
    do throws(Refusal) {
      try features.followers.add(link)
    } catch {
      link.drop()
      link.drop()
      throw error
    }
    do throws(Refusal) {
      try list.features.derivation.value.make { Derivation(from: handle, link, depth: depth, derivedOptions) }
    } catch {
      link.leave()
      link.drop()
      throw error
    }
    _ = object.fill(list)
    let made = try Pinned<List>(derived, role: .object)
    do throws(Refusal) { try made.value.fill() } catch {
      try made.destroy(role: .object)
      throw error
    }
    return derived
  }

  /// The first update.
  private func fill() throws(Refusal) {
    features.channel.add(.following)
    _ = try follow()
    // Nobody else knows the list yet: the source is being edited, or changes all the time.
    if derivation.number == .max { throw Refusal(.busy) }
  }

  /// Of a derived list that is destroyed: its source wakes it no more.
  func leaveSource() {
    read { _ in if isDerived { derivation.link.leave() } }
  }

  // MARK: Without a source

  /// The source has gone: this is an ordinary list from now on. Filters that wait are cancelled.
  func separate() throws(Refusal) {
    try change(.submission) { change throws(Refusal) in
      change.droppedDerivation = write { _ in features.derivation.value.take() }
    }
    do throws(Refusal) { try cancel(0) } catch {}
  }
}
