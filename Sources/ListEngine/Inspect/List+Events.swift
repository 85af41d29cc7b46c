// The kinds of events that a host asks for, and the state of the list at one moment.

public struct ListInfo: BitwiseCopyable, Sendable {
  public var version: UInt64 = 0
  public var sections = 0
  public var items = 0
  /// `Loading` and `Placeholder`.
  public var loading = Loading.no
  public var placeholder = Placeholder.none
  public var undoSteps = 0
  public var redoSteps = 0
  /// Items that are selected.
  public var selected = 0
  /// Handles, or 0.
  public var focused: UInt64 = 0
  public var focusedSection: UInt64 = 0
  /// How many submissions have not ended.
  public var submissions = 0
  public var views = 0
  public var isEdited = false
  public var holds: UInt32 = 0
  /// How many items polls have still to ask about.
  public var pending = 0
  /// The handle of the list that a derived list follows, or 0.
  public var source: UInt64 = 0
}

extension List {
  /// Sets the kinds that are made from now on.
  @_optimize(size) public func setEvents(_ kinds: UInt32) throws(Refusal) {
    if kinds == 0 && !hasFeatures { return }
    try makeFeatures()
    let isPagingNew = kinds & ~features.channel.mask & EventKind.page != 0
    features.channel.mask = kinds
    // A placeholder that differs from the last report is reported now, and edges that are near are reached.
    if kinds & EventKind.placeholder != 0 { features.channel.add(.look) }
    if isPagingNew { features.channel.add(.views) }
  }

  /// The kinds that are made.
  public var events: UInt32 { hasFeatures ? features.channel.mask : 0 }

  @_optimize(size) public func info() -> ListInfo {
    let source = isDerived ? withSource { _ in derivation.source } : nil
    return read { state in
      var info = ListInfo()
      info.source = source?.bits ?? 0
      if hasFeatures {
        (info.submissions, info.holds) = features.withSubmissions { queue in (queue.open.count, queue.holds) }
        info.views = features.views.count
        info.pending = Int(features.unanswered.value)
        // What was asked for a submission that was cancelled is forgotten by the next poll.
        if info.submissions > 0 { info.pending += Int(features.unansweredNext.value) }
      }
      info.version = state.version
      info.isEdited = editNumber.value != 0
      info.sections = state.arrangement.sectionCount
      info.items = state.arrangement.count
      info.placeholder = info.items == 0 ? Placeholder.empty : Placeholder.none
      if hasFeatures {
        info.loading = features.loading.value.loading
        info.placeholder = features.loading.value.placeholder(items: info.items)
      }
      if history.isMade {
        info.undoSteps = history.value.undoable.count
        info.redoSteps = history.value.redoable.count
      }
      if state.has(ItemStates.Mask.selected) {
        info.selected = state.states.value[ItemStates.Mask.selected].total
      }
      if let focused = state.sole(ItemStates.Mask.focused) {
        info.focused = state.handle(of: state.arrangement.location(ofItem: focused))
      }
      if state.states.isMade, state.states.value.focusedSection != .noIndex {
        info.focusedSection = state.handle(ofSection: state.states.value.focusedSection)
      }
      return info
    }
  }
}
