// What the host has asked for since the last layout, from any thread. Requests add up, so that none is lost.
//
//     scroll(900)         set, 900            scroll(-40, BY)     set, 860
//     scroll(-40, BY)     by -40              scroll(-10, BY)     by -50

enum ScrollFlags {
  static let by: UInt32 = 1
  static let clamp: UInt32 = 2
  static let held: UInt32 = 4
}

struct ScrollRequest: ~Copyable {
  struct Values: BitwiseCopyable {
    /// Whether `offset` is an offset, and not a distance.
    var isSet = false
    var offset = 0.0
    var isClamped = false
    /// Whether the offset was set, or something was added to it.
    var moves = false
    /// Whether there was a request.
    var isMade = false
    /// A finger holds the content.
    var isHeld = false

    /// Whether it is by a distance towards the start.
    var isBack: Bool { !isSet && offset < 0 }
  }

  private let lock = Mutex(.part)
  private let values = InlineBox(Values())

  init() {}

  func add(_ offset: Double, _ flags: UInt32) {
    lock.lock()
    defer { lock.unlock() }
    if flags & ScrollFlags.by == 0 {
      values.value.isSet = true
      values.value.offset = offset
    } else {
      values.value.offset += offset
    }
    if flags & ScrollFlags.by == 0 || offset != 0 { values.value.moves = true }
    values.value.isClamped = flags & ScrollFlags.clamp != 0
    values.value.isHeld = flags & ScrollFlags.held != 0
    values.value.isMade = true
  }

  /// The requests until now, which are done. Whether the content is held stays.
  func take() -> Values {
    lock.lock()
    defer { lock.unlock() }
    let taken = values.value
    values.value = Values(isHeld: taken.isHeld)
    return taken
  }

  /// A layout has failed: its requests come before those that were made since.
  func putBack(_ taken: Values) {
    lock.lock()
    defer { lock.unlock() }
    if !values.value.isMade { values.value.isClamped = taken.isClamped }
    if !values.value.isSet {
      values.value.offset += taken.offset
      values.value.isSet = taken.isSet
    }
    values.value.moves = values.value.moves || taken.moves
    values.value.isMade = values.value.isMade || taken.isMade
  }
}
