// A word at a stable address that any thread may read and write without a lock.

import CPlatform

@safe struct AtomicWord: ~Copyable {
  private let word: UnsafeMutablePointer<Int64>

  /// The initial value is zero.
  init() throws(Refusal) {
    let memory = unsafe try Memory.allocate(MemoryLayout<Int64>.size)
    unsafe word = memory.bindMemory(to: Int64.self, capacity: 1)
    unsafe word.initialize(to: 0)
  }

  deinit { unsafe Memory.release(UnsafeMutableRawPointer(word), MemoryLayout<Int64>.size) }

  var value: UInt64 {
    get { unsafe UInt64(bitPattern: iqp_load(word)) }
    nonmutating set { unsafe iqp_store(word, Int64(bitPattern: newValue)) }
  }
}
