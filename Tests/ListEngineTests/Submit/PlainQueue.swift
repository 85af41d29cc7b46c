// A slow model of the queue of submissions: an array of what has not ended, and the history of all filters.

@testable import ListEngine

struct PlainQueue {
  struct Entry {
    var ticket: UInt64
    var isFilter = false
    var isEach = false
    var isHere = false
    var delay: UInt64 = 0
    var start: UInt64
    var change = FilterChange.different
    var state = Submission.State.waiting
    var discards = 0
    var code: Int32 = 0

    var due: UInt64 { start + delay * 1_000_000 }
    var isLeftToPolls: Bool { isHere || discards > 1 }
  }

  enum Next: Equatable {
    case nobody, poll
    case worker(UInt64)
  }

  private(set) var open: [Entry] = []
  private(set) var ended: [Entry] = []
  private(set) var lastTicket: UInt64 = 0
  /// Since the filter in effect, also of those that have ended.
  private var changes: [(ticket: UInt64, change: UInt32)] = []
  var isBlocked = false
  var hasWorker = false
  var holds = 0

  func next(_ now: UInt64) -> Next {
    if isBlocked || open.isEmpty { return .nobody }
    let first = open[0]
    let poll = holds > 0 && !first.isFilter && first.code == 0 ? Next.nobody : .poll
    if first.state == .ready { return poll }
    if first.state != .waiting { return .nobody }
    if !hasWorker { return poll }
    if first.isFilter { return first.delay == 0 || first.due <= now ? .poll : .worker(first.due) }
    return first.isLeftToPolls ? poll : .worker(first.due)
  }

  /// How the first filter compares with the one in effect.
  var changeOfFirst: UInt32 {
    let all = changes.filter { $0.ticket <= open[0].ticket }.map { $0.change }
    return Set(all).count == 1 ? all[0] : FilterChange.different
  }

  mutating func add(_ entry: Entry) {
    lastTicket += 1
    var entry = entry
    entry.ticket = lastTicket
    if let last = open.last, last.state == .waiting, !last.isEach, last.discards == 0 {
      entry.start = last.start
      end(open.count - 1, Refusal.Kind.superseded.code)
    }
    changes.append((lastTicket, entry.change))
    open.append(entry)
  }

  /// Returns the code of a refusal.
  mutating func cancel(_ ticket: UInt64) -> Int32 {
    if ticket == 0 {
      for entry in open { _ = cancel(entry.ticket) }
      return 0
    }
    if ticket > lastTicket { return Refusal.Kind.notFound.code }
    guard let i = open.firstIndex(where: { $0.ticket == ticket }), open[i].state != .committing,
      open[i].code != Refusal.Kind.cancelled.code
    else { return Refusal.Kind.state.code }
    if open[i].state == .waiting {
      end(i, Refusal.Kind.cancelled.code)
    } else {
      open[i].code = Refusal.Kind.cancelled.code
    }
    return 0
  }

  /// Whether the first one is to be prepared now.
  func canPrepare(_ now: UInt64) -> Bool {
    guard let first = open.first else { return false }
    if isBlocked || first.state != .waiting || first.isFilter || first.isLeftToPolls { return false }
    return first.due <= now
  }

  var canPrepareHere: Bool {
    guard let first = open.first else { return false }
    return first.state == .waiting && !first.isFilter && first.isHere
  }

  mutating func hold() {
    holds += 1
    if open.first?.isFilter == true { isBlocked = false }
  }

  mutating func beginPreparing() { (open[0].state, isBlocked) = (.preparing, true) }

  mutating func prepared(_ code: Int32) {
    open[0].state = .ready
    if open[0].code == 0 { open[0].code = code }
  }

  mutating func requeue(isDiscarded: Bool) {
    isBlocked = true
    if open[0].code == Refusal.Kind.cancelled.code { return end(0, Refusal.Kind.cancelled.code) }
    open[0].state = .waiting
    open[0].discards += isDiscarded ? 1 : 0
  }

  mutating func beginCommit() { open[0].state = .committing }

  mutating func pauseCommit() {
    guard let first = open.first, first.state == .committing else { return }
    open[0].state = first.isFilter ? .waiting : .ready
  }

  mutating func commit(_ code: Int32) {
    if code == 0 { changes.removeAll { $0.ticket <= open[0].ticket } }
    end(0, code)
  }

  private mutating func end(_ i: Int, _ code: Int32) {
    var entry = open.remove(at: i)
    (entry.state, entry.code) = (.ended, code)
    ended.append(entry)
  }

  mutating func takeEnded(all: Bool) -> UInt64? {
    let early = [Refusal.Kind.superseded.code, Refusal.Kind.cancelled.code]
    guard let i = ended.firstIndex(where: { all || early.contains($0.code) }) else { return nil }
    return ended.remove(at: i).ticket
  }
}
