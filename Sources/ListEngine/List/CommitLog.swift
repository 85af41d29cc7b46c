// How often a list was committed, and what the latest commits have marked: no diff of two states sees a mark.
//
//     count     9
//     kept      | commit 7: item 3, reload | commit 7: section 1 | commit 9: item 5, children |     at most 1,024
//     reloaded  6     the newest commit that reloaded everything, or whose reloads are not kept
//
// A list has none before the first snapshot is taken of it: there is nothing since which anything could have changed.
// Marks are not kept before a host asks what has changed (List+ChangesSince).

/// A mark that a commit has made, by handle.
struct CommitMark: BitwiseCopyable {
  var commit: UInt64
  /// The handle of an item or of a section.
  var handle: UInt64
  /// `ChangeFlags`.
  var flags: UInt32
  var isSection: Bool
}

struct CommitLog: ~Copyable {
  static var most: Int { 1024 }

  private(set) var count: UInt64 = 0
  private(set) var reloaded: UInt64 = 0
  /// The newest commit that has a mark, other than a reload, which is not kept.
  private(set) var reconfigured: UInt64 = 0
  /// The marks in the order of the commits, beginning at `oldest`: a ring once it is full.
  private var marks = Buffer<CommitMark>()
  private var oldest = 0
  /// 1 once a host has asked. Readers set it.
  private let kept = AtomicWord()

  init() {}

  var isKept: Bool { kept.value != 0 }

  /// Keeps what is marked from now on.
  func keep() { if !isKept { kept.value = 1 } }

  /// Memory for the marks of the next commit. Without it, they count as not kept.
  mutating func reserve(_ extra: Int) throws(Refusal) {
    if !isKept { return }
    try marks.reserve(extra: min(extra, CommitLog.most - marks.count))
  }

  // MARK: A commit

  mutating func beginCommit(reloads: Bool) {
    count += 1
    if reloads { reloaded = count }
  }

  /// Within the reserved memory.
  mutating func add(_ handle: UInt64, isSection: Bool, _ flags: UInt32) {
    let mark = CommitMark(commit: count, handle: handle, flags: flags, isSection: isSection)
    if !isKept {
      lose(flags)
    } else if marks.count < min(CommitLog.most, marks.capacity) {
      marks.push(mark)
    } else if marks.count == CommitLog.most {
      lose(marks[oldest].flags, of: marks[oldest].commit)
      marks[oldest] = mark
      oldest = (oldest + 1) % CommitLog.most
    } else {
      lose(flags)
    }
  }

  /// The commit has a mark with these flags that is not kept.
  mutating func lose(_ flags: UInt32) { lose(flags, of: count) }

  private mutating func lose(_ flags: UInt32, of commit: UInt64) {
    if flags & ChangeFlags.reload != 0 {
      reloaded = max(reloaded, commit)
    } else {
      reconfigured = max(reconfigured, commit)
    }
  }

  // MARK: Reading

  /// Visits the marks of later commits than `commit`, in the order of the commits.
  func forEach<Failure: Error>(
    since commit: UInt64, _ body: (CommitMark) throws(Failure) -> Void
  ) throws(Failure) {
    for i in 0..<marks.count {
      let mark = marks[(oldest + i) % marks.count]
      if mark.commit > commit { try body(mark) }
    }
  }
}
