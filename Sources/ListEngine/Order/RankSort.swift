// Sorts indices by rank; what is equal stays in the order in which it was.
//
//     ranks      [0] 0…0 7 0…1    [1] 0…0 2 0…5    [2] 0…0 7 0…0         by index
//     first      7, 0 | 2, 1 | 7, 2                                      the first 30 bits that differ, and the index
//     sorted     2, 1 | 7, 0   7, 2                                      0 and 2 are equal so far
//     then       0…0, 2 | 0…1, 0                                         by the bits behind these: 1 2 0
//
// Most ranks differ in the first bits in which any two do: abbreviated keys, as PostgreSQL sorts. So little is moved, and
// few ranks are read again. Few indices are inserted one by one.

struct RankSort: ~Copyable {
  private static var few: Int { 48 }
  /// How many bits are sorted by at a time.
  private static var width: Int { 30 }

  /// The bits << 32 | the index.
  private var values = Buffer<UInt64>()
  private var sort = KeySort()
  /// What is equal so far.
  private var equal = Buffer<ItemRun.Range>()

  init() {}

  mutating func sort(
    _ indices: inout Buffer<UInt32>, by ranks: borrowing Buffer<Rank>, descending: Bool = false
  ) throws(Refusal) {
    equal.removeAll()
    try equal.append(ItemRun.Range(first: 0, end: indices.count))
    while !equal.isEmpty {
      let range = equal.pop()
      if range.end - range.first <= RankSort.few {
        insert(&indices, range, ranks, descending: descending)
      } else {
        try sort(&indices, range, ranks, descending: descending)
      }
    }
  }

  private mutating func sort(
    _ indices: inout Buffer<UInt32>, _ range: ItemRun.Range, _ ranks: borrowing Buffer<Rank>, descending: Bool
  ) throws(Refusal) {
    let first = ranks[Int(indices[range.first])]
    var differing = Rank()
    for i in range.first..<range.end {
      let rank = ranks[Int(indices[i])]
      differing = Rank(
        high: differing.high | (rank.high ^ first.high), low: differing.low | (rank.low ^ first.low))
    }
    if differing == Rank() { return }
    let shift = max(0, 128 - differing.leadingZeros - RankSort.width)
    let turned: UInt64 = descending ? 1 << UInt64(RankSort.width) - 1 : 0
    values.removeAll()
    try values.reserve(range.end - range.first)
    for i in range.first..<range.end {
      let bits = ranks[Int(indices[i])].bits(from: shift, RankSort.width)
      values.push((bits ^ turned) << 32 | UInt64(indices[i]))
    }
    try sort.reserve(values.count)
    sort.sort(&values, from: UInt64(32 + differing.bits(from: shift, RankSort.width).trailingZeroBitCount))
    for i in 0..<values.count { indices[range.first + i] = UInt32(truncatingIfNeeded: values[i]) }
    if differing.hasBits(below: shift) { try addEqual(range.first) }
  }

  /// Adds runs that are equal so far: the bits behind decide between their items.
  private mutating func addEqual(_ first: Int) throws(Refusal) {
    var start = 0
    for i in 1...values.count where i == values.count || values[i] >> 32 != values[start] >> 32 {
      if i - start > 1 { try equal.append(ItemRun.Range(first: first + start, end: first + i)) }
      start = i
    }
  }

  private func insert(
    _ indices: inout Buffer<UInt32>, _ range: ItemRun.Range, _ ranks: borrowing Buffer<Rank>, descending: Bool
  ) {
    var i = range.first + 1
    while i < range.end {
      let (index, rank) = (indices[i], ranks[Int(indices[i])])
      var at = i
      while at > range.first {
        let before = ranks[Int(indices[at - 1])]
        if descending ? rank <= before : before <= rank { break }
        indices[at] = indices[at - 1]
        at -= 1
      }
      indices[at] = index
      i += 1
    }
  }
}

extension Rank {
  fileprivate var leadingZeros: Int {
    high != 0 ? high.leadingZeroBitCount : 64 + low.leadingZeroBitCount
  }

  /// The lowest bits are those from `shift` on, which is below 128.
  @inline(__always) fileprivate func bits(from shift: Int, _ width: Int) -> UInt64 {
    let all = shift >= 64 ? high >> UInt64(shift - 64) : low >> UInt64(shift) | high << UInt64(64 - shift)
    return all & (1 << UInt64(width) - 1)
  }

  fileprivate func hasBits(below shift: Int) -> Bool {
    let (low, high) = (self.low << UInt64(max(0, 64 - shift)), self.high << UInt64(max(0, 128 - shift)))
    return low | high != 0
  }

  @inline(__always) fileprivate static func <= (a: Rank, b: Rank) -> Bool { !(b < a) }
}
