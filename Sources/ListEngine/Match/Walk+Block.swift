// Compares a block of items where matches break off again and again. The block is staged in one piece, as open
// items, and compared there, because a host's column is read only once; matches then only write the partner and
// the slot of an item. What is behind a break that it cannot pass is removed again.
//
//     before     1 2 3 4 5 6            1 2 3 4 5 6          read upwards, or downwards
//     block      1 7 3 4 9 6 . .        6 5 4 8 . . . .
//     partners   0 - 2 3 - 5            5 4 3                the block ends behind 6, and behind 4

extension Walk {
  private static let narrow = 8
  private static let wide = 64

  /// Follows single replacements, inserts and deletes. Returns whether it led anywhere.
  mutating func matchBlock(_ pairing: borrowing Pairing, _ matches: inout Matches) throws(Refusal) -> Bool {
    guard let left, left.contains(b) else { return false }
    let bHigh = min(left.high, bEnd) &- 1
    let width = min(blockWidth, min(right.high, aEnd) &- a)
    if width < Walk.narrow || b >= bHigh { return false }
    let origin = (b: b, a: a)
    let block = try matches.staged.appendBlock(a, width, of: pairing.after)
    var (b, i, length) = (self.b, 0, 0)
    while i < width &- 1 && b < bHigh && length < Walk.few {
      let key = block.key(i)
      if left.key(b) == key {
        try matches.resolve(i, of: block, b, content: left.content(b), slot: left.slot(b))
        (b, i, length) = (b &+ 1, i &+ 1, length &+ 1)
        continue
      }
      length = 0
      let next = block.key(i &+ 1)
      if left.key(b &+ 1) == next {
        (b, i) = (b &+ 1, i &+ 1)
      } else if left.key(b) == next {
        i &+= 1
      } else if left.key(b &+ 1) == key {
        b &+= 1
      } else {
        break
      }
    }
    matches.staged.endBlock(block, after: i)
    blockWidth = i == width &- 1 ? min(2 &* width, Walk.wide) : Walk.narrow
    self.b = b
    a &+= i
    lastLength = length
    if length == Walk.few { shortMatches = 0 }
    // The next attempt is worth its cost later.
    if i < Walk.few { shortMatches = -Walk.wide }
    credit = min(credit &+ i, Walk.mostCredit)
    return b > origin.b || a > origin.a
  }

  /// Matches a reversed range: `before` is read downwards from `b - 2`, `after` upwards from `a`.
  mutating func followBackwards(_ pairing: borrowing Pairing, _ matches: inout Matches) throws(Refusal) {
    let origin = b
    b -= 2
    var widest = Walk.narrow
    while b >= bStart && a < aEnd {
      let left = enter(pairing)
      if !right.contains(a) { right = pairing.after.window(at: a) }
      let width = min(widest, b &- max(left.low, bStart) &+ 1, min(right.high, aEnd) &- a)
      let block = try matches.staged.appendBlock(a, width, of: pairing.after)
      var i = 0
      while i < width, left.key(b &- i) == block.key(i) {
        let b = b &- i
        try matches.resolve(i, of: block, b, content: left.content(b), slot: left.slot(b))
        i &+= 1
      }
      matches.staged.endBlock(block, after: i)
      b &-= i
      a &+= i
      if i < width { break }
      widest = Walk.wide
    }
    // The item that follows the range in `before` is tried first, then the item below it.
    home = max(b, bStart)
    b = origin
    lastLength = 0
  }
}
