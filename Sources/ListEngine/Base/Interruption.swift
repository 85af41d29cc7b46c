// The preparation of an update on another thread than the host's can be interrupted: whoever needs the list sets a
// word and waits for the preparing thread, which looks at it once a leaf and once a phase.
//
//     host      update ── sets the word ── waits for the lock ┐ ── update ──
//     worker    ── leaf ── leaf ── looks: interrupted ── undo ┘
//
// The address of the word is per thread, so that the phases, which know no list, need no parameter for it. On
// every other thread it is NULL.

import CPlatform

enum Interruption {
  /// Refuses `interrupted`, which no host sees.
  @inline(__always) static func check() throws(Refusal) {
    guard let word = unsafe iqp_interruption().pointee else { return }
    if unsafe iqp_load(word) != 0 { throw Refusal(.interrupted) }
  }

  /// Runs `body`, which the word interrupts while it is not 0.
  @unsafe static func listening<Result: ~Copyable>(
    to word: UnsafeMutablePointer<Int64>, _ body: () throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    unsafe iqp_interruption().pointee = word
    defer { unsafe iqp_interruption().pointee = nil }
    return try body()
  }
}
