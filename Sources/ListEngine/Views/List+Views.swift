// The views of a list: how they are made, what a poll does with them, and the elements of the list itself.

extension List {
  /// Returns the handle of a new view of the list at `handle`, which `prepare` gets before.
  @_optimize(size) func makeView(
    _ handle: Handle, isLaidOut: Bool, _ encodeEvent: @escaping EventEncoder,
    prepare: (borrowing View) throws(Refusal) -> Void
  ) throws(Refusal) -> Handle {
    try makeFeatures()
    let object = try NewObject<View>()
    let view = unsafe View(of: handle, object.handle, isLaidOut: isLaidOut, encodeEvent)
    try prepare(view)
    try features.views.add(object.handle)
    return object.fill(view)
  }

  // MARK: A poll

  /// Unbinds what has left the views.
  func unbindLeaving() {
    forEachView { view in view.recycler.unbindLeaving() }
  }

  /// Reconciles all views with the list. Returns false if a function of a class has failed.
  @_optimize(size) func reconcileViews() throws(Refusal) -> Bool {
    var isComplete = true
    var failure: Refusal? = nil
    forEachView { view in
      do throws(Refusal) {
        if try !view.reconcile(self) { isComplete = false }
      } catch { failure = error }
    }
    if let failure {
      features.channel.add(.views)
      throw failure
    }
    return isComplete
  }

  @_optimize(size) private func forEachView(_ body: (borrowing View) -> Void) {
    var i = 0
    while let handle = features.views.view(at: i) {
      // A view that is destroyed meanwhile leaves its index to the next one.
      defer { if features.views.view(at: i)?.bits == handle.bits { i += 1 } }
      do throws(Refusal) {
        let view = try Pinned<View>(handle, role: .object)
        if view.value.isLaidOut || !view.value.enterPolling() { continue }
        body(view.value)
        view.value.leave(self)
      } catch {}
    }
  }

  /// Reaches the edges that are near what is visible.
  @_optimize(size) func reachVisibleEdges() {
    if !wants(EventKind.page) || !read({ _ in features.paging.value.isUsed }) { return }
    write { state in reachVisibleEdges(of: state) }
  }

  /// The state is locked.
  @inline(never) @_optimize(size) private func reachVisibleEdges(of state: borrowing ListState) {
    for i in 0..<features.views.count {
      guard let range = features.views.range(at: i, version: state.version) else { continue }
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

  // MARK: Elements of the list itself

  @_optimize(size) public func setSupplementary(_ supplementary: Supplementary) throws(Refusal) {
    try checkClass(supplementary, ofSection: nil)
    try makeFeatures()
    var one = try Buffer<Supplementary>(capacity: 1)
    one.push(supplementary)
    guard let new = try SupplementaryBlock.make(one, section: Key(low: 0, high: 0)) else { return }
    do throws(Refusal) {
      let former = try write { _ throws(Refusal) in try features.elements.value.set(new) }
      former?.release()
    } catch {
      new.release()
      throw error
    }
    features.changeViews()
  }

  @_optimize(size) public func removeSupplementary(kind: UInt32, index: UInt32) throws(Refusal) {
    guard hasFeatures,
      let former = write({ _ in features.elements.value.remove(kind: kind, index: index) })
    else { throw Refusal(.noElement).about(kind, index) }
    former.release()
    features.changeViews()
  }
}
