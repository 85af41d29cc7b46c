// One value at a stable address. Callers synchronise access with a lock of their own. (Box is frozen, because
// Embedded Swift permits `discard` in such types only.)
@safe @frozen public struct Box<Value: ~Copyable>: ~Copyable {
  private let pointer: UnsafeMutablePointer<Value>

  init(_ value: consuming Value) throws(Refusal) {
    let memory = unsafe try Memory.allocate(Box.bytes)
    unsafe pointer = memory.bindMemory(to: Value.self, capacity: 1)
    unsafe pointer.initialize(to: value)
  }

  /// Initializes the value in place; moving a large struct field by field bloats the code.
  init(making value: () throws(Refusal) -> Value) throws(Refusal) {
    unsafe pointer = try Box.allocate(making: value)
  }

  @unsafe init(owning pointer: UnsafeMutablePointer<Value>) { unsafe self.pointer = pointer }

  @unsafe fileprivate static func allocate(
    making value: () throws(Refusal) -> Value
  ) throws(Refusal) -> UnsafeMutablePointer<Value> {
    let memory = unsafe try Memory.allocate(Box.bytes)
    let made = unsafe memory.bindMemory(to: Value.self, capacity: 1)
    do throws(Refusal) { unsafe made.initialize(to: try value()) } catch {
      unsafe Memory.release(memory, Box.bytes)
      throw error
    }
    return unsafe made
  }

  deinit {
    unsafe pointer.deinitialize(count: 1)
    unsafe Memory.release(UnsafeMutableRawPointer(pointer), Box.bytes)
  }

  /// The value, which the caller then owns; see `init(owning:)`.
  @unsafe consuming func release() -> UnsafeMutablePointer<Value> {
    let released = unsafe pointer
    discard self
    return unsafe released
  }

  private static var bytes: Int { max(MemoryLayout<Value>.size, 1) }

  @unsafe var address: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(pointer) }

  /// The caller must hold the lock that protects the value; the compiler cannot check this.
  var value: Value {
    _read { yield unsafe pointer.pointee }
    nonmutating _modify { yield unsafe &pointer.pointee }
  }
}

/// A value that is created on first use and can be freed again. Once created it stays at its address.
@safe public struct LazyBox<Value: ~Copyable>: ~Copyable {
  private var pointer: UnsafeMutablePointer<Value>? = nil

  init() {}

  deinit { if let pointer = unsafe pointer { _ = unsafe Box(owning: pointer) } }

  var isMade: Bool { unsafe pointer != nil }

  mutating func make(_ value: () throws(Refusal) -> Value) throws(Refusal) {
    if isMade { return }
    unsafe pointer = try Box.allocate(making: value)
  }

  /// Moves the value out; it stays at its address.
  mutating func take() -> Box<Value>? {
    guard let taken = unsafe pointer else { return nil }
    unsafe pointer = nil
    return unsafe Box(owning: taken)
  }

  mutating func discard() { _ = take() }

  /// Takes over a value; there must be none.
  mutating func put(_ box: consuming Box<Value>) {
    assert(!isMade)
    unsafe pointer = box.release()
  }

  /// Valid only after `make`. Unlike `value`, a change by it is none of the box.
  @unsafe var address: UnsafeMutablePointer<Value> { unsafe pointer.unsafelyUnwrapped }

  /// Valid only after `make`.
  var value: Value {
    _read { yield unsafe pointer.unsafelyUnwrapped.pointee }
    _modify { yield unsafe &pointer.unsafelyUnwrapped.pointee }
  }
}
