// The other baseline: what the Swift standard library offers for the same question.
//
//     stdlib <workload> <items> <seed>
//
// prints the milliseconds of `difference(from:).inferringMoves()` for one workload. Only identities are
// compared, so it finds no updates; sections are read as one list. Where many items differ it takes
// time and memory by the square of their number: whoever starts it sets the limit.

struct Identity: Hashable {
  var first: UInt64
  var second: UInt64
}

func identities(_ listing: listing) -> [Identity] {
  (0..<listing.count).map { index in
    withUnsafeBytes(of: &listing.keys[index]) { bytes in
      Identity(
        first: bytes.loadUnaligned(as: UInt64.self),
        second: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
  }
}

let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
guard arguments.count == 3, arguments[0] < UInt64(WORKLOADS.rawValue) else {
  fatalError("usage: stdlib <workload> <items> <seed>")
}
let comparison = comparison_make(workload(UInt32(arguments[0])), Int(arguments[1]), arguments[2])
let before = identities(comparison.before)
let after = identities(comparison.after)

var times: [Double] = []
repeat {
  let start = now()
  let difference = after.difference(from: before).inferringMoves()
  times.append(now() - start)
  sink = sink &+ UInt64(difference.count)
} while times.count < 3 && times[0] < 1e8
print(times.sorted()[times.count / 2] / 1e6)
