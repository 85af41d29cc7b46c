// Staged items that a changeset names, out of the leaves of `before`. They may be anywhere: what a batch of them needs is
// prefetched before the first is read. An item of the leaf that was found last is read at once.
//
//     partner ─► leaf ─► key, content, slot

import CPlatform

extension Staged {
  /// Items of leaves that were not the last ones: items of the block, and the numbers of their chunks.
  private struct Batch {
    var items = InlineArray<32, Int>(repeating: 0)
    var chunks = InlineArray<32, Int>(repeating: 0)
    var count = 0
  }

  /// Reads the values of those items that were found. `block` begins with the first.
  mutating func readFound(_ block: Block, _ before: borrowing Input) {
    var batch = Batch()
    var last: LeafWindow? = nil
    for i in 0..<count where !block.isNew(i) {
      let flat = Int(block.partner(i))
      if let last, last.contains(flat) {
        read(i, block, last)
        continue
      }
      let number = before.chunk(at: flat)
      let chunk = before.chunks[number]
      last = LeafWindow(chunk.leaf, at: Int(chunk.first), count: chunk.count)
      chunk.prefetch(item: flat &- Int(chunk.first))
      chunk.leaf.prefetch(slotOf: flat &- Int(chunk.first))
      batch.items[batch.count] = i
      batch.chunks[batch.count] = number
      batch.count &+= 1
      if batch.count == batch.items.count { read(&batch, block, before) }
    }
    read(&batch, block, before)
  }

  @inline(__always) private mutating func read(
    _ batch: inout Batch, _ block: Block, _ before: borrowing Input
  ) {
    for k in 0..<batch.count {
      let chunk = before.chunks[batch.chunks[k]]
      read(batch.items[k], block, LeafWindow(chunk.leaf, at: Int(chunk.first), count: chunk.count))
    }
    batch.count = 0
  }

  @inline(__always) private mutating func read(_ i: Int, _ block: Block, _ window: LeafWindow) {
    let flat = Int(block.partner(i))
    block.set(i, window.key(flat), window.content(flat), window.slot(flat))
    if columns.traits != 0 { set(window.leaf.values(flat &- window.low), of: i) }
  }

  /// Sets the values in optional columns.
  @inline(never) private func set(_ values: ItemValues, of i: Int) {
    columns.optional.columns.write(values, at: i)
  }

  /// Pushes the values in optional columns of an item that is placed.
  @inline(never) mutating func push(_ values: ItemValues) { columns.optional.push(values) }

  /// Gives a patched item its new values, if it is staged. `next` is the first item that may be it: patches come in the
  /// order of `after`.
  mutating func patch(_ patch: Patch, from next: inout Int) {
    while next < count && flat(next) < Int(patch.after) { next &+= 1 }
    if next == count || flat(next) > Int(patch.after) { return }
    columns.contents[next] = patch.values.content
    set(patch.values, of: next)
  }
}
