// At either end of a list, or of a section, there may be more items than the host has loaded. Protected by the
// lock of the list's state.
//
//     off     more ──(edge reached; next poll: PAGE)──► loading ──(the host's answer)──► more, failed, ended
//
//     list        start, end
//     rows        start, end of section 7; of section 2     made for the first edge of a section that is set
//     index       section number to row
//
// A row names its section by handle. Once the section has gone, its number belongs to no section or to one with
// another handle: the row then counts as empty, and is reused. So a commit has nothing to do here.

public enum PageState {
  public static let off: UInt32 = 0
  public static let more: UInt32 = 1
  public static let loading: UInt32 = 2
  public static let failed: UInt32 = 3
  public static let ended: UInt32 = 4
}

/// The page behind one edge.
public struct Page: BitwiseCopyable, Sendable {
  /// `PageState`.
  public var state = PageState.off
  /// The host's, for its views.
  public var distance: UInt32 = 0
  public var flags: UInt32 = 0
  /// The token of the request under way, or 0.
  public var token: UInt64 = 0

  public init() {}

  /// Whether there is something behind the edge.
  var mayBeLoaded: Bool { state != PageState.off && state != PageState.ended }
}

public enum Edge: Int, Sendable {
  case start, end
}

struct Paging: ~Copyable {
  struct Ends: BitwiseCopyable {
    /// The handle of the section, or 0 for the list.
    var section: UInt64 = 0
    var start = Page()
    var end = Page()
    /// Whether the host has reported the edge since the last poll.
    var isStartReached = false
    var isEndReached = false

    subscript(edge: Edge) -> Page {
      get { edge == .start ? start : end }
      set { if edge == .start { start = newValue } else { end = newValue } }
    }

    func isReached(_ edge: Edge) -> Bool { edge == .start ? isStartReached : isEndReached }

    mutating func setReached(_ edge: Edge, _ isReached: Bool) {
      if edge == .start { isStartReached = isReached } else { isEndReached = isReached }
    }
  }

  private var list = Ends()
  private var rows = Buffer<Ends>()
  private var index = KeyIndex()
  private var latestToken: UInt64 = 0
  /// How many edges are reached, at most.
  private(set) var reachedCount = 0

  init() {}

  var bytes: Int { rows.bytes + index.bytes }

  /// The number of a section's row.
  private func row(_ section: UInt64) -> Int? {
    let number = Paging.number(section)
    return index.find(KeyIndex.fingerprint(ofNumber: number)) {
      Paging.number(rows[Int($0)].section) == number
    }.map { Int($0) }
  }

  private static func number(_ section: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: section >> 32) }

  private func ends(_ section: UInt64) -> Ends? {
    if section == 0 { return list }
    guard let row = row(section), rows[row].section == section else { return nil }
    return rows[row]
  }

  /// The section must exist.
  func page(_ section: UInt64, _ edge: Edge) -> Page { ends(section)?[edge] ?? Page() }

  // MARK: Changing

  /// The page without its token; that of the new one names the request that it answers, or is 0. Refuses `state`
  /// if that is not under way.
  @_optimize(size) mutating func set(_ section: UInt64, _ edge: Edge, _ page: Page) throws(Refusal) {
    let present = self.page(section, edge)
    if page.token != 0 && (present.state != PageState.loading || present.token != page.token) {
      throw Refusal(.pageLoading, role: .target, value: Int(truncatingIfNeeded: page.token))
    }
    if section != 0 { try makeRow(section) }
    var page = page
    page.token = 0
    if page.state == PageState.loading {
      page.token = present.state == PageState.loading ? present.token : nextToken()
    }
    change(section) { ends in
      ends[edge] = page
      ends.setReached(edge, false)
    }
  }

  @_optimize(size) private mutating func makeRow(_ section: UInt64) throws(Refusal) {
    if let row = row(section) {
      // Its number belonged to another section, which has gone.
      if rows[row].section != section { rows[row] = Ends(section: section) }
      return
    }
    try rows.reserve(extra: 1)
    try index.reserve(extra: 1)
    index.insert(KeyIndex.fingerprint(ofNumber: Paging.number(section)), UInt32(rows.count))
    rows.push(Ends(section: section))
  }

  private mutating func change(_ section: UInt64, _ body: (inout Ends) -> Void) {
    if section == 0 {
      body(&list)
    } else if let row = row(section) {
      body(&rows[row])
    }
  }

  private mutating func nextToken() -> UInt64 {
    latestToken += 1
    return latestToken
  }

  /// The host reports that the edge is near. Returns whether the next poll has something to do.
  mutating func reach(_ section: UInt64, _ edge: Edge) -> Bool {
    guard let ends = ends(section), ends[edge].state == PageState.more else { return false }
    if !ends.isReached(edge) {
      change(section) { $0.setReached(edge, true) }
      reachedCount += 1
    }
    return true
  }

  /// After everything was reloaded: requests that are under way are void. The list asks again; a section that was
  /// loading has no page any more.
  mutating func reload() {
    list.forEachEdge { page, _ in
      if page.state != PageState.loading { return }
      page.state = PageState.more
      page.token = 0
    }
    for row in 0..<rows.count {
      rows[row].forEachEdge { page, _ in if page.state == PageState.loading { page = Page() } }
    }
  }

  // MARK: Polling

  /// Takes what was reached, the list first. For each edge that has more, and that `begins`, the request begins:
  /// `body` gets the section, 0 for the list, the edge and the token.
  mutating func takeReached(
    where begins: (UInt64, Edge) -> Bool, _ body: (UInt64, Edge, UInt64) -> Void
  ) {
    if reachedCount == 0 { return }
    reachedCount = 0
    var token = latestToken
    list.takeReached(&token, begins, body)
    for row in 0..<rows.count { rows[row].takeReached(&token, begins, body) }
    latestToken = token
  }
}

extension Paging.Ends {
  fileprivate mutating func forEachEdge(_ body: (inout Page, Edge) -> Void) {
    body(&start, .start)
    body(&end, .end)
  }

  fileprivate mutating func takeReached(
    _ token: inout UInt64, _ begins: (UInt64, Edge) -> Bool, _ body: (UInt64, Edge, UInt64) -> Void
  ) {
    if !isStartReached && !isEndReached { return }
    let (section, reached) = (section, (start: isStartReached, end: isEndReached))
    isStartReached = false
    isEndReached = false
    forEachEdge { page, edge in
      let isReached = edge == .start ? reached.start : reached.end
      if !isReached || page.state != PageState.more || !begins(section, edge) { return }
      token += 1
      page.state = PageState.loading
      page.token = token
      body(section, edge, token)
    }
  }
}

extension Paging {
  /// Whether a page was ever set.
  var isUsed: Bool { list.isUsed || !rows.isEmpty }

  /// Whether there may be more behind an edge of the list, 0, or of a section that `body` accepts.
  func hasPage(_ edge: Edge, where body: (UInt64) -> Bool) -> Bool {
    if list[edge].mayBeLoaded && body(0) { return true }
    for row in 0..<rows.count where rows[row][edge].mayBeLoaded && body(rows[row].section) { return true }
    return false
  }

  /// Reaches the edges that are near what is visible. `items` has the items of a section, or of the list, 0; nil if
  /// the section has gone.
  mutating func reach(near visible: VisibleRange, _ items: (UInt64) -> VisibleRange?) {
    if let all = items(0) { reach(0, list, near: visible, all) }
    for row in 0..<rows.count {
      let ends = rows[row]
      if let all = items(ends.section) { reach(ends.section, ends, near: visible, all) }
    }
  }

  private mutating func reach(
    _ section: UInt64, _ ends: Ends, near visible: VisibleRange, _ items: VisibleRange
  ) {
    if ends.start.state == PageState.more && items.count > 0
      && visible.distance(to: items.first) <= Int(ends.start.distance)
    {
      _ = reach(section, .start)
    }
    if ends.end.state == PageState.more && visible.distance(toEndOf: items) <= Int(ends.end.distance) {
      _ = reach(section, .end)
    }
  }
}

extension VisibleRange {
  /// To the last item; without items, to either neighbour of where they would be.
  fileprivate func distance(toEndOf items: VisibleRange) -> Int {
    if items.count > 0 { return distance(to: items.end - 1) }
    if count == 0 && first == items.first { return 0 }
    return min(distance(to: items.first), distance(to: items.first - 1))
  }
}

extension Paging.Ends {
  fileprivate var isUsed: Bool { start.state != PageState.off || end.state != PageState.off }
}
