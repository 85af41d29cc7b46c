// The object that a host holds for an edit: the list's handle and the edit's number. The list may be
// destroyed first.
//
//     Edit ─┬─ list, number    looked up at each call
//           └─ use             one thread at a time, until the edit has ended

public struct Edit: ~Copyable {
  private let list: Handle
  private let number: UInt64
  /// `free`, `busy` while a call is inside, or `ended`.
  private let use = AtomicWord(Edit.free)

  private static var free: UInt64 { 0 }
  private static var busy: UInt64 { 1 }
  private static var ended: UInt64 { 2 }

  /// Opens an edit of the list with that handle; for `milliseconds` see `List.beginEdit`.
  public init(
    of list: Handle, _ opened: borrowing List, waiting milliseconds: UInt32 = 0
  ) throws(Refusal) {
    number = try opened.beginEdit(list, waiting: milliseconds)
    self.list = list
  }

  /// Takes over the edit that `begin` opens.
  public init(of list: Handle, _ begin: () throws(Refusal) -> UInt64) throws(Refusal) {
    number = try begin()
    self.list = list
  }

  /// Abandons an edit that was not committed. No call is inside any more.
  deinit {
    if use.value == Edit.ended { return }
    do throws(Refusal) { try Pinned<List>(list, role: .object).value.abandonEdit(number) } catch {}
  }

  /// Calls `body` with the list and the edit's number; refuses `busy` if another call is inside. `isLast`: the
  /// edit has ended if `body` succeeds.
  public func use(
    isLast: Bool = false, _ body: (borrowing List, UInt64) throws(Refusal) -> Void
  ) throws(Refusal) {
    let list = try Pinned<List>(list, role: .object, orElse: .listGone)
    let before = use.value
    guard before != Edit.busy, use.exchange(before, for: Edit.busy) else {
      throw Refusal(.inUse, role: .object)
    }
    var after = before
    defer { use.value = after }
    try body(list.value, number)
    if isLast { after = Edit.ended }
  }
}
