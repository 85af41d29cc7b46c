// The heaviest increasing subsequence of runs with weights.
//
// It covers the cases in which tails do not work or are too expensive: sections (the weight combines fewest
// moves and most items in place) and long runs (tails cost one entry per item, this one entry per run).
//
//     pushed, by after   (before 3, weight 2)  (before 0, weight 3)
//     ranks              1                     0
//     chains, by rank    the heaviest subsequence that ends at each rank, in a tree of prefix maxima
//                        (Fenwick, 1994): query and update take log steps each
//
// A run never needs splitting here either: it is one entry, and a subsequence that contains one of its items
// can always contain the rest.

struct WeightedIncreasingSubsequence: ~Copyable {
  struct Entry: BitwiseCopyable {
    var weight: UInt64
    var run: UInt32
    var rank: UInt32
  }

  /// A subsequence: its weight and its last run.
  struct Chain: BitwiseCopyable {
    var weight: UInt64
    var last: UInt32
  }

  private var entries = Buffer<Entry>()
  private var keys = Buffer<UInt64>()
  private var sort = KeySort()
  private var chains = Buffer<Chain>()

  var bytes: Int { entries.bytes + keys.bytes + sort.bytes + chains.bytes }

  /// Reserves memory for `runs` runs; nothing below can fail afterwards.
  mutating func reserve(_ runs: Int) throws(Refusal) {
    try entries.reserve(runs)
    try keys.reserve(runs)
    try sort.reserve(runs)
    try chains.reserve(runs + 1)
  }

  mutating func removeAll() {
    entries.removeAll()
    keys.removeAll()
  }

  /// Adds the next run in the order of `after`.
  mutating func push(run: Int, before: UInt32, weight: UInt64) {
    keys.push(UInt64(before) << 32 | UInt64(entries.count))
    entries.push(Entry(weight: weight, run: UInt32(run), rank: 0))
  }

  /// Finds the heaviest subsequence and returns its last run. Each run's `stays` then holds the previous run
  /// of its subsequence. Of equally heavy subsequences, the one that is completed first wins.
  mutating func solve(_ runs: inout Buffer<Run>) -> UInt32 {
    sort.sort(&keys)
    for rank in 0..<keys.count {
      entries[Int(UInt32(truncatingIfNeeded: keys[rank]))].rank = UInt32(rank)
    }
    chains.setCountWithinCapacity(entries.count + 1)
    let empty = Chain(weight: 0, last: noIndex)
    for i in 0..<chains.count { chains[i] = empty }
    var heaviest = empty
    for i in 0..<entries.count {
      let entry = entries[i]
      let best = heaviestChain(below: entry.rank)
      runs[Int(entry.run)].stays = best.last
      let chain = Chain(weight: best.weight &+ entry.weight, last: entry.run)
      add(chain, at: entry.rank)
      if chain.weight > heaviest.weight { heaviest = chain }
    }
    return heaviest.last
  }

  private func heaviestChain(below rank: UInt32) -> Chain {
    var best = Chain(weight: 0, last: noIndex)
    var node = Int(rank)
    while node > 0 {
      if chains[node].weight > best.weight { best = chains[node] }
      node &= node - 1
    }
    return best
  }

  private mutating func add(_ chain: Chain, at rank: UInt32) {
    var node = Int(rank) + 1
    while node < chains.count {
      if chain.weight > chains[node].weight { chains[node] = chain }
      node += node & -node
    }
  }
}
