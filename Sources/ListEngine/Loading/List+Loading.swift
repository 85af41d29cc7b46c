// Loading and paging: what the host says about items that are not there yet, and what it is asked. Setting takes the
// lock of the state only, so it works beside a diff and while an edit is open. The events are made by a poll: `look`.

extension List {
  // MARK: Loading

  public func setLoading(_ loading: UInt32) throws(Refusal) {
    if loading == Loading.no && !hasFeatures { return }
    try makeFeatures()
    write { _ in
      features.loading.value.loading = loading
      features.channel.add(.look)
      features.changeViews()
    }
  }

  // MARK: Paging

  /// `section` 0: the list. The token of `page` names the request that it answers, 0: whatever is under way.
  public func setPage(_ section: UInt64, _ edge: Edge, _ page: Page) throws(Refusal) {
    try makeFeatures()
    try write { state throws(Refusal) in
      if section != 0 { _ = try state.section(section) }
      try features.paging.value.set(section, edge, page)
      features.changePages()
    }
  }

  @_optimize(size) public func page(_ section: UInt64, _ edge: Edge) throws(Refusal) -> Page {
    try read { state throws(Refusal) in
      if section != 0 { _ = try state.section(section) }
      return hasFeatures ? features.paging.value.page(section, edge) : Page()
    }
  }

  /// The host has noticed by itself that an edge is near.
  @_optimize(size) public func reachEdge(_ section: UInt64, _ edge: Edge) throws(Refusal) {
    try write { state throws(Refusal) in
      if section != 0 { _ = try state.section(section) }
      if !wants(EventKind.page) { return }
      if features.paging.value.reach(section, edge) { features.channel.add(.look) }
    }
  }

  // MARK: A poll

  /// Makes the events of a placeholder that differs from the one reported last, and of edges that were reached.
  @_optimize(size) func look() throws(Refusal) {
    if !features.channel.has(.look) { return }
    let room = 1 + read { _ in features.paging.value.reachedCount }
    try features.channel.reserve(room)
    var left = room
    write { state in report(state, room: &left) }
    features.channel.unreserve(left)
  }

  /// Appends at most `left` events, and subtracts their number from it. The state is locked.
  @inline(never) @_optimize(size) private func report(_ state: borrowing ListState, room left: inout Int) {
    // Work that is added from now on is for the next poll.
    features.channel.remove(.look)
    if features.channel.wants(EventKind.placeholder) {
      let placeholder = features.loading.value.placeholder(items: state.arrangement.count)
      if placeholder != features.loading.value.reported {
        features.loading.value.reported = placeholder
        var record = EventRecord(EventKind.placeholder)
        record.version = state.version
        record.number = UInt64(placeholder)
        features.channel.push(record)
        left -= 1
      }
    }
    let isAsked = features.channel.wants(EventKind.page)
    features.paging.value.takeReached { section, edge in
      isAsked && left > 0 && state.asks(section, edge)
    } _: { section, edge, token in
      features.channel.push(state.record(ofPage: section, edge, token))
      left -= 1
      // An element may stand for the page.
      features.changePages()
    }
  }
}

extension ListState {
  /// Whether there can be a page behind an edge: without items only behind the end, which is where they begin.
  fileprivate func asks(_ section: UInt64, _ edge: Edge) -> Bool {
    if section == 0 { return edge == .end || arrangement.count > 0 }
    guard let id = live(section) else { return false }
    return edge == .end || arrangement.sections[id].count > 0
  }

  @_optimize(size) fileprivate func record(ofPage section: UInt64, _ edge: Edge, _ token: UInt64)
    -> EventRecord
  {
    var record =
      (try? record(EventKind.page, of: ElementName(section: section))) ?? EventRecord(EventKind.page)
    record.flags = UInt32(edge.rawValue)
    record.number = token
    return record
  }
}
