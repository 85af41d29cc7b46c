// A view: a window onto a list, with the cells that show what is visible.
//
//     View ─┬─ list, handle   its list, and itself, as events name it
//           ├─ request        what the host wants to be visible; any thread          RequestedRange
//           ├─ scrolling      what the host scrolls by, if it is laid out; any thread   ScrollRequest
//           ├─ layout         where everything is, if it is laid out                 ViewLayout
//           ├─ inside         the thread that is inside, or 0
//           ├─ recycler       the cells; for the thread inside                       CellRecycler
//           └─ state          what they show; for the thread inside                  ViewState
//
// A poll reconciles the cells with the list (ViewState+Reconcile). Functions of cells are called with no lock held, but
// with the thread inside: they may ask which cell shows what, and all other calls of the view but `setVisible` are
// refused meanwhile.

import CPlatform

/// The range that the host wants to be visible.
struct RequestedRange: ~Copyable {
  struct Values: BitwiseCopyable {
    var range = VisibleRange()
    var ahead = 0
    /// Counts the requests.
    var number: UInt64 = 0
  }

  private let lock = Mutex(.part)
  private let values = InlineBox(Values())

  init() {}

  func set(_ range: VisibleRange, ahead: Int) {
    lock.lock()
    defer { lock.unlock() }
    values.value = Values(range: range, ahead: ahead, number: values.value.number + 1)
  }

  var latest: Values {
    lock.lock()
    defer { lock.unlock() }
    return values.value
  }
}

@safe public struct View: ~Copyable, Handled {
  public static var handleKind: HandleKind { .view }

  let list: Handle
  let handle: Handle
  let request = RequestedRange()
  let scrolling = ScrollRequest()
  /// Made with the view, if it is laid out.
  let layout = InlineBox(LazyBox<ViewLayout>())
  /// Any thread may ask.
  let isLaidOut: Bool
  let recycler: CellRecycler
  let state = InlineBox(ViewState())
  /// The thread that is inside, or 0.
  private let inside = AtomicWord()
  /// 1: a poll has passed over the view as another thread was inside.
  private let isPassedOver = AtomicWord()

  init(of list: Handle, _ handle: Handle, isLaidOut: Bool, _ encodeEvent: @escaping EventEncoder) {
    self.isLaidOut = isLaidOut
    self.list = list
    self.handle = handle
    recycler = unsafe CellRecycler(of: handle, encodeEvent)
  }

  /// Refuses `state` if the view is told what is visible.
  func checkLaidOut() throws(Refusal) { if !isLaidOut { throw Refusal(.notLaidOut, role: .object) } }

  func checkTold() throws(Refusal) { if isLaidOut { throw Refusal(.laidOut, role: .object) } }

  public func wasDestroyed() {
    recycler.end()
    do throws(Refusal) {
      let list = try Pinned<List>(list, role: .object, orElse: .listGone)
      list.value.features.views.remove(handle)
    } catch {}
  }

  // MARK: One thread inside

  /// The address of something that each thread has.
  private static var thisThread: UInt64 { unsafe UInt64(UInt(bitPattern: iqp_host_calls())) }

  /// Whether this thread is inside, in a function of a cell.
  var isInsideHere: Bool { inside.value == View.thisThread }

  /// Refuses `busy` if a thread is inside, also this one.
  func enter() throws(Refusal) {
    if !inside.exchange(0, for: View.thisThread) { throw Refusal(.inUse, role: .object) }
  }

  /// A poll enters. Returns false if a thread is inside: its `leave` has the list polled again.
  func enterPolling() -> Bool {
    if inside.exchange(0, for: View.thisThread) { return true }
    isPassedOver.value = 1
    // It may have left meanwhile, without seeing that.
    if !inside.exchange(0, for: View.thisThread) { return false }
    isPassedOver.value = 0
    return true
  }

  func leave(_ list: borrowing List) {
    let hasLeaving = recycler.cells.hasLeaving
    inside.value = 0
    if !isPassedOver.exchange(1, for: 0) { return }
    list.features.channel.add(.views)
    if hasLeaving { list.features.channel.add(.leaving) }
  }
}

extension View {
  /// Brings the cells to show what the list has; part of a poll. Returns false if a function of a class has failed.
  func reconcile(_ list: borrowing List) throws(Refusal) -> Bool {
    try state.value.reconcile(list, recycler, request.latest)
  }

  // MARK: What is visible

  /// Only stores the range, so any thread may call it at any time.
  public func setVisible(_ first: Int, _ count: Int, ahead: Int) throws(Refusal) {
    let list = try Pinned<List>(list, role: .object, orElse: .listGone)
    try checkTold()
    request.set(VisibleRange(first: first, count: count), ahead: ahead)
    list.value.features.channel.add(.views)
  }

  /// Returns the range of the last poll.
  public func visible() throws(Refusal) -> (first: Int, count: Int) {
    let list = try Pinned<List>(list, role: .object, orElse: .listGone)
    try checkTold()
    let range = list.value.features.views.range(of: handle) ?? VisibleRange()
    return (range.first, range.count)
  }
}
