// Moves items within a leaf and between leaves. Nothing here fails or changes a reference count; the caller
// accounts for the models' references.

import CPlatform

extension Leaf {
  /// Copies `length` items of `source` over those from `to` on. Both may be the same leaf.
  @inline(__always) func copy(_ length: Int, from source: Leaf, at from: Int, to: Int) {
    assert(to + length <= capacity && from + length <= source.capacity)
    unsafe memmove(keys + to, source.keys + from, length * 16)
    unsafe memmove(contents + to, source.contents + from, length * 8)
    unsafe memmove(slots + to, source.slots + from, length * 4)
    if traits != 0 { optional.copy(length, from: source.optional, at: from, to: to) }
  }

  /// Appends `length` items of `source`.
  @inline(__always) func append(_ length: Int, from source: Leaf, at from: Int) {
    let end = count
    count = end + length
    copy(length, from: source, at: from, to: end)
  }

  /// Appends a few items, one by one. The leaf has no optional columns.
  @unsafe @inline(__always) func appendFew(
    _ length: Int, _ keys: UnsafePointer<Key>, _ contents: UnsafePointer<UInt64>,
    _ slots: UnsafePointer<UInt32>
  ) {
    var end = count
    count = end &+ length
    var (keys, contents, slots) = unsafe (keys, contents, slots)
    let columns = unsafe (keys: self.keys, contents: self.contents, slots: self.slots)
    // Not by index: the compiler would vectorise this loop, with a start that costs more than a few items.
    while end < count {
      unsafe columns.keys[end] = keys.pointee
      unsafe columns.contents[end] = contents.pointee
      unsafe columns.slots[end] = slots.pointee
      unsafe keys += 1
      unsafe contents += 1
      unsafe slots += 1
      end &+= 1
    }
  }

  /// Makes a gap of `length` uninitialised items at `position`.
  func open(_ length: Int, at position: Int) {
    let tail = count - position
    count += length
    copy(tail, from: self, at: position, to: position + length)
  }

  /// Removes `length` items.
  func close(_ length: Int, at position: Int) {
    copy(count - position - length, from: self, at: position + length, to: position)
    count -= length
  }

  /// Appends `length` items of `source`, with their slots.
  func append(_ length: Int, of source: borrowing OwnedColumns, at from: Int) {
    let end = count
    count = end + length
    write(length, of: source, at: from, to: end)
  }

  /// Writes `length` items over those from `to` on. The leaf has every optional column of `source`.
  func write(_ length: Int, of source: borrowing OwnedColumns, at from: Int, to: Int) {
    assert(source.traits & ~traits == 0)
    guard let keys = unsafe source.keys.pointer, let contents = unsafe source.contents.pointer else { return }
    unsafe memcpy(self.keys + to, keys + from, length * 16)
    unsafe memcpy(self.contents + to, contents + from, length * 8)
    if !source.slots.isEmpty, let slots = unsafe source.slots.pointer {
      unsafe memcpy(self.slots + to, slots + from, length * 4)
    } else {
      unsafe memset(slots + to, 0, length * 4)
    }
    if traits != 0 { optional.copy(length, from: source.optional.columns, at: from, to: to) }
  }

  /// Writes over all of it the items of `columns` from `first` on, each value read once.
  func write(_ columns: Columns, from first: Int) {
    for i in 0..<count {
      unsafe keys[i] = columns.key(first + i)
      unsafe contents[i] = columns.content(first + i)
      unsafe slots[i] = 0
    }
    if traits != 0 { optional.write(count, of: columns, at: first, to: 0) }
  }

  func setKey(_ key: Key, at i: Int) { unsafe keys[i] = key }
  func setContent(_ content: UInt64, at i: Int) { unsafe contents[i] = content }
}
