// The way out of a list: the queue of its events, and what else a poll has to do.
//
//     any thread ── push ──► queue ──┐
//                ── add work ────────┴──► pending ──► poll           one bit a kind of work
//                                            └──────► descriptor     readable while a bit is set
//
// A poll that finds no bit set returns at once. The lock is the innermost one: nothing is called under it, and the
// state of the list may be locked around it.

/// The work of the next poll, as bits.
struct PollWork: BitwiseCopyable {
  let bits: UInt64
  /// Events wait.
  static let events = PollWork(bits: 1)
  /// A submission has ended: its `done` must be called.
  static let ended = PollWork(bits: 2)
  /// The first submission can be committed. Both follow from the queue of submissions: see `endTransition`.
  static let submission = PollWork(bits: 4)
  /// Something was changed that may give rise to PLACEHOLDER or PAGE.
  static let look = PollWork(bits: 8)
  /// The last poll handed out what must be released. No reason to poll: it does not wake the host.
  static let held = PollWork(bits: 16)
  /// A view may have to be reconciled with the list.
  static let views = PollWork(bits: 32)
  /// Cells have left their views, and are to be unbound.
  static let leaving = PollWork(bits: 128)
  /// A function of a cell class has failed and is called again. It does not wake the host either.
  static let retry = PollWork(bits: 64)

  /// The list is derived, and an expansion was set, or the host has not answered all questions.
  static let following = PollWork(bits: 256)
  /// The list is derived, and its source has changed.
  static let source = PollWork(bits: 512)
  /// No work: the list is on hold, and what its source has become waits. It follows from the queue of submissions.
  static let onHold = PollWork(bits: 1024)

  /// Whether there is work that the host is woken for.
  static func wakes(_ bits: UInt64) -> Bool {
    let waiting = bits & onHold.bits != 0 ? source.bits : 0
    return bits & ~(held.bits | retry.bits | onHold.bits | waiting) != 0
  }
}

struct EventChannel: ~Copyable {
  struct Parts: ~Copyable {
    var queue = EventQueue()
    var wakeup = Wakeup()
  }

  private let lock = Mutex(.channel)
  private let parts = InlineBox(Parts())
  private let pending = AtomicWord()
  /// The kinds that the host asks for.
  private let kinds = AtomicWord()

  init() {}

  // MARK: The mask

  var mask: UInt32 {
    get { UInt32(truncatingIfNeeded: kinds.value) }
    nonmutating set { kinds.value = UInt64(newValue) }
  }

  func wants(_ kind: UInt32) -> Bool { mask & kind != 0 }

  // MARK: Work

  /// Whether a poll would find nothing to do.
  var isIdle: Bool { pending.value == 0 }

  func has(_ work: PollWork) -> Bool { pending.value & work.bits != 0 }

  /// Whether the source has changed, and is to be followed now.
  var isSourceNews: Bool {
    pending.value & (PollWork.source.bits | PollWork.onHold.bits) == PollWork.source.bits
  }

  func add(_ work: PollWork) {
    if has(work) { return }
    locked { _ in setPending(pending.value | work.bits) }
  }

  func remove(_ work: PollWork) {
    if !has(work) { return }
    locked { _ in setPending(pending.value & ~work.bits) }
  }

  /// Takes the lock, which protects the list's submissions as well.
  func beginTransition() { lock.lock() }

  /// Gives it back. `bits`: which of `ended`, `submission` and `onHold` holds.
  func endTransition(_ bits: UInt64) {
    let ofQueue = PollWork.ended.bits | PollWork.submission.bits | PollWork.onHold.bits
    setPending(pending.value & ~ofQueue | bits)
    lock.unlock()
  }

  /// With the lock held.
  private func setPending(_ bits: UInt64) {
    pending.value = bits
    parts.value.wakeup.set(readable: PollWork.wakes(bits))
  }

  /// After a poll: writes to the descriptor again if work is left. Hosts that wait for edges have spent those of work
  /// that came before or during the poll.
  func wakeAgain() {
    if PollWork.wakes(pending.value) { locked { $0.wakeup.renew() } }
  }

  /// The descriptor, made if there is none.
  func descriptor() throws(Refusal) -> Int32 {
    lock.lock()
    defer { lock.unlock() }
    return try parts.value.wakeup.make(readable: PollWork.wakes(pending.value))
  }

  func locked<Result>(_ body: (inout Parts) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&parts.value)
  }

  // MARK: Events

  var count: Int { locked { $0.queue.count } }
  var bytes: Int { locked { $0.queue.bytes } }

  /// Reserves room for so many events. Whoever does pushes as many, or gives the rest back.
  func reserve(_ extra: Int) throws(Refusal) {
    lock.lock()
    defer { lock.unlock() }
    try parts.value.queue.reserve(extra)
  }

  func unreserve(_ unused: Int) { locked { $0.queue.unreserve(unused) } }

  /// Within the reserved room.
  func push(_ record: EventRecord) {
    lock.lock()
    defer { lock.unlock() }
    pushLocked(record)
  }

  /// Reserves room for an event, and pushes it.
  func append(_ record: EventRecord) throws(Refusal) {
    lock.lock()
    defer { lock.unlock() }
    try parts.value.queue.reserve(1)
    pushLocked(record)
  }

  /// With the lock held.
  private func pushLocked(_ record: EventRecord) {
    parts.value.queue.push(record)
    if !has(.events) { setPending(pending.value | PollWork.events.bits) }
  }

  /// Moves up to `most` events to the end of `taken`, which has room for them.
  func take(_ most: Int, into taken: inout Buffer<EventRecord>) {
    lock.lock()
    defer { lock.unlock() }
    parts.value.queue.take(most, into: &taken)
    if parts.value.queue.isEmpty { setPending(pending.value & ~PollWork.events.bits) }
  }

  func trim() { locked { $0.queue.trim() } }
}
