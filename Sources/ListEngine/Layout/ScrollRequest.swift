// What the host has asked for since the last layout, from any thread. Requests add up, so that none is lost.
//
//     scroll(900)         set, 900            scroll(-40, BY)     set, 860
//     scroll(-40, BY)     by -40              scroll(-10, BY)     by -50

enum ScrollFlags {
  static let by: UInt32 = 1
  static let clamp: UInt32 = 2
  static let held: UInt32 = 4
  static let bar: UInt32 = 8
}

struct ScrollRequest: ~Copyable {
  struct Values: BitwiseCopyable {
    /// Whether `offset` is an offset, and not a distance.
    var isSet = false
    var offset = 0.0
    /// The same by a scroll bar that is held, in its offsets. It is carried out first.
    var isBarSet = false
    var bar = 0.0
    var isClamped = false
    /// Whether the offset was set, or something was added to it.
    var moves = false
    /// Whether there was a request.
    var isMade = false
    /// A finger holds the content, or a scroll bar is held.
    var isHeld = false
    var isBarHeld = false

    /// Whether it is by a distance towards the start.
    var isBack: Bool { !isSet && offset < 0 }

    fileprivate mutating func add(_ new: Double, _ flags: UInt32) {
      let isBy = flags & ScrollFlags.by != 0
      isBarHeld = flags & ScrollFlags.bar != 0
      if !isBy {
        (isSet, offset) = (!isBarHeld, 0)
        (isBarSet, bar) = (isBarHeld, 0)
      }
      if isBarHeld { bar += new } else { offset += new }
      if !isBy || new != 0 { moves = true }
      isClamped = flags & (ScrollFlags.clamp | ScrollFlags.bar) != 0
      isHeld = flags & ScrollFlags.held != 0
      isMade = true
    }
  }

  private let lock = Mutex(.part)
  private let values = InlineBox(Values())

  init() {}

  func add(_ offset: Double, _ flags: UInt32) {
    lock.lock()
    defer { lock.unlock() }
    values.value.add(offset, flags)
  }

  /// The requests until now, which are done. What is held stays so.
  func take() -> Values {
    lock.lock()
    defer { lock.unlock() }
    let taken = values.value
    values.value = Values(isHeld: taken.isHeld, isBarHeld: taken.isBarHeld)
    return taken
  }

  /// Something else is to be shown: the requests until now are passed over, and no scroll bar is held.
  func drop() {
    lock.lock()
    defer { lock.unlock() }
    values.value = Values(isHeld: values.value.isHeld)
  }

  /// A layout has failed: its requests come before those that were made since.
  func putBack(_ taken: Values) {
    lock.lock()
    defer { lock.unlock() }
    if !values.value.isMade { values.value.isClamped = taken.isClamped }
    if !values.value.isSet && !values.value.isBarSet {
      values.value.offset += taken.offset
      values.value.isSet = taken.isSet
      values.value.bar += taken.bar
      values.value.isBarSet = taken.isBarSet
    }
    values.value.moves = values.value.moves || taken.moves
    values.value.isMade = values.value.isMade || taken.isMade
  }
}
