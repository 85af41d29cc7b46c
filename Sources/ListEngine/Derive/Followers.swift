// The derived lists of a list: see FollowLink. Those that have left are removed at the next opportunity.

struct Followers: ~Copyable {
  private let lock = Mutex(.followers)
  private let links = InlineBox(Buffer<FollowLink>())
  /// The number of links, for those who want to know whether there is any.
  private let number = AtomicWord()

  init() {}

  deinit { for i in 0..<links.value.count { links.value[i].drop() } }

  var isEmpty: Bool { number.value == 0 }

  /// Takes over one of the link's references.
  func add(_ link: FollowLink) throws(Refusal) {
    lock.lock()
    defer { lock.unlock() }
    try links.value.append(link)
    number.value = UInt64(links.value.count)
  }

  /// Gives each derived list work, after `update` has changed what it takes over.
  func wake(_ update: (inout FollowedCommits) -> Void = { _ in }) {
    if isEmpty { return }
    lock.lock()
    defer { lock.unlock() }
    var kept = 0
    for i in 0..<links.value.count {
      let link = links.value[i]
      if link.wake(update) {
        links.value[kept] = link
        kept += 1
      } else {
        link.drop()
      }
    }
    links.value.truncate(to: kept)
    number.value = UInt64(kept)
  }

  func forEach<Failure: Error>(_ body: (FollowLink) throws(Failure) -> Void) throws(Failure) {
    if isEmpty { return }
    lock.lock()
    defer { lock.unlock() }
    for i in 0..<links.value.count { try body(links.value[i]) }
  }
}
