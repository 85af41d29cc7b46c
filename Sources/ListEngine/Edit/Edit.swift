// The object that a host holds for an edit: the list's handle and the edit's number. The list may be
// destroyed first.
//
//     Edit ─┬─ list, number    looked up at each call
//           └─ inside          one thread at a time

public struct Edit: ~Copyable {
  private let list: Handle
  private let number: UInt64
  private let inside: Mutex

  /// Opens an edit of the list with that handle; for `milliseconds` see `List.beginEdit`.
  public init(
    of list: Handle, _ opened: borrowing List, waiting milliseconds: UInt32 = 0
  ) throws(Refusal) {
    let inside = try Mutex()
    number = try opened.beginEdit(list, waiting: milliseconds)
    self.list = list
    self.inside = inside
  }

  /// Abandons an edit that was not committed.
  deinit {
    do throws(Refusal) {
      try use { list, number throws(Refusal) in try list.abandonEdit(number) }
    } catch {}
  }

  /// Calls `body` with the list and the edit's number; refuses `busy` if another call is inside.
  public func use(
    _ body: (borrowing List, UInt64) throws(Refusal) -> Void
  ) throws(Refusal) {
    let list = try Pinned<List>(list, role: .object)
    guard inside.tryLock() else { throw Refusal(.busy, role: .object) }
    defer { inside.unlock() }
    try body(list.value, number)
  }
}
