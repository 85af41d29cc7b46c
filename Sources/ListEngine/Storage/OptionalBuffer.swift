// A growable array of the values that items have in optional columns, in one block of memory.
//
//     memory ─► | models 8 × room | classes 4 × room | levels 2 × room |        traits: model, class and level
//
// Invariants:
//  1. Columns are divided by `traits`, which change only while there are no items; the memory stays.
//  2. Without traits nothing is stored, and `count` stays 0.

struct OptionalBuffer: ~Copyable {
  /// Only its room is used.
  private var memory = Buffer<UInt64>()
  private var room = 0
  private(set) var count = 0
  private(set) var traits: UInt32 = 0

  init() {}

  var bytes: Int { memory.bytes }

  @inline(__always) var columns: OptionalColumns {
    unsafe OptionalColumns(memory.pointer, capacity: room, traits: traits)
  }

  /// Room for `total` items in all, with the columns of `traits`.
  mutating func reserve(_ total: Int, traits: UInt32) throws(Refusal) {
    if traits != self.traits {
      assert(count == 0)
      self.traits = traits
      room = traits == 0 ? 0 : bytes / ItemColumn.width(of: traits)
    }
    if traits != 0 && total > room { try grow(to: total) }
  }

  private mutating func grow(to total: Int) throws(Refusal) {
    var grown = try Buffer<UInt64>(capacity: (total * ItemColumn.width(of: traits) + 7) / 8)
    unsafe OptionalColumns(grown.pointer, capacity: total, traits: traits)
      .copy(count, from: columns, at: 0, to: 0)
    swap(&memory, &grown)
    room = total
  }

  /// Room for `extra` more; grows by a half at least, so that appending is O(1) amortised.
  mutating func reserve(extra: Int, traits: UInt32) throws(Refusal) {
    if traits != self.traits { try reserve(0, traits: traits) }
    if traits != 0 && count + extra > room { try grow(to: max(count + extra, room + room / 2, 8)) }
  }

  /// Into room that was reserved: cannot fail.
  @inline(__always) mutating func push(_ values: ItemValues) {
    if traits == 0 { return }
    assert(count < room)
    columns.write(values, at: count)
    count += 1
  }

  /// Into room that was reserved: the items of a host.
  mutating func append(_ items: Columns) {
    if traits == 0 { return }
    assert(count + items.count <= room)
    columns.write(items.count, of: items, at: 0, to: count)
    count += items.count
  }

  /// Into room that was reserved: items of another block.
  mutating func append(_ length: Int, of source: OptionalColumns, at first: Int) {
    if traits == 0 { return }
    assert(count + length <= room)
    columns.copy(length, from: source, at: first, to: count)
    count += length
  }

  mutating func truncate(to total: Int) { count = min(count, total) }

  /// Empty, with its memory kept for the next use.
  mutating func removeAll() {
    count = 0
    traits = 0
    room = 0
  }
}
