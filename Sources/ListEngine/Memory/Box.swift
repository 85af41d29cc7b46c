// One value at a stable address. Callers synchronise access with a lock of their own.

@safe public struct Box<Value: ~Copyable>: ~Copyable {
  private let pointer: UnsafeMutablePointer<Value>

  init(_ value: consuming Value) throws(Refusal) {
    let memory = unsafe try Memory.allocate(Box.bytes)
    unsafe pointer = memory.bindMemory(to: Value.self, capacity: 1)
    unsafe pointer.initialize(to: value)
  }

  /// Initializes the value in place; moving a large struct field by field bloats the code.
  init(making value: () throws(Refusal) -> Value) throws(Refusal) {
    let memory = unsafe try Memory.allocate(Box.bytes)
    let made = unsafe memory.bindMemory(to: Value.self, capacity: 1)
    do throws(Refusal) { unsafe made.initialize(to: try value()) } catch {
      unsafe Memory.release(memory, Box.bytes)
      throw error
    }
    unsafe pointer = made
  }

  deinit {
    unsafe pointer.deinitialize(count: 1)
    unsafe Memory.release(UnsafeMutableRawPointer(pointer), Box.bytes)
  }

  private static var bytes: Int { max(MemoryLayout<Value>.size, 1) }

  @unsafe var address: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(pointer) }

  /// The caller must hold the lock that protects the value; the compiler cannot check this.
  var value: Value {
    _read { yield unsafe pointer.pointee }
    nonmutating _modify { yield unsafe &pointer.pointee }
  }
}

/// A value that is created on first use and can be freed again.
@safe public struct LazyBox<Value: ~Copyable>: ~Copyable {
  private let cell: UnsafeMutablePointer<UnsafeMutablePointer<Value>?>

  init() throws(Refusal) {
    let memory = unsafe try Memory.allocate(MemoryLayout<UnsafeMutablePointer<Value>?>.size)
    unsafe cell = memory.bindMemory(to: UnsafeMutablePointer<Value>?.self, capacity: 1)
    unsafe cell.initialize(to: nil)
  }

  deinit {
    discard()
    unsafe Memory.release(UnsafeMutableRawPointer(cell), MemoryLayout<UnsafeMutablePointer<Value>?>.size)
  }

  var isMade: Bool { unsafe cell.pointee != nil }

  func make(_ value: () -> Value) throws(Refusal) {
    if isMade { return }
    let memory = unsafe try Memory.allocate(MemoryLayout<Value>.size)
    let pointer = unsafe memory.bindMemory(to: Value.self, capacity: 1)
    unsafe pointer.initialize(to: value())
    unsafe cell.pointee = pointer
  }

  func discard() {
    guard let pointer = unsafe cell.pointee else { return }
    unsafe pointer.deinitialize(count: 1)
    unsafe Memory.release(UnsafeMutableRawPointer(pointer), MemoryLayout<Value>.size)
    unsafe cell.pointee = nil
  }

  /// Valid only after `make`.
  var value: Value {
    _read { yield unsafe cell.pointee.unsafelyUnwrapped.pointee }
    nonmutating _modify { yield unsafe &cell.pointee.unsafelyUnwrapped.pointee }
  }
}
