// The sections with a visible item: in order, and found by handle.
//
//     sections   7  2  9
//     sorted     2  7  9         by number, which is the high half of a handle

/// A section by handle and key: events name it by both, also once it has gone.
struct SectionName: BitwiseCopyable {
  var handle: UInt64
  var key: Key

  /// The section of what belongs to the list itself.
  static var none: SectionName { SectionName(handle: 0, key: Key(low: 0, high: 0)) }
}

struct VisibleSections: ~Copyable {
  private var names = Buffer<SectionName>()
  private var sorted = Buffer<UInt64>()
  private var isSorted = true

  init() {}

  var count: Int { names.count }

  subscript(i: Int) -> SectionName { names[i] }

  mutating func removeAll() {
    names.removeAll()
    sorted.removeAll()
    isSorted = true
  }

  mutating func append(_ name: SectionName) throws(Refusal) {
    if let last = sorted.last, last >> 32 > name.handle >> 32 { isSorted = false }
    try names.append(name)
    try sorted.append(name.handle)
  }

  /// Call it after the last one: only then they are found.
  mutating func sort() throws(Refusal) {
    if !isSorted { try sorted.sort() }
    isSorted = true
  }

  func has(_ handle: UInt64) -> Bool {
    assert(isSorted)
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] >> 32 < handle >> 32 { low = middle + 1 } else { high = middle }
    }
    return low < sorted.count && sorted[low] == handle
  }
}
