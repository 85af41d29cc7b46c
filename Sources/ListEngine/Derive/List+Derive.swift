// How a list is derived, and how the two part.
//
//     derived list destroyed    its link says that it has left: the source wakes it no more        leaveSource
//     source destroyed          the derived list keeps the version that it has followed last       withSource
//
// The link goes with the last of the two, so neither ever waits for the other one.

extension List {
  /// Returns the handle of a list that follows this one, whose handle is `handle`. It is filled.
  @_optimize(size) public func derive(_ handle: Handle, _ derivedOptions: DeriveOptions) throws(Refusal)
    -> Handle
  {
    if derivedOptions.isGrouped && self.options.isScoped { throw Refusal(.scopedSource) }
    if depth() >= DeriveOptions.maxDepth { throw Refusal(.depthLimit, limit: DeriveOptions.maxDepth) }
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
    let link = unsafe try FollowLink(to: list.featuresBox.pointer.unsafelyUnwrapped, of: derived)
    do throws(Refusal) {
      try features.followers.add(link)
    } catch {
      link.drop()
      link.drop()
      throw error
    }
    do throws(Refusal) {
      try list.features.derivation.value.make { Derivation(from: handle, link, derivedOptions) }
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
    features.channel.add(.source)
    _ = try follow()
    if derivation.number != .max { return }
    if !HandleTable.process.isAlive(derivation.source) { throw Refusal(.object, role: .object) }
    // The source is being edited, or changes all the time.
    throw Refusal(.sourceBusy)
  }

  /// A derived list is destroyed: its source wakes it no more.
  func leaveSource() {
    read { _ in if isDerived { derivation.link.leave() } }
  }
}
