// A set of numbers below a limit, read in ascending order: a bit for each number, above these a bit for each word that
// is not 0, and so on up to a single word.
//
//     numbers 1 and 14, in words of 4 bits      level 2   1000
//                                               level 1   1001
//                                               level 0   0100 0000 0000 0010
//
// Adding, removing and finding the next number look at two words a level at most.

struct NumberSet: ~Copyable {
  /// Level 0 first.
  private var words = Buffer<UInt64>()
  private var limit = 0

  init() {}

  init(below limit: Int) throws(Refusal) {
    self.limit = limit
    var total = 0
    var level = Level(limit)
    while true {
      total += level.width
      if level.width <= 1 { break }
      level.rise()
    }
    try words.resize(to: total, filling: 0)
  }

  var bytes: Int { words.bytes }

  /// Where a level lies among the words.
  private struct Level {
    var start = 0
    /// Its number of words.
    var width: Int

    init(_ bits: Int) { width = (bits + 63) / 64 }

    mutating func rise() {
      start += width
      width = (width + 63) / 64
    }

    /// To the level below, which has so many words.
    mutating func sink(to width: Int) {
      self.width = width
      start -= width
    }
  }

  mutating func insert(_ number: Int) {
    assert(number >= 0 && number < limit)
    var level = Level(limit)
    var i = number
    while true {
      let word = level.start + (i >> 6)
      let isKnown = words[word] != 0
      words[word] |= 1 &<< UInt64(i & 63)
      if isKnown || level.width == 1 { return }
      i >>= 6
      level.rise()
    }
  }

  mutating func remove(_ number: Int) {
    assert(number >= 0 && number < limit)
    var level = Level(limit)
    var i = number
    while true {
      let word = level.start + (i >> 6)
      words[word] &= ~(1 &<< UInt64(i & 63))
      if words[word] != 0 || level.width == 1 { return }
      i >>= 6
      level.rise()
    }
  }

  /// The least number that is not below `first`.
  func next(from first: Int) -> Int? {
    if first >= limit { return nil }
    var widths = InlineArray<6, Int>(repeating: 0)
    var level = Level(limit)
    var height = 0
    var i = first
    // Up, until a word has a bit at `i` or behind it.
    while true {
      if i >> 6 >= level.width { return nil }
      let rest = words[level.start + (i >> 6)] & (UInt64.max &<< UInt64(i & 63))
      if rest != 0 {
        i = (i & ~63) + rest.trailingZeroBitCount
        break
      }
      if level.width == 1 { return nil }
      widths[height] = level.width
      height += 1
      i = (i >> 6) + 1
      level.rise()
    }
    // Down to its first number.
    while height > 0 {
      height -= 1
      level.sink(to: widths[height])
      i = (i << 6) + words[level.start + i].trailingZeroBitCount
    }
    return i
  }
}
