// A slow model of a list whose submissions only polls and tests prepare: there is no worker.

@testable import ListEngine

struct PlainSubmission {
  var ticket: UInt64
  var content: Content
  var isEach = false
  var isHere = false
  var isLate = false
  /// When the first of those that it has superseded was submitted.
  var start: UInt64
  var discards = 0
  var isPrepared = false
  var isCancelled = false
  var isAnnounced = false
  /// As far as it is known.
  var code: Int32 = 0

  var isLeftToPolls: Bool { discards >= 2 || isHere }

  var hasDuplicates: Bool {
    let names = content.flatMap { part in part.items.map { $0.name } }
    return Set(names).count < names.count
  }
}

struct PlainSubmissions {
  struct Event: Equatable {
    var kind: UInt32
    var ticket: UInt64
    var code: Int32 = 0
  }

  let mask: UInt32
  private(set) var content: Content = []
  private(set) var lastTicket: UInt64 = 0
  private(set) var waiting: [PlainSubmission] = []
  private(set) var current: PlainSubmission? = nil
  /// The ticket of the one that the next one supersedes.
  private(set) var supersedable: UInt64? = nil
  private(set) var ended: [SubmissionLog.Entry] = []
  private(set) var done: [SubmissionLog.Entry] = []
  private(set) var events: [Event] = []
  var isEdited = false

  init(mask: UInt32) { self.mask = mask }

  var canTake: Bool { !isEdited && (current != nil || !waiting.isEmpty) }

  // MARK: The host

  mutating func submit(_ submission: PlainSubmission) {
    lastTicket += 1
    var submission = submission
    submission.ticket = lastTicket
    if let ticket = supersedable {
      let i = waiting.firstIndex { $0.ticket == ticket }!
      submission.start = waiting.remove(at: i).start
      end(ticket, Refusal.Kind.superseded)
    }
    waiting.append(submission)
    supersedable = submission.isEach ? nil : submission.ticket
    if submission.isHere && current == nil && waiting[0].isHere { prepareFirst() }
  }

  /// Returns why it is refused.
  mutating func cancel(_ ticket: UInt64) -> Refusal.Kind? {
    if ticket > lastTicket { return .notFound }
    let found = waiting.filter { ticket == 0 || $0.ticket == ticket }
    let isCurrent = current.map { (ticket == 0 || $0.ticket == ticket) && !$0.isCancelled } ?? false
    if ticket != 0 && found.isEmpty && !isCurrent { return .state }
    for submission in found { end(submission.ticket, .cancelled) }
    waiting.removeAll { submission in found.contains { $0.ticket == submission.ticket } }
    if found.contains(where: { $0.ticket == supersedable }) { supersedable = nil }
    if isCurrent { current!.isCancelled = true }
    return nil
  }

  /// A change of the list discards what is prepared, whether it succeeds or not.
  mutating func discard() {
    guard var submission = current, submission.isPrepared else { return }
    current = nil
    if submission.isCancelled { return end(submission.ticket, .cancelled) }
    submission.isPrepared = false
    submission.discards += 1
    waiting.insert(submission, at: 0)
  }

  mutating func set(_ content: Content) {
    discard()
    self.content = content
    report(Event(kind: EventKind.update, ticket: 0))
  }

  /// The edit changed nothing.
  mutating func commitEdit() {
    isEdited = false
    report(Event(kind: EventKind.update, ticket: 0))
  }

  // MARK: The worker

  /// Those that are late do not begin in time.
  mutating func work() {
    if current == nil, let first = waiting.first, !first.isLeftToPolls, !first.isLate { prepareFirst() }
  }

  private mutating func begin() {
    current = waiting.removeFirst()
    if supersedable == current!.ticket { supersedable = nil }
  }

  /// Nothing begins in an edit.
  private mutating func prepareFirst() {
    if isEdited { return }
    begin()
    if current!.hasDuplicates {
      current!.code = Refusal.Kind.duplicate.code
    } else {
      current!.isPrepared = true
    }
  }

  // MARK: A poll

  /// Returns what is handed out. `takes`: a submission was reported to it.
  mutating func poll(_ capacity: Int, takes: Bool) -> [Event] {
    complete(all: events.isEmpty)
    if !events.isEmpty { return handOut(capacity) }
    if takes { take() }
    let found = handOut(capacity)
    if found.isEmpty { complete(all: true) }
    return found
  }

  private mutating func take() {
    if isEdited { return }
    if current == nil {
      if waiting.isEmpty { return }
      begin()
    }
    let isDropped = current!.isCancelled || current!.code != 0
    if !isDropped && mask & EventKind.willUpdate != 0 && !current!.isAnnounced {
      current!.isAnnounced = true
      return report(Event(kind: EventKind.willUpdate, ticket: current!.ticket))
    }
    let submission = current!
    current = nil
    if submission.isCancelled { return end(submission.ticket, .cancelled) }
    if submission.hasDuplicates {
      report(Event(kind: EventKind.update, ticket: submission.ticket, code: Refusal.Kind.duplicate.code))
      return end(submission.ticket, .duplicate)
    }
    content = submission.content
    report(Event(kind: EventKind.update, ticket: submission.ticket))
    end(submission.ticket, Refusal.Kind(code: 0))
  }

  private mutating func handOut(_ capacity: Int) -> [Event] {
    let found = Array(events.prefix(capacity))
    events.removeFirst(found.count)
    return found
  }

  private mutating func report(_ event: Event) { if mask & event.kind != 0 { events.append(event) } }

  // MARK: The end

  private mutating func end(_ ticket: UInt64, _ kind: Refusal.Kind) {
    ended.append(SubmissionLog.Entry(ticket: ticket, code: kind.code))
  }

  private mutating func complete(all: Bool) {
    let early = [Refusal.Kind.superseded.code, Refusal.Kind.cancelled.code]
    done += ended.filter { all || early.contains($0.code) }
    ended.removeAll { all || early.contains($0.code) }
  }

  /// The list goes.
  mutating func destroy() {
    let left = [current].compactMap { $0 } + waiting
    done += left.map { SubmissionLog.Entry(ticket: $0.ticket, code: Refusal.Kind.cancelled.code) } + ended
  }
}
