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
    if let models = unsafe models {
      if let others = unsafe source.models {
        unsafe memmove(models + to, others + from, length * 8)
      } else {
        unsafe memset(models + to, 0, length * 8)
      }
    }
    if let classes = unsafe classes {
      if let others = unsafe source.classes {
        unsafe memmove(classes + to, others + from, length * 4)
      } else {
        unsafe memset(classes + to, 0, length * 4)
      }
    }
  }

  /// Appends `length` items of `source`.
  @inline(__always) func append(_ length: Int, from source: Leaf, at from: Int) {
    let end = count
    count = end + length
    if length > 8 || traits != 0 { return copy(length, from: source, at: from, to: end) }
    // For so few items, three calls of memcpy cost more than copying item by item.
    let keys = unsafe (keys + end, source.keys + from)
    let contents = unsafe (contents + end, source.contents + from)
    let slots = unsafe (slots + end, source.slots + from)
    for i in 0..<length {
      unsafe keys.0[i] = keys.1[i]
      unsafe contents.0[i] = contents.1[i]
      unsafe slots.0[i] = slots.1[i]
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

  /// Appends `length` staged items, whose numbers are slots.
  func append(_ length: Int, of staged: borrowing Staged, at from: Int) {
    let end = count
    count = end + length
    guard let keys = unsafe staged.keys.pointer, let contents = unsafe staged.contents.pointer,
      let numbers = unsafe staged.numbers.pointer
    else { return }
    unsafe memcpy(self.keys + end, keys + from, length * 16)
    unsafe memcpy(self.contents + end, contents + from, length * 8)
    unsafe memcpy(self.slots + end, numbers + from, length * 4)
    for i in 0..<(traits == 0 ? 0 : length) {
      setAppearances(staged.model(from + i), staged.cellClass(from + i), at: end + i)
    }
  }

  func setKey(_ key: Key, at i: Int) { unsafe keys[i] = key }
  func setContent(_ content: UInt64, at i: Int) { unsafe contents[i] = content }

  func setAppearances(_ model: Model, _ cellClass: UInt32, at i: Int) {
    if let models = unsafe models { unsafe models[i] = model }
    if let classes = unsafe classes { unsafe classes[i] = cellClass }
  }
}
