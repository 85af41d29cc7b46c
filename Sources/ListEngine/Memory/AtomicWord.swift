// A word that any thread may read and write without a lock.

import Synchronization

struct AtomicWord: ~Copyable {
  private let word: Atomic<UInt64>

  init(_ value: UInt64 = 0) { word = Atomic(value) }

  var value: UInt64 {
    get { word.load(ordering: .acquiring) }
    nonmutating set { word.store(newValue, ordering: .releasing) }
  }

  /// Returns the new value.
  func add(_ amount: UInt64) -> UInt64 {
    word.wrappingAdd(amount, ordering: .acquiringAndReleasing).newValue
  }

  /// Returns the new value.
  func subtract(_ amount: UInt64) -> UInt64 {
    word.wrappingSubtract(amount, ordering: .acquiringAndReleasing).newValue
  }

  /// Two threads of which each writes a word, calls this, and reads the other's word: one of them sees both.
  static func fence() { atomicMemoryFence(ordering: .sequentiallyConsistent) }

  /// Whether the word was `expected` and is `desired` now.
  func exchange(_ expected: UInt64, for desired: UInt64) -> Bool {
    word.compareExchange(expected: expected, desired: desired, ordering: .acquiringAndReleasing).exchanged
  }
}
