// The states that a derived list remembers of items that it hides, but for expansion, which is a bit of each item.
// Sorted by the item's position in the source.
//
//     hidden     B2 and E7 were selected when they were hidden        (2, selected) (7, selected)

struct RememberedStates: ~Copyable {
  struct Entry: BitwiseCopyable {
    var position: UInt32
    var states: UInt32
  }

  var entries = Buffer<Entry>()

  init() {}

  var isEmpty: Bool { entries.isEmpty }

  mutating func copy(_ other: borrowing RememberedStates) throws(Refusal) {
    entries.removeAll()
    try entries.reserve(other.entries.count)
    entries.append(contentsOf: other.entries)
  }

  /// The index of the first entry at a position or behind it.
  func first(from position: Int) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if Int(entries[middle].position) < position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func states(at position: Int) -> UInt32 {
    let i = first(from: position)
    return i < entries.count && Int(entries[i].position) == position ? entries[i].states : 0
  }

  mutating func forget(_ states: UInt32) {
    var kept = 0
    for i in 0..<entries.count {
      let rest = entries[i].states & ~states
      if rest == 0 { continue }
      entries[kept] = Entry(position: entries[i].position, states: rest)
      kept += 1
    }
    entries.truncate(to: kept)
  }

  /// Adds entries without states for positions in ascending order, within reserved memory: then each is set where it
  /// is.
  mutating func add(_ positions: borrowing Buffer<UInt32>) {
    var old = entries.count
    var new = positions.count
    entries.push(Entry(position: 0, states: 0), new)
    var end = entries.count
    // It begins at the end, where the room is.
    while new > 0 {
      end -= 1
      if old > 0 && entries[old - 1].position >= positions[new - 1] {
        old -= 1
        // It may be in both.
        if entries[old].position == positions[new - 1] { new -= 1 }
        entries[end] = entries[old]
      } else {
        new -= 1
        entries[end] = Entry(position: positions[new], states: 0)
      }
    }
    // Positions that are in both have left room behind the entries before them.
    if end == old { return }
    for i in end..<entries.count { entries[old + i - end] = entries[i] }
    entries.truncate(to: old + entries.count - end)
  }

  /// Sets the states of one hidden item.
  mutating func set(_ states: UInt32, at position: Int) throws(Refusal) {
    let i = first(from: position)
    if i < entries.count && Int(entries[i].position) == position {
      entries[i].states = states
      return
    }
    if states == 0 { return }
    try entries.append(Entry(position: 0, states: 0))
    var k = entries.count - 1
    while k > i {
      entries[k] = entries[k - 1]
      k -= 1
    }
    entries[i] = Entry(position: UInt32(truncatingIfNeeded: position), states: states)
  }
}
