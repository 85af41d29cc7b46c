// The part of its views that a list stores; the views themselves are objects of the host.
//
//     rows     | view A, range 0..<20, marks seen 2 | view B, no range, marks seen 0 |       up to 8
//     marks    | item 7: reload | item 9: reconfigure |        A has none to come, B has two
//
// They lie here and not in the view, as a commit adds marks while a thread is inside the view, and paging needs the
// range of a view that may go at any time. The lock is held for a few instructions, and nothing is called under it.

struct ListViews: ~Copyable {
  static var limit: Int { 8 }
  /// More marks than this count as one of everything.
  private static var mostMarks: Int { 1024 }

  private struct Row: BitwiseCopyable {
    var view: Handle
    /// How many marks it has taken.
    var seen: Int
    /// A mark of everything, as `ChangeFlags`.
    var all: UInt32 = 0
    /// Nil before one was set.
    var range: VisibleRange? = nil
    /// Of a view that is laid out: the version of the list that its range is of. Other ranges follow the list.
    var version: UInt64? = nil
  }

  private let lock = Mutex(.part)
  private let rows = InlineBox(Buffer<Row>())
  private let marks = InlineBox(Buffer<ViewMark>())
  /// The number of rows, for those who want to know whether there is any.
  private let number = AtomicWord()

  init() {}

  var count: Int { Int(number.value) }

  private func locked<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  // MARK: Views

  func add(_ view: Handle) throws(Refusal) {
    lock.lock()
    defer { lock.unlock() }
    if rows.value.count == ListViews.limit { throw Refusal(.viewLimit, limit: ListViews.limit) }
    try rows.value.append(Row(view: view, seen: marks.value.count))
    number.value = UInt64(rows.value.count)
  }

  func remove(_ view: Handle) {
    locked {
      guard let i = row(of: view) else { return }
      for next in i + 1..<max(rows.value.count, i + 1) { rows.value[next - 1] = rows.value[next] }
      rows.value.truncate(to: rows.value.count - 1)
      number.value = UInt64(rows.value.count)
      dropSeenMarks()
    }
  }

  /// The view at an index; nil beyond the last one.
  func view(at i: Int) -> Handle? { locked { i < rows.value.count ? rows.value[i].view : nil } }

  private func row(of view: Handle) -> Int? {
    for i in 0..<rows.value.count where rows.value[i].view.bits == view.bits { return i }
    return nil
  }

  // MARK: Ranges

  /// Returns false if it is the same as before.
  @discardableResult func setRange(_ range: VisibleRange, of view: Handle, version: UInt64? = nil) -> Bool {
    locked {
      guard let i = row(of: view) else { return false }
      if let former = rows.value[i].range, former == range, rows.value[i].version == version { return false }
      (rows.value[i].range, rows.value[i].version) = (range, version)
      return true
    }
  }

  func range(of view: Handle) -> VisibleRange? { locked { row(of: view).flatMap { rows.value[$0].range } } }

  /// The range of the view at an index, if it is of that version of the list: that of a scene may be older.
  func range(at i: Int, version: UInt64) -> VisibleRange? {
    locked {
      guard i < rows.value.count else { return nil }
      return rows.value[i].version ?? version == version ? rows.value[i].range : nil
    }
  }

  // MARK: Marks

  /// Reserves memory for so many more marks.
  func reserveMarks(_ extra: Int) throws(Refusal) {
    lock.lock()
    defer { lock.unlock() }
    try marks.value.reserve(extra: min(extra, ListViews.mostMarks - marks.value.count))
  }

  /// Needs no more than the reserved room. None was reserved if the first view came after that: then everything is marked.
  func add(_ mark: ViewMark) {
    locked {
      if rows.value.isEmpty { return }
      if marks.value.count < min(ListViews.mostMarks, marks.value.capacity) {
        marks.value.push(mark)
      } else {
        markAll(mark.flags)
      }
    }
  }

  /// Marks everything.
  func addAll(_ flags: UInt32) { locked { markAll(flags) } }

  private func markAll(_ flags: UInt32) {
    for i in 0..<rows.value.count { rows.value[i].all |= flags }
  }

  func hasMarks(of view: Handle) -> Bool {
    locked {
      guard let i = row(of: view) else { return false }
      return rows.value[i].all != 0 || rows.value[i].seen < marks.value.count
    }
  }

  /// Appends the marks of a view that it has not taken; returns those of everything.
  func takeMarks(of view: Handle, into taken: inout Buffer<ViewMark>) throws(Refusal) -> UInt32 {
    lock.lock()
    defer { lock.unlock() }
    guard let i = row(of: view) else { return 0 }
    let seen = rows.value[i].seen
    try taken.reserve(extra: marks.value.count - seen)
    for m in seen..<marks.value.count { taken.push(marks.value[m]) }
    rows.value[i].seen = marks.value.count
    dropSeenMarks()
    let all = rows.value[i].all
    rows.value[i].all = 0
    return all
  }

  private func dropSeenMarks() {
    for i in 0..<rows.value.count where rows.value[i].seen < marks.value.count { return }
    marks.value.removeAll()
    for i in 0..<rows.value.count { rows.value[i].seen = 0 }
  }
}
