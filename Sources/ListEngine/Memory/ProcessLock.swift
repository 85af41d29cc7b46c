// A lock that knows in which process it was taken: in a child of a fork, the thread that held it does not exist.
//
//     word     0: nobody has it      2 × process + 1 if a thread waits for it

import CPlatform

@safe struct ProcessLock: ~Copyable {
  private let word = InlineBox(Int64(0))

  init() {}

  /// Refuses `busy` if it was held when this process was forked.
  func lock() throws(Refusal) {
    let own = Fork.process << 1
    while true {
      let seen = unsafe iqp_load(word.address)
      if seen == 0 {
        if unsafe iqp_exchange_if(word.address, 0, own) { return }
        continue
      }
      if seen & ~1 != own { throw Refusal(.busy, role: .object) }
      if seen & 1 == 0, unsafe !iqp_exchange_if(word.address, seen, seen | 1) { continue }
      unsafe iqp_sleep(lower, Int32(truncatingIfNeeded: seen | 1))
    }
  }

  func unlock() {
    var seen: Int64
    repeat { unsafe seen = iqp_load(word.address) } while unsafe !iqp_exchange_if(word.address, seen, 0)
    if seen & 1 != 0 { unsafe iqp_wake(lower) }
  }

  private var lower: UnsafeMutablePointer<Int32> {
    unsafe UnsafeMutableRawPointer(word.address).assumingMemoryBound(to: Int32.self)
  }
}
