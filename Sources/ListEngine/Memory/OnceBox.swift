// A value that the first thread to need it creates, and that then stays until its owner goes. Any thread may look
// for it at any time, without a lock: the pointer is published once.

import Synchronization

@safe struct OnceBox<Value: ~Copyable>: ~Copyable {
  private let address = Atomic<UInt>(0)

  init() {}

  deinit { if let pointer = unsafe pointer { _ = unsafe Box(owning: pointer) } }

  @unsafe var pointer: UnsafeMutablePointer<Value>? {
    unsafe UnsafeMutablePointer(bitPattern: address.load(ordering: .acquiring))
  }

  var isMade: Bool { address.load(ordering: .acquiring) != 0 }

  func make(_ value: () throws(Refusal) -> Value) throws(Refusal) {
    if isMade { return }
    let made = unsafe try Box(making: value).release()
    let result = address.compareExchange(
      expected: 0, desired: UInt(bitPattern: made), ordering: .acquiringAndReleasing)
    // Another thread was first.
    if !result.exchanged { _ = unsafe Box(owning: made) }
  }

  /// Valid only if it is made. What protects its parts is theirs.
  var value: Value {
    _read { yield unsafe pointer.unsafelyUnwrapped.pointee }
  }
}
