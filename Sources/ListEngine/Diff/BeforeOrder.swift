// The runs in the order of `before`, for iterating over that side.
//
//     runs, by after    (4,0,1) (3,1,1) (0,2,1) (2,3,1)
//     order             2 3 1 0
//
// If the two orders are the same, nothing is sorted or stored.

struct BeforeOrder: ~Copyable {
  /// (before, run) in ascending order; empty if the runs are in this order already.
  private var sorted = Buffer<UInt64>()

  /// For runs that are in the order of `before`.
  init() {}

  init(_ runs: borrowing Buffer<Run>) throws(Refusal) {
    var ascending = true
    var last: UInt32 = 0
    for i in 0..<runs.count {
      let before = runs[i].before
      if before < last {
        ascending = false
        break
      }
      last = before
    }
    if ascending { return }
    try sorted.reserve(runs.count)
    for i in 0..<runs.count { sorted.push(UInt64(runs[i].before) << 32 | UInt64(i)) }
    try sorted.sort()
  }

  @inline(__always) subscript(rank: Int) -> Int {
    sorted.isEmpty ? rank : Int(UInt32(truncatingIfNeeded: sorted[rank]))
  }
}
