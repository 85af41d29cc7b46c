// A submission: what an update of a list needs, from the submit to the call of `done`.
//
//     waiting ──► begun ──► prepared ──► ended ──► done
//        │          └── evicted: waits again         ▲
//        └── superseded, cancelled ──────────────────┘
//
// It lies at one address, linked to its neighbours in the order of tickets.

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

@safe struct Submission: ~Copyable {
  /// What the list will show; nil once it does, or never will. First: the thread sanitizer takes its change for one of
  /// the first bytes, which no other thread reads.
  var version: SnapshotVersion?
  /// The filter that a derived list gets, and afterwards the one that it had.
  var filter = Filter()
  let isFilter: Bool
  var ticket: UInt64 = 0
  let update: UpdateOptions
  let options: SubmissionOptions
  /// On the monotonic clock, in nanoseconds: when it may begin, and when the first one began to wait of those that
  /// it has superseded.
  var due: UInt64 = 0
  var start: UInt64 = 0
  /// How often its preparation was evicted. From two on a poll prepares it.
  var evictions = 0
  var isLeftToPolls: Bool { evictions >= 2 || options.isHere || isFilter }
  var isCancelled = false
  /// A poll commits it.
  var isTakingPlace = false
  /// WILL_UPDATE was pushed.
  var isAnnounced = false
  /// Why it has failed, or IQ_OK.
  var failure = Refusal.Kind(code: 0)
  var detail = Refusal.Detail()

  @unsafe var next: UnsafeMutablePointer<Submission>? = nil
  @unsafe var previous: UnsafeMutablePointer<Submission>? = nil

  init(
    _ version: consuming SnapshotVersion, _ update: UpdateOptions, _ options: SubmissionOptions
  ) {
    self.version = consume version
    isFilter = false
    self.update = update
    self.options = options
  }

  /// A filter of a derived list: polls ask the host, and only then it takes place.
  init(_ filter: consuming Filter, _ update: UpdateOptions, _ options: SubmissionOptions) {
    version = nil
    self.filter = filter
    isFilter = true
    self.update = update
    self.options = options
  }
}

/// Submissions in the order in which they came. It owns them.
@safe struct SubmissionChain: ~Copyable {
  private(set) var count = 0
  private(set) var first: UnsafeMutablePointer<Submission>? = nil
  private var last: UnsafeMutablePointer<Submission>? = nil

  init() {}

  @unsafe mutating func append(_ submission: UnsafeMutablePointer<Submission>) {
    unsafe submission.pointee.previous = last
    unsafe submission.pointee.next = nil
    if let last = unsafe last {
      unsafe last.pointee.next = submission
    } else {
      unsafe first = submission
    }
    unsafe last = submission
    count += 1
  }

  @unsafe mutating func prepend(_ submission: UnsafeMutablePointer<Submission>) {
    unsafe submission.pointee.previous = nil
    unsafe submission.pointee.next = first
    if let first = unsafe first {
      unsafe first.pointee.previous = submission
    } else {
      unsafe last = submission
    }
    unsafe first = submission
    count += 1
  }

  @unsafe mutating func remove(_ submission: UnsafeMutablePointer<Submission>) {
    if let previous = unsafe submission.pointee.previous {
      unsafe previous.pointee.next = submission.pointee.next
    } else {
      unsafe first = submission.pointee.next
    }
    if let next = unsafe submission.pointee.next {
      unsafe next.pointee.previous = submission.pointee.previous
    } else {
      unsafe last = submission.pointee.previous
    }
    unsafe submission.pointee.next = nil
    unsafe submission.pointee.previous = nil
    count -= 1
  }
}
