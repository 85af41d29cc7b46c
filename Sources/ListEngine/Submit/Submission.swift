// A submission: an update that a host has asked for and that one of its polls commits. It lies at one address, linked to
// its neighbours in the order of tickets. What happens to it is in SubmissionQueue.

@safe public struct SubmissionOptions: BitwiseCopyable {
  public typealias Done = @convention(c) (UnsafeMutableRawPointer?, UInt64, Int32) -> Void

  /// Is not superseded.
  public var isEach = false
  /// Is prepared by the thread that submits.
  public var isHere = false
  public var delayMilliseconds: UInt32 = 0
  public var done: Done? = nil
  public var context: UnsafeMutableRawPointer? = nil

  public init() {}
}

@safe struct Submission: ~Copyable, Chained {
  /// SubmissionQueue has the diagram, and what holds in each state.
  enum State: BitwiseCopyable { case waiting, preparing, ready, committing, ended }

  /// Stays the first field: the thread sanitizer attributes each change of the submission to the first bytes, and these
  /// are read and changed with the lock of the queue only.
  var links = ChainLinks<Submission>()
  /// Whether there is a preparation, which other changes of the list discard. The job itself is nobody's else to look at
  /// while it is prepared.
  let isPrepared: Bool
  let update: UpdateOptions
  /// Has memory of its own, because it is changed without the lock of the queue.
  let job: UnsafeMutablePointer<Job>
  let options: SubmissionOptions
  /// Only SubmissionQueue changes it.
  var state = State.waiting
  var ticket: UInt64 = 0
  /// On the monotonic clock, in nanoseconds: when the first one began to wait of those that it has superseded, and
  /// when it may be prepared or, without a preparation, be polled.
  var start: UInt64 = 0
  var due: UInt64 = 0
  /// How a filter compares with the one before it that takes effect, as far as both have not ended otherwise.
  var filterChange: UInt32
  /// How often its preparation was discarded. From two on a poll prepares it.
  var discards = 0
  /// An order that takes over what was answered to the one before it.
  let keepsAnswers: Bool
  /// A filter of bits for a version that the list follows once it is not held any more.
  var waitsForSource = false
  /// WILL_UPDATE was pushed.
  var isAnnounced = false
  /// Why it has failed, or `cancelled` from the moment when it is, or IQ_OK.
  var failure = Refusal.Kind(code: 0)
  var detail = Refusal.Detail()

  init(_ job: consuming Job, _ update: UpdateOptions, _ options: SubmissionOptions) throws(Refusal) {
    isPrepared = job.isPrepared
    filterChange = job.filterChange
    keepsAnswers = job.keepsAnswers
    unsafe self.job = try Box(job).release()
    self.update = update
    self.options = options
  }

  deinit { _ = unsafe Box(owning: job) }

  var hasFailed: Bool { failure.code != 0 }
  var isCancelled: Bool { failure.code == Refusal.Kind.cancelled.code }

  /// Whether the worker prepares it: otherwise the submitting thread or a poll does, or there is nothing to prepare.
  var isForWorker: Bool { isPrepared && !options.isHere && discards < 2 }

  /// Whether its own thread prepares it.
  var isForSubmitter: Bool { isPrepared && options.isHere }

  mutating func fail(_ kind: Refusal.Kind, _ detail: Refusal.Detail = Refusal.Detail()) {
    failure = kind
    self.detail = detail
  }

  /// Calls `done`, and frees it. Calls the host, so no lock may be held.
  @unsafe static func complete(_ submission: UnsafeMutablePointer<Submission>) {
    let options = unsafe submission.pointee.options
    let ticket = unsafe submission.pointee.ticket
    let failure = unsafe submission.pointee.failure
    let detail = unsafe submission.pointee.detail
    // Releases models, or a filter.
    _ = unsafe Box(owning: submission)
    guard let done = unsafe options.done else { return }
    if failure.code != 0 { Failure.keep(Failure(failure, detail)) }
    HostCall.runKeepingDetail { unsafe done(options.context, ticket, failure.code) }
  }
}
