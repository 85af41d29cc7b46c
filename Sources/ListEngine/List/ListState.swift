// The state of a list, as readers see it.

struct ListState: ~Copyable {
  /// Counts what readers can see change: commits, the calls of an edit, and its abandonment. It stays the first field:
  /// the thread sanitizer attributes setting states to these bytes, which a preparation beside it does not read.
  var version: UInt64 = 0
  var arrangement: Arrangement
  var slots: Slots
  /// Maps item keys to slots.
  var index = KeyIndex()
  /// Made when a state of an item or section is first used.
  var states = LazyBox<ItemStates>()
  /// Made when the first snapshot is taken.
  var log = LazyBox<CommitLog>()
  /// Differs for each list.
  let number: UInt64

  init(seed: UInt64, leafCapacity: Int, fanOut: Int) {
    number = seed
    arrangement = Arrangement(leafCapacity: leafCapacity, fanOut: fanOut)
    slots = Slots(seed: UInt32(truncatingIfNeeded: seed))
  }

  var firstSectionGeneration: UInt32 { UInt32(truncatingIfNeeded: number >> 32) }

  func location(ofSlot slot: Slot) -> Location {
    let leaf = slots.leaf(of: slot)
    // A slot in use is in the leaf that it names.
    return Location(leaf: leaf, offset: arrangement.leaf(leaf).find(slot: slot) ?? 0)
  }
}
