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

  /// A sequentially consistent fence: of two threads that each write a word, call this and read the other's word, at
  /// least one reads the new value.
  static func fence() { atomicMemoryFence(ordering: .sequentiallyConsistent) }

  /// Whether the word was `expected` and is `desired` now.
  func exchange(_ expected: UInt64, for desired: UInt64) -> Bool {
    word.compareExchange(expected: expected, desired: desired, ordering: .acquiringAndReleasing).exchanged
  }
}
