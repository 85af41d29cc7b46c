// The parts of a list beside its items, for hosts that poll it: made by the first function that needs them, and then
// kept until the list goes. Each part protects itself.
//
//     ListFeatures ─┬─ channel    events and work for the next poll     EventChannel
//                   ├─ submissions  updates that polls commit           SubmissionQueue, with the channel's lock
//                   ├─ preparation  of the first one                    Preparation, with the update lock
//                   ├─ isPolled   the mark of the poll under way
//                   ├─ held       what the last poll handed out         HeldEvents, with that mark
//                   ├─ loading    whether items are loaded              LoadingState, with the state's lock
//                   ├─ paging     pages that can be loaded              Paging, likewise
//                   ├─ elements   supplementaries of the list itself    ListElements, likewise
//                   ├─ views      what the list knows of its views      ListViews
//                   ├─ classes    those that items may have             RegisteredClasses, with the state's lock
//                   ├─ followers  lists that are derived from it        Followers
//                   ├─ derivation what a derived list knows of its source     Derivation, with the state's lock
//                   ├─ asking     how far a filter was asked                  FilterAsking, with the mark of the poll
//                   └─ orderAsking how far orders were asked                  OrderAsking, likewise

struct ListFeatures: ~Copyable {
  let channel = EventChannel()
  let submissions = InlineBox(SubmissionQueue())
  /// 1 once there was a transition of it.
  let isQueueUsed = AtomicWord()
  let preparation = InlineBox(Preparation?.none)
  let workerEntry = InlineBox(Worker.Entry())
  /// 1 while a poll is under way.
  let isPolled = AtomicWord()
  let held = InlineBox(HeldEvents())
  let loading = InlineBox(LoadingState())
  let paging = InlineBox(Paging())
  let elements = InlineBox(ListElements())
  let views = ListViews()
  private let viewChangeCount = AtomicWord()
  private let pageChangeCount = AtomicWord()
  let classes = InlineBox(RegisteredClasses())
  let followers = Followers()
  let derivation = InlineBox(LazyBox<Derivation>())
  let orderAsking = InlineBox(LazyBox<OrderAsking>())
  let asking = InlineBox(FilterAsking())
  /// How many items polls have still to ask about: of the version that is followed, while newer ones wait; and for the
  /// filter or order that takes effect next.
  let unanswered = AtomicWord()
  let unansweredNext = AtomicWord()

  init() {}
}

extension ListFeatures {
  /// Counts what views show beside what the list's version counts: states, elements, loading, pages, marks.
  var viewChanges: UInt64 { viewChangeCount.value }

  /// Something of that has changed.
  func changeViews() {
    if views.count == 0 { return }
    _ = viewChangeCount.add(1)
    channel.add(.views)
  }

  /// Counts the changes of pages: an element may stand for one.
  var pageChanges: UInt64 { pageChangeCount.value }

  func changePages() {
    _ = pageChangeCount.add(1)
    changeViews()
  }

  /// Reads the queue of submissions. Transitions are run by the list.
  func withSubmissions<Result>(_ body: (borrowing SubmissionQueue) -> Result) -> Result {
    channel.locked { _ in body(submissions.value) }
  }
}

/// The events of the last poll, whose models and changesets the host may use until the next one.
struct HeldEvents: ~Copyable {
  var records = Buffer<EventRecord>()
  var models = ModelReferences()

  init() {}

  deinit { release() }

  var isEmpty: Bool { records.isEmpty }

  /// Calls the host, so no lock may be held.
  private func release() {
    for i in 0..<records.count { records[i].release() }
    models.releaseAll()
  }

  mutating func removeAll() {
    release()
    records.removeAll()
    models.removeAll()
  }
}

extension List {
  /// Creates the features at their first use.
  func makeFeatures() throws(Refusal) { try featuresBox.make { ListFeatures() } }

  var hasFeatures: Bool { featuresBox.isMade }

  /// Whether the host has made a view of it.
  var hasViews: Bool { hasFeatures && features.views.count > 0 }

  /// Valid only if there are features.
  var features: ListFeatures { _read { yield featuresBox.value } }

  /// Counts a change that readers see, with the state locked.
  func countChange(of state: inout ListState) {
    state.version &+= 1
    if !hasFeatures { return }
    if hasViews { features.channel.add(.views) }
    features.followers.wake()
    if !features.channel.wants(EventKind.placeholder) { return }
    if features.loading.value.isChanged(items: state.arrangement.count) { features.channel.add(.look) }
  }

  /// Whether events of that kind are asked for.
  func wants(_ kind: UInt32) -> Bool { hasFeatures && features.channel.wants(kind) }
}
