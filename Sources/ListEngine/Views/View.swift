// A view: a window onto a list, with the cells that show what is visible.
//
//     View ─┬─ list, handle   its list, and itself, as events name it
//           ├─ request        what the host wants to be visible; any thread          RequestedRange
//           ├─ inside         the thread that is inside, or 0
//           └─ state          cells, and what they show; for the thread inside       ViewState
//
// A poll brings the cells in line with the list (View+BringInLine). Functions of cells are called with no lock held,
// but with the thread inside: all calls of the view but `setVisible` are refused meanwhile.

import CPlatform

/// Passes an event to `body` in the form that functions of cells get it.
public typealias EventForm = (Event, (UnsafeRawPointer) -> Void) -> Void

struct ViewState: ~Copyable {
  var cells = CellTable()
  /// The cells of what is visible, in order; `noIndex` where a function of the class has failed.
  var order = Buffer<UInt32>()
  /// The items without a cell among them, by place.
  var unbound = Buffer<UnboundItem>()
  /// The sections with a visible item, in order.
  var sections = Buffer<SectionName>()
  /// Memory for the next order, and sections.
  var spareOrder = Buffer<UInt32>()
  var spareSections = Buffer<SectionName>()
  /// Cells to be unbound, in the order in which they left.
  var leaving = Buffer<UInt32>()
  /// The handles of the items that PREFETCH has reported, sorted.
  var prefetched = Buffer<UInt64>()
  /// The classes that were used.
  var classes = Buffer<UInt32>()
  var range = VisibleRange()
  /// What was requested, before it was cut.
  var count = 0
  var ahead = 0
  /// The number of the request that `range` comes from; 0: none yet.
  var request: UInt64 = 0
  /// Of the list, for `order`.
  var version: UInt64 = 0
  var stamp: UInt32 = 0
  /// How many cells the host has taken.
  var takenCount = 0

  init() {}
}

/// A visible item without a cell, as a function of its class has failed.
struct UnboundItem: BitwiseCopyable {
  var place: UInt32
  var item: UInt64
}

/// A section that has come into view.
struct SectionName: BitwiseCopyable {
  var handle: UInt64
  var key: Key
}

/// What the host wants to be visible.
struct RequestedRange: ~Copyable {
  struct Values: BitwiseCopyable {
    var range = VisibleRange()
    var ahead = 0
    /// Counts the requests.
    var number: UInt64 = 0
  }

  private let lock = Mutex()
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
  @unsafe let form: EventForm
  let request = RequestedRange()
  let state = InlineBox(ViewState())
  /// The thread that is inside, or 0.
  private let inside = AtomicWord()
  /// 1: a poll has passed over the view as another thread was inside.
  private let isPassedOver = AtomicWord()
  /// 1: the host has destroyed it.
  private let isEnded = AtomicWord()

  init(of list: Handle, _ handle: Handle, _ form: @escaping EventForm) {
    self.list = list
    self.handle = handle
    unsafe self.form = form
  }

  deinit { destroyCells() }

  public func wasDestroyed() {
    isEnded.value = 1
    do throws(Refusal) {
      let list = try Pinned<List>(list, role: .object)
      list.value.features.views.remove(handle)
    } catch {}
  }

  var isDestroyed: Bool { isEnded.value != 0 }

  // MARK: One thread inside

  /// The address of something that each thread has.
  private static var thisThread: UInt64 { unsafe UInt64(UInt(bitPattern: iqp_host_calls())) }

  /// Whether this thread is inside, in a function of a cell.
  var isInsideHere: Bool { inside.value == View.thisThread }

  /// Refuses `busy` if a thread is inside, also this one.
  func enter() throws(Refusal) {
    if !inside.exchange(0, for: View.thisThread) { throw Refusal(.busy, role: .object) }
  }

  /// For a poll: false if a thread is inside; its `leave` has the list polled again.
  func enterPolling() -> Bool {
    if inside.exchange(0, for: View.thisThread) { return true }
    isPassedOver.value = 1
    // It may have left meanwhile, without seeing that.
    if !inside.exchange(0, for: View.thisThread) { return false }
    isPassedOver.value = 0
    return true
  }

  func leave(_ list: borrowing List) {
    let hasLeaving = !state.value.leaving.isEmpty
    inside.value = 0
    if !isPassedOver.exchange(1, for: 0) { return }
    list.features.channel.add(.views)
    if hasLeaving { list.features.channel.add(.leaving) }
  }
}

extension View {
  // MARK: What is visible

  /// Only stores, so it works beside all else.
  public func setVisible(_ first: Int, _ count: Int, ahead: Int) throws(Refusal) {
    let list = try Pinned<List>(list, role: .object)
    request.set(VisibleRange(first: first, count: count), ahead: ahead)
    list.value.features.channel.add(.views)
  }

  /// At the last poll.
  public func visible() throws(Refusal) -> (first: Int, count: Int) {
    let list = try Pinned<List>(list, role: .object)
    let range = list.value.features.views.range(of: handle) ?? VisibleRange()
    return (range.first, range.count)
  }
}
