// The runs in the order of `before`: what a walk over the before side needs.
//
//     runs, by after    (4,0,1) (3,1,1) (0,2,1) (2,3,1)
//     order             2 3 1 0
//
// Where nothing moved the two orders are the same, and nothing is sorted or stored.

struct BeforeOrder: ~Copyable {
  /// (before, run) in ascending order; empty where the runs ascend already.
  private var sorted = Buffer<UInt64>()

  /// Of runs that ascend.
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

  @inline(__always) subscript(place: Int) -> Int {
    sorted.isEmpty ? place : Int(UInt32(truncatingIfNeeded: sorted[place]))
  }
}
