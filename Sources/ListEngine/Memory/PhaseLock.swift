// A lock for many readers or one writer, in phases: so that neither waits for more than one turn of the others, on
// every libc. It is one word beside a mutex; a reader that nobody stops changes the word once, and once again in the
// end.
//
//     word     | writer | phase | waiting | inside |      bits: 1, 1, 30, 32
//
//     write    1 announce: `writer` is set. Who reads goes on, later readers are counted as `waiting`.
//              2 drain:    sleeps until `inside` is 0.
//              3 write.
//              4 admit:    in one step `writer` is cleared, who is waiting is inside, and the phase is the other one.
//
// A reader that waits sleeps until the phase is no longer the one in which it was counted: then it is inside already.
// One bit is enough, as the phase cannot change again before that reader has left. The next writer waits for who was
// admitted, and for no others. A thread must not begin to read while it reads: between the two a writer may
// have announced itself.
//
// Sleeping threads watch the half of the word that they wait for: readers the upper one, the writer the lower one.

import CPlatform

@safe struct PhaseLock: ~Copyable {
  private static let writer = Int64.min
  private static let phase = Int64(1) << 62
  private static let oneWaiting = Int64(1) << 32
  private static let inside = oneWaiting - 1

  private let word = InlineBox(Int64(0))
  private let writers = Mutex(.writers)

  @inline(__always) func beginRead() {
    let seen = unsafe iqp_load(word.address)
    if unsafe seen < 0 || !iqp_exchange_if(word.address, seen, seen &+ 1) { beginReadSlowly() }
  }

  /// Another thread has changed the word, or a writer has announced itself.
  @inline(never) private func beginReadSlowly() {
    var seen = unsafe iqp_load(word.address)
    while unsafe !iqp_exchange_if(word.address, seen, seen &+ (seen < 0 ? PhaseLock.oneWaiting : 1)) {
      unsafe seen = iqp_load(word.address)
    }
    if seen >= 0 { return }
    let phase = seen & PhaseLock.phase
    unsafe seen = iqp_load(word.address)
    while seen & PhaseLock.phase == phase {
      unsafe iqp_sleep(upper, Int32(truncatingIfNeeded: seen >> 32))
      unsafe seen = iqp_load(word.address)
    }
  }

  @inline(__always) func endRead() {
    let left = unsafe iqp_add(word.address, -1)
    if left < 0 && left & PhaseLock.inside == 0 { wakeWriter() }
  }

  @inline(never) private func wakeWriter() { unsafe iqp_wake(lower) }

  @inline(never) func beginWrite() {
    writers.lock()
    var seen = unsafe iqp_add(word.address, PhaseLock.writer)
    while seen & PhaseLock.inside != 0 {
      unsafe iqp_sleep(lower, Int32(truncatingIfNeeded: seen))
      unsafe seen = iqp_load(word.address)
    }
  }

  @inline(never) func endWrite() {
    var seen: Int64
    var waiting: Int64
    repeat {
      unsafe seen = iqp_load(word.address)
      waiting = (seen & ~PhaseLock.writer & ~PhaseLock.phase) >> 32
    } while unsafe !iqp_exchange_if(word.address, seen, (seen & PhaseLock.phase ^ PhaseLock.phase) | waiting)
    if waiting != 0 { unsafe iqp_wake(upper) }
    writers.unlock()
  }

  private var lower: UnsafeMutablePointer<Int32> {
    unsafe UnsafeMutableRawPointer(word.address).assumingMemoryBound(to: Int32.self)
  }
  private var upper: UnsafeMutablePointer<Int32> { unsafe lower + 1 }

  // MARK: For tests

  /// The fields of the word at this moment.
  var status: (isWanted: Bool, waiting: Int, inside: Int) {
    let seen = unsafe iqp_load(word.address)
    let waiting = (seen & ~PhaseLock.writer & ~PhaseLock.phase) >> 32
    return (seen < 0, Int(waiting), Int(seen & PhaseLock.inside))
  }
}
