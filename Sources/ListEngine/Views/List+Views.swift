// The views of a list: how they are made, what a poll does with them, and the elements of the list itself.

extension List {
  /// Returns the handle of a new view of the list at `handle`.
  public func makeView(_ handle: Handle, _ form: @escaping EventForm) throws(Refusal) -> Handle {
    try makeFeatures()
    let object = try NewObject<View>()
    let view = object.handle
    try features.views.add(view)
    return object.fill(unsafe View(of: handle, view, form))
  }

  // MARK: A poll

  /// Unbinds what has left the views.
  func unbindLeaving() {
    forEachView { view in view.unbindLeaving() }
  }

  /// Brings all views in line. Returns false if a function of a class has failed.
  func bringViewsInLine() throws(Refusal) -> Bool {
    var isComplete = true
    var failure: Refusal? = nil
    forEachView { view in
      do throws(Refusal) {
        if try !view.bringInLine(self) { isComplete = false }
      } catch { failure = error }
    }
    if let failure {
      features.channel.add(.views)
      throw failure
    }
    return isComplete
  }

  private func forEachView(_ body: (borrowing View) -> Void) {
    var i = 0
    while let handle = features.views.view(at: i) {
      // A view that is destroyed meanwhile leaves its index to the next one.
      defer { if features.views.view(at: i)?.bits == handle.bits { i += 1 } }
      do throws(Refusal) {
        let view = try Pinned<View>(handle, role: .object)
        if !view.value.enterPolling() { continue }
        body(view.value)
        view.value.leave(self)
      } catch {}
    }
  }

  /// Reaches the edges that are near what is visible.
  func reachVisibleEdges() {
    if !wants(EventKind.page) || !features.paging.value.isUsed { return }
    write { state in
      for i in 0..<features.views.count {
        guard let range = features.views.range(at: i) else { continue }
        features.paging.value.reach(near: range) { section in
          if section == 0 { return VisibleRange(first: 0, count: state.arrangement.count) }
          guard let id = state.live(section) else { return nil }
          return VisibleRange(
            first: Int(state.arrangement.start(ofSection: id).items),
            count: Int(state.arrangement.sections[id].count))
        }
      }
      if features.paging.value.reachedCount > 0 { features.channel.add(.look) }
    }
  }

  // MARK: Elements of the list itself

  public func setSupplementary(_ supplementary: Supplementary) throws(Refusal) {
    try makeFeatures()
    try replaceElements { old in
      for i in 0..<(old?.count ?? 0) where old?[i].rank == supplementary.rank { return (i, supplementary) }
      return (nil, supplementary)
    }
  }

  public func removeSupplementary(kind: UInt32, index: UInt32) throws(Refusal) {
    guard hasFeatures else { throw Refusal(.notFound) }
    try replaceElements { old throws(Refusal) in
      guard let i = old?.find(kind: kind, index: index) else { throw Refusal(.notFound) }
      return (i, nil)
    }
  }

  /// `change` says which one goes and which one comes. Two threads that change them at a time: one begins anew.
  private func replaceElements(
    _ change: (SupplementaryBlock?) throws(Refusal) -> (removed: Int?, added: Supplementary?)
  ) throws(Refusal) {
    while true {
      let old = read { _ in
        let block = features.elements.value.block
        block?.retain()
        return block
      }
      defer { old?.release() }
      let (removed, added) = try change(old)
      var list = Buffer<Supplementary>()
      try list.reserve((old?.count ?? 0) + 1)
      if let old { for i in 0..<old.count where i != removed { list.push(old[i]) } }
      if let added { list.push(added) }
      let new = try SupplementaryBlock.make(list, section: Key(low: 0, high: 0))
      let isReplaced = write { _ in
        if !SupplementaryBlock.isSame(features.elements.value.block, old) { return false }
        features.elements.value.block = new
        return true
      }
      if isReplaced {
        old?.release()
        if features.views.count > 0 { features.channel.add(.views) }
        return
      }
      new?.release()
    }
  }
}

extension SupplementaryBlock {
  fileprivate static func isSame(_ a: SupplementaryBlock?, _ b: SupplementaryBlock?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return a == b
  }
}
