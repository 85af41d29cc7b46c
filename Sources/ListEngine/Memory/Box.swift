// One value at an address of its own, shared by those who hold its lock.

@safe struct Box<Value: ~Copyable>: ~Copyable {
  private let pointer: UnsafeMutablePointer<Value>

  init(_ value: consuming Value) throws(Refusal) {
    let memory = unsafe try Memory.allocate(Box.bytes)
    unsafe pointer = memory.bindMemory(to: Value.self, capacity: 1)
    unsafe pointer.initialize(to: value)
  }

  deinit {
    unsafe pointer.deinitialize(count: 1)
    unsafe Memory.release(UnsafeMutableRawPointer(pointer), Box.bytes)
  }

  private static var bytes: Int { max(MemoryLayout<Value>.size, 1) }

  /// Whoever changes it holds the lock that says so: the compiler does not see that.
  var value: Value {
    _read { yield unsafe pointer.pointee }
    nonmutating _modify { yield unsafe &pointer.pointee }
  }
}
