// Bits by position, in several columns of the same length: each column is packed into words of 64.
//
//     position    0 1 2 3 4 5
//     column 0    1 1 0 1 1 0        word(of: 0, at: 2) begins 0 1 1 0, and goes on with zeros
//     column 1    0 0 0 1 0 0
//
// Ranges are read and copied a word at a time, at any position: behind each column lies a word of zeros.

struct BitTable: ~Copyable {
  private var words = Buffer<UInt64>()
  private(set) var count = 0
  private(set) var columns = 0
  /// Words from column to column.
  private var stride = 0

  init() {}

  /// All bits are clear.
  init(columns: Int, count: Int) throws(Refusal) {
    self.columns = columns
    self.count = count
    stride = (count + 63) / 64 + 1
    try words.resize(to: columns * stride, filling: 0)
  }

  /// Replaces everything.
  mutating func copy(_ other: borrowing BitTable) throws(Refusal) {
    try words.copy(other.words)
    count = other.count
    columns = other.columns
    stride = other.stride
  }

  @inline(__always) private func index(_ column: Int, _ position: Int) -> Int {
    column &* stride &+ position &>> 6
  }

  @inline(__always) subscript(column: Int, position: Int) -> Bool {
    get {
      assert(position >= 0 && position < count)
      return words[index(column, position)] &>> UInt64(position & 63) & 1 != 0
    }
    set {
      assert(position >= 0 && position < count)
      let bit: UInt64 = 1 &<< UInt64(position & 63)
      if newValue { words[index(column, position)] |= bit } else { words[index(column, position)] &= ~bit }
    }
  }

  // MARK: Words

  /// The 64 bits from a position on.
  @inline(__always) func word(of column: Int, at position: Int) -> UInt64 {
    let i = index(column, position)
    let shift = UInt64(position & 63)
    if shift == 0 { return words[i] }
    return words[i] &>> shift | words[i &+ 1] &<< (64 &- shift)
  }

  /// The mask of the first `count` bits, at most 64.
  @inline(__always) static func mask(_ count: Int) -> UInt64 {
    count >= 64 ? .max : (1 &<< UInt64(count)) &- 1
  }

  /// Writes the first `width` bits of a word, at most 64.
  @inline(__always) mutating func set(_ word: UInt64, of column: Int, at position: Int, width: Int) {
    assert(position + width <= count)
    let i = index(column, position)
    let shift = UInt64(position & 63)
    let mask = BitTable.mask(width)
    words[i] = words[i] & ~(mask &<< shift) | (word & mask) &<< shift
    if Int(shift) &+ width > 64 {
      words[i &+ 1] = words[i &+ 1] & ~(mask &>> (64 &- shift)) | (word & mask) &>> (64 &- shift)
    }
  }

  // MARK: Ranges

  mutating func fill(_ isOn: Bool, _ column: Int, _ first: Int, _ length: Int) {
    var done = 0
    while done < length {
      // Up to the next word, so that whole words follow.
      let width = min(64 - (first + done) & 63, length - done)
      set(isOn ? .max : 0, of: column, at: first + done, width: width)
      done += width
    }
  }

  /// Copies a range of some columns of another table.
  mutating func copy(
    _ length: Int, of other: borrowing BitTable, _ columns: Range<Int>, at from: Int, to: Int
  ) {
    for column in columns { copy(length, of: other, column, at: from, as: column, to: to) }
  }

  /// Copies a range of a column of another table to one of this table.
  mutating func copy(
    _ length: Int, of other: borrowing BitTable, _ source: Int, at from: Int, as column: Int, to: Int
  ) {
    var done = 0
    while done < length {
      let width = min(64 - (to + done) & 63, length - done)
      set(other.word(of: source, at: from + done), of: column, at: to + done, width: width)
      done += width
    }
  }

  /// Copies a range of one column to another.
  mutating func copyWithin(_ column: Int, to other: Int, _ first: Int, _ length: Int) {
    var done = 0
    while done < length {
      let width = min(64 - (first + done) & 63, length - done)
      set(word(of: column, at: first + done), of: other, at: first + done, width: width)
      done += width
    }
  }

  /// Clears the bits of a column that are set in another one.
  mutating func clear(_ column: Int, where other: Int) {
    for i in 0..<stride { words[column &* stride &+ i] &= ~words[other &* stride &+ i] }
  }

  /// Sets the bits of a column that are set in another one.
  mutating func add(_ other: Int, to column: Int) {
    for i in 0..<stride { words[column &* stride &+ i] |= words[other &* stride &+ i] }
  }

  // MARK: Beside readers of other columns
  //
  // These change words, but not the table: so other threads may read other columns meanwhile.

  /// Sets or clears a bit.
  func set(_ column: Int, _ position: Int, to isOn: Bool) {
    assert(position >= 0 && position < count)
    guard let words = unsafe words.pointer else { return }
    let i = index(column, position)
    let bit: UInt64 = 1 &<< UInt64(position & 63)
    unsafe words[i] = isOn ? words[i] | bit : words[i] & ~bit
  }

  /// Clears the bits of a column that are not set in another one.
  func keep(_ column: Int, where other: Int) {
    guard let words = unsafe words.pointer else { return }
    for i in 0..<stride { unsafe words[column &* stride &+ i] &= words[other &* stride &+ i] }
  }

  // MARK: Search

  /// The first set bit from a position on, before `end`, or `end`.
  func first(_ column: Int, from position: Int, below end: Int) -> Int {
    first(from: position, below: end) { word(of: column, at: $0) }
  }

  /// The first position whose bit is set in one column and not in another.
  func first(in column: Int, notIn other: Int, from position: Int, below end: Int) -> Int {
    first(from: position, below: end) { word(of: column, at: $0) & ~word(of: other, at: $0) }
  }

  @inline(__always) func first(from position: Int, below end: Int, _ word: (Int) -> UInt64) -> Int {
    var at = position
    while at < end {
      let found = word(at)
      if found != 0 { return min(at &+ found.trailingZeroBitCount, end) }
      at &+= 64
    }
    return end
  }

  /// The last set bit from `start` on and before a position; nil if there is none.
  func last(_ column: Int, from start: Int, below position: Int) -> Int? {
    var end = position
    while end > start {
      let width = min((end &- 1) & 63 &+ 1, end &- start)
      let found = word(of: column, at: end &- width) & BitTable.mask(width)
      if found != 0 { return end &- width &+ 63 &- found.leadingZeroBitCount }
      end &-= width
    }
    return nil
  }

  func ones(_ column: Int, _ first: Int, _ length: Int) -> Int {
    var count = 0
    var done = 0
    while done < length {
      let width = min(64, length &- done)
      count &+= (word(of: column, at: first &+ done) & BitTable.mask(width)).nonzeroBitCount
      done &+= width
    }
    return count
  }

  /// Calls `body` with each run of set bits in a range, in order: its first position and its length.
  @inline(__always) func forEachRun<Failure: Error>(
    _ column: Int, _ first: Int, _ length: Int, _ body: (Int, Int) throws(Failure) -> Void
  ) throws(Failure) {
    let end = first + length
    var start = self.first(column, from: first, below: end)
    while start < end {
      var stop = start
      while stop < end {
        let ones = (~word(of: column, at: stop)).trailingZeroBitCount
        stop &+= ones
        if ones < 64 { break }
      }
      stop = min(stop, end)
      try body(start, stop &- start)
      start = self.first(column, from: stop, below: end)
    }
  }
}

/// Counts of the set bits of a column: from a position to the number of set bits before it, and back.
///
///     bits      1 1 0 1 1 0     rank(of: 3) is 2       select(2) is 3
struct BitRanks: ~Copyable {
  private static let block = 512

  private var before = Buffer<UInt32>()
  private(set) var total = 0

  init() {}

  mutating func count(_ column: Int, of table: borrowing BitTable) throws(Refusal) {
    before.removeAll()
    try before.reserve(table.count / BitRanks.block + 1)
    total = 0
    var at = 0
    while at < table.count {
      before.push(UInt32(truncatingIfNeeded: total))
      let width = min(BitRanks.block, table.count - at)
      total += table.ones(column, at, width)
      at += width
    }
  }

  /// The set bits before a position, which may be the end.
  func rank(_ column: Int, of table: borrowing BitTable, _ position: Int) -> Int {
    if position >= table.count { return total }
    let block = position / BitRanks.block
    let start = block * BitRanks.block
    return Int(before[block]) + table.ones(column, start, position - start)
  }

  /// The position of a set bit that must exist, by the number of those before it.
  func select(_ column: Int, of table: borrowing BitTable, _ number: Int) -> Int {
    var low = 0
    var high = before.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(before[middle]) <= number { low = middle } else { high = middle }
    }
    var rest = number - Int(before[low])
    var at = low * BitRanks.block
    while true {
      let word = table.word(of: column, at: at)
      let ones = word.nonzeroBitCount
      if rest < ones || at + 64 >= table.count {
        var bits = word
        for _ in 0..<rest { bits &= bits &- 1 }
        return at + bits.trailingZeroBitCount
      }
      rest -= ones
      at += 64
    }
  }
}
