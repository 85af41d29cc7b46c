// Items whose ranks are equal are told apart by the host: by the next 16 bytes of their sort keys, where these may be
// longer, and then by `compare`. What is still equal stays in the source's order.
//
//     sorted     three books whose first 16 bytes are "Anna Karenina, p"       a tie of three items
//     depth 1    "art 1", "art 3", "art 2"                                     asked about these three only
//     sorted     part 1, part 2, part 3                                        no tie is left
//
// A radix sort from the front, by the host's own bytes. The host is asked in batches, over as many polls as it takes.

struct TieBreak: ~Copyable {
  /// Items that are equal so far.
  private struct Tie: BitwiseCopyable {
    var first: UInt32
    var end: UInt32

    var count: Int { Int(end - first) }
  }

  /// What is asked about at this depth, and at the next one.
  private var ties = Buffer<Tie>()
  private var deeper = Buffer<Tie>()
  /// What no bytes tell apart: it is compared.
  private var equal = Buffer<Tie>()
  private var depth: UInt32 = 0
  /// About the items of `ties`, one after the other.
  private var answers = Buffer<Rank>()
  private var itemCount = 0
  /// How many of `equal` are sorted, and the sort of the next one.
  private var compared = 0
  private var sort: MergeSort? = nil

  init() {}

  /// Adds the ties of indices that are sorted by rank. Their items are siblings, and in order from `first` on.
  mutating func add(
    _ indices: borrowing Buffer<UInt32>, _ ranks: borrowing Buffer<Rank>, at first: Int,
    _ order: borrowing SortOrder
  ) throws(Refusal) {
    if !order.breaksTies { return }
    try TieBreak.forEachTie(indices, ranks, at: first) { tie, _ throws(Refusal) in
      if order.isDeep { try deeper.append(tie) } else { try equal.append(tie) }
    }
  }

  private static func forEachTie(
    _ indices: borrowing Buffer<UInt32>, _ ranks: borrowing Buffer<Rank>, at first: Int,
    _ body: (Tie, Rank) throws(Refusal) -> Void
  ) throws(Refusal) {
    var start = 0
    while start < indices.count {
      let rank = ranks[Int(indices[start])]
      var end = start + 1
      while end < indices.count && ranks[Int(indices[end])] == rank { end += 1 }
      if end - start > 1 { try body(Tie(first: UInt32(first + start), end: UInt32(first + end)), rank) }
      start = end
    }
  }

  /// Goes on, and takes from `budget` how many questions the host was asked. Returns whether all is told apart. A failure
  /// of the host's leaves it where it was.
  mutating func proceed(
    _ items: inout Buffer<UInt32>, _ order: borrowing SortOrder, _ version: borrowing SourceVersion,
    _ budget: inout Int
  ) throws(Refusal) -> Bool {
    while itemCount > 0 || !deeper.isEmpty {
      if itemCount == 0 { try beginDepth() }
      while answers.count < itemCount {
        if budget == 0 { return false }
        try ask(items, order, version, &budget)
      }
      try sortTies(&items, order)
    }
    return try compare(&items, order, version, &budget)
  }

  // MARK: The next 16 bytes

  private mutating func beginDepth() throws(Refusal) {
    swap(&ties, &deeper)
    deeper.removeAll()
    answers.removeAll()
    var count = 0
    for i in 0..<ties.count { count += ties[i].count }
    try answers.reserve(count)
    itemCount = count
    depth += 1
  }

  private mutating func ask(
    _ items: borrowing Buffer<UInt32>, _ order: borrowing SortOrder,
    _ version: borrowing SourceVersion, _ budget: inout Int
  ) throws(Refusal) {
    let count = min(budget, itemCount - answers.count)
    var asked = try Buffer<RankedItem>(capacity: count)
    var number = 0
    for i in 0..<ties.count {
      for j in 0..<ties[i].count where number + j >= answers.count && asked.count < count {
        asked.push(version.ranked(Int(items[Int(ties[i].first) + j])))
      }
      number += ties[i].count
    }
    var ranks = try Buffer<Rank>(repeating: Rank(), count: count)
    try order.ask(asked, depth: depth, &ranks)
    answers.append(contentsOf: ranks)
    budget -= count
  }

  @_optimize(size) private mutating func sortTies(
    _ items: inout Buffer<UInt32>, _ order: borrowing SortOrder
  ) throws(Refusal) {
    var sort = RankSort()
    var number = 0
    for i in 0..<ties.count {
      let (first, count) = (Int(ties[i].first), ties[i].count)
      var indices = try Buffer<UInt32>(capacity: count)
      var tied = try Buffer<UInt32>(capacity: count)
      for j in 0..<count {
        indices.push(UInt32(number + j))
        tied.push(items[first + j])
      }
      try sort.sort(&indices, by: answers, descending: order.isDescending)
      for j in 0..<count { items[first + j] = tied[Int(indices[j]) - number] }
      try TieBreak.forEachTie(indices, answers, at: first) { tie, rank throws(Refusal) in
        let hasEnded = rank == Rank() || depth == SortOrder.deepest
        if hasEnded { try equal.append(tie) } else { try deeper.append(tie) }
      }
      number += count
    }
    itemCount = 0
  }

  // MARK: Compare

  @_optimize(size) private mutating func compare(
    _ items: inout Buffer<UInt32>, _ order: borrowing SortOrder, _ version: borrowing SourceVersion,
    _ budget: inout Int
  ) throws(Refusal) -> Bool {
    while order.compares && compared < equal.count {
      if sort == nil { sort = try MergeSort(Int(equal[compared].first), Int(equal[compared].end)) }
      guard var merging = sort.take() else { break }
      var isSorted = false
      do throws(Refusal) {
        isSorted = try merging.proceed(&items, &budget) { a, b throws(Refusal) in
          try order.compare(version.ranked(Int(a)), version.ranked(Int(b)))
        }
      } catch {
        sort = consume merging
        throw error
      }
      if !isSorted {
        sort = consume merging
        return false
      }
      compared += 1
    }
    return true
  }
}
