// Staged items that a changeset names, out of the leaves of `before`. They may be anywhere: what a batch of them needs is
// prefetched before the first is read.
//
//     partner ─► leaf ─► key, content, slot

import CPlatform

extension Staged {
  /// An item of `before` that is to be read.
  private struct Place: BitwiseCopyable {
    let item: Int
    let leaf: Leaf
    let offset: Int
  }

  /// Reads all items that were found.
  mutating func readFound(_ before: borrowing Input) {
    if foundCount == 0 { return }
    var places = InlineArray<32, Place?>(repeating: nil)
    var i = 0
    while i < count {
      var width = 0
      while i < count && width < places.count {
        if !isNew(i) {
          let flat = Int(partner(i))
          let chunk = before.chunks[before.chunk(at: flat)]
          let offset = flat &- Int(chunk.first)
          chunk.prefetch(item: offset)
          chunk.leaf.prefetch(slotOf: offset)
          places[width] = Place(item: i, leaf: chunk.leaf, offset: offset)
          width &+= 1
        }
        i &+= 1
      }
      for p in 0..<width { if let place = places[p] { read(place) } }
    }
  }

  @inline(__always) private mutating func read(_ place: Place) {
    columns.keys[place.item] = place.leaf.key(place.offset)
    columns.contents[place.item] = place.leaf.content(place.offset)
    columns.slots[place.item] = place.leaf.slot(place.offset)
    if columns.traits != 0 { columns.optional.columns.write(place.leaf.values(place.offset), at: place.item) }
  }

  /// Gives a patched item its new values, if it is staged. `next` is the first item that may be it: patches come in the
  /// order of `after`.
  mutating func patch(_ patch: Patch, from next: inout Int) {
    while next < count && flat(next) < Int(patch.after) { next &+= 1 }
    if next == count || flat(next) > Int(patch.after) { return }
    columns.contents[next] = patch.values.content
    columns.optional.columns.write(patch.values, at: next)
  }
}
