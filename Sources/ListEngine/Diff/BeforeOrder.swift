// The runs in the order of `before`, for iterating over that side.
//
//     runs, by after    (4,0,1) (3,1,1) (0,2,1) (2,3,1)
//     order             2 3 1 0
//
// If the two orders are the same, nothing is sorted or stored. Runs are sorted in one of three ways:
//
//     few                 by insertion
//     many, short         each run's number is written at its item; then the other items are squeezed out
//
//                         item      0 1 2 3 4
//                         number    2 - 3 1 0    ->    2 3 1 0
//
//     many, far apart     by radix: the items are too many to visit

import CPlatform

struct BeforeOrder: ~Copyable {
  /// Run numbers by ascending `before`; empty if the runs are in this order already.
  private var numbers = Buffer<UInt32>()

  /// Up to this many runs are sorted by insertion.
  private static let few = 16
  /// Up to this many items a run are visited instead of sorting the runs.
  private static let itemsPerRun = 4

  /// From this many runs on they are prefetched, so many ranks ahead.
  private static let many = 32_768
  private static let ahead = 12

  /// For runs that are in the order of `before`.
  init() {}

  /// For any runs.
  init(_ runs: borrowing Buffer<Run>) throws(Refusal) {
    if BeforeOrder.ascend(runs) { return }
    if runs.count <= BeforeOrder.few { try insert(runs) } else { try sort(runs) }
  }

  /// For runs that share no item, of a list of `items` items.
  init(_ runs: borrowing Buffer<Run>, items: Int) throws(Refusal) {
    if BeforeOrder.ascend(runs) { return }
    if runs.count <= BeforeOrder.few {
      try insert(runs)
    } else if items <= runs.count * BeforeOrder.itemsPerRun {
      try place(runs, items)
    } else {
      try sort(runs)
    }
  }

  @inline(__always) subscript(rank: Int) -> Int { numbers.isEmpty ? rank : Int(numbers[rank]) }

  /// The run that comes a few ranks later, to be prefetched; nil if the runs fit into a near cache.
  @inline(__always) func later(_ rank: Int) -> Int? {
    if numbers.count < BeforeOrder.many { return nil }
    return Int(numbers[min(rank &+ BeforeOrder.ahead, numbers.count &- 1)])
  }

  private static func ascend(_ runs: borrowing Buffer<Run>) -> Bool {
    var last: UInt32 = 0
    for i in 0..<runs.count {
      let before = runs[i].before
      if before < last { return false }
      last = before
    }
    return true
  }

  private mutating func insert(_ runs: borrowing Buffer<Run>) throws(Refusal) {
    try numbers.reserve(runs.count)
    for i in 0..<runs.count {
      var hole = i
      numbers.push(UInt32(i))
      while hole > 0, runs[Int(numbers[hole - 1])].before > runs[i].before {
        numbers[hole] = numbers[hole - 1]
        hole -= 1
      }
      numbers[hole] = UInt32(i)
    }
  }

  private mutating func place(_ runs: borrowing Buffer<Run>, _ items: Int) throws(Refusal) {
    try numbers.resize(to: items, filling: noIndex)
    for i in 0..<runs.count { numbers[Int(runs[i].before)] = UInt32(truncatingIfNeeded: i) }
    var placed = 0
    for item in 0..<items {
      let number = numbers[item]
      numbers[placed] = number
      // 0 for `noIndex`, else 1. Without a branch: which items begin a run cannot be predicted.
      placed &+= 1 &- Int(truncatingIfNeeded: (UInt64(number) &+ 1) &>> 32)
    }
    assert(placed == runs.count)
    numbers.truncate(to: placed)
  }

  private mutating func sort(_ runs: borrowing Buffer<Run>) throws(Refusal) {
    var sorted = try Buffer<UInt64>(capacity: runs.count)
    for i in 0..<runs.count { sorted.push(UInt64(runs[i].before) << 32 | UInt64(i)) }
    try sorted.sort()
    try numbers.reserve(runs.count)
    for rank in 0..<runs.count { numbers.push(UInt32(truncatingIfNeeded: sorted[rank])) }
  }
}
