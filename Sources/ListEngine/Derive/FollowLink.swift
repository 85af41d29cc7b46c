// The link that a derived list and its source share: whichever of them goes first, the other finds that it has gone.
//
//     source ── Followers ──┬─ link ── list A, its channel          two references each
//                           └─ link ── nobody: the list has left
//
// The lock is one for the process, so that no link is half changed in a child of a fork (Fork). It is held for a few
// instructions, with the source's state locked or not; under it only the lock of the channel is taken.

import CPlatform

/// The options that the update of a derived list takes over from the commits that it follows.
struct FollowedCommits: BitwiseCopyable {
  /// The values of the last commit.
  var isPlain = false
  var animation: UInt32 = 0
  /// One of them described the list anew.
  var endsLoading = false
  /// One of them reloaded everything.
  var reloads = false

  mutating func add(_ options: UpdateOptions) {
    isPlain = options.isPlain
    animation = options.animation
    if options.reloads { reloads = true }
  }
}

@safe struct FollowLink: BitwiseCopyable {
  @safe private struct Shared: ~Copyable {
    /// The derived list. It stays the first field: the thread sanitizer attributes a change of the others to the first
    /// bytes, and these are read under the lock only.
    let handle: Handle
    let references = AtomicWord(2)
    /// Nil once the derived list has left.
    var follower: UnsafeMutablePointer<ListFeatures>?
    var commits = FollowedCommits()
    var marks = Buffer<ViewMark>()

    init(_ follower: UnsafeMutablePointer<ListFeatures>, _ handle: Handle) {
      unsafe self.follower = follower
      self.handle = handle
    }
  }

  /// More marks than this count as a reload of everything.
  private static var mostMarks: Int { 1024 }

  private let shared: UnsafeMutablePointer<Shared>

  private static var lock: ProcessMutex { unsafe ProcessMutex(over: iqp_links(), .link) }

  /// With two references, one for either list. The features must exist until `leave`.
  init(to follower: UnsafeMutablePointer<ListFeatures>, of handle: Handle) throws(Refusal) {
    unsafe shared = try Box(making: { unsafe Shared(follower, handle) }).release()
  }

  /// Drops one reference.
  func drop() {
    if unsafe shared.pointee.references.subtract(1) == 0 { _ = unsafe Box(owning: shared) }
  }

  private func locked<Result, Failure: Error>(
    _ body: (inout Shared) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    FollowLink.lock.lock()
    defer { FollowLink.lock.unlock() }
    return try unsafe body(&shared.pointee)
  }

  /// Wakes the derived list; returns false if it has left.
  func wake(_ update: (inout FollowedCommits) -> Void) -> Bool {
    locked { shared in
      guard let follower = unsafe shared.follower, !HandleTable.process.isLost(shared.handle) else {
        return false
      }
      update(&shared.commits)
      unsafe follower.pointee.channel.add(.source)
      return true
    }
  }

  func reserveMarks(_ count: Int) throws(Refusal) {
    try locked { shared throws(Refusal) in
      try shared.marks.reserve(extra: min(count, FollowLink.mostMarks - shared.marks.count))
    }
  }

  /// Within the reserved room. A poll on another thread may have taken that with the marks before: then everything is
  /// reloaded, as with too many marks.
  func add(_ mark: ViewMark) {
    locked { shared in
      if shared.marks.count < min(FollowLink.mostMarks, shared.marks.capacity) {
        shared.marks.push(mark)
      } else {
        shared.commits.reloads = true
      }
    }
  }

  // MARK: The derived list

  /// Takes the commits since the last call, and their marks.
  func take(_ marks: inout Buffer<ViewMark>) -> FollowedCommits {
    locked { shared in
      let commits = shared.commits
      shared.commits = FollowedCommits()
      swap(&marks, &shared.marks)
      return commits
    }
  }

  /// The update that follows them has failed. Marks that have come since are joined by a reload of everything.
  func giveBack(_ commits: FollowedCommits, _ marks: inout Buffer<ViewMark>) {
    locked { shared in
      var commits = commits
      if shared.commits.reloads { commits.reloads = true }
      if shared.commits.endsLoading { commits.endsLoading = true }
      if shared.marks.isEmpty { swap(&marks, &shared.marks) } else { commits.reloads = true }
      shared.commits = commits
    }
  }

  func leave() { locked { shared in unsafe shared.follower = nil } }
}
