// The items of a description whose keys occurred before, and what a policy makes of them.
//
//     keys          1 2 1 3 2 1
//     pairs         (0,2) (1,4) (0,5)         the first occurrence and the later one, by flat position
//     keep first    drops 2 4 5
//     keep last     drops 0 1 2
//     number        2 and 4 are the 2nd with their key, 5 is the 3rd

struct DuplicateItems: ~Copyable {
  /// The first occurrence in the high half.
  private var pairs = Buffer<UInt64>()

  /// Finds the duplicates among keys that are unique in the whole list.
  init(among keys: borrowing Buffer<Key>) throws(Refusal) {
    let scope = KeyScope.list
    var seen = try KeySet(capacity: keys.count, isScoped: false)
    for i in 0..<keys.count {
      guard let first = seen.add(scope.key(keys[i])) else { continue }
      try add(i, first: Int(first))
    }
  }

  init() {}

  var isEmpty: Bool { pairs.isEmpty }
  var count: Int { pairs.count }

  /// `item` is behind those that were added before.
  mutating func add(_ item: Int, first: Int) throws(Refusal) {
    try pairs.append(UInt64(first) << 32 | UInt64(item))
  }

  /// The one that was added first.
  var first: (item: Int, first: Int) { DuplicateItems.items(pairs[0]) }

  private static func items(_ pair: UInt64) -> (item: Int, first: Int) {
    (Int(pair & 0xffff_ffff), Int(pair >> 32))
  }

  /// The items to drop, in ascending order: of a key with n occurrences, n - 1.
  mutating func dropped(keepingLast: Bool) throws(Refusal) -> Buffer<UInt64> {
    // To keep the last occurrence, the first is dropped, and all later ones but the last.
    try pairs.sort()
    var dropped = try Buffer<UInt64>(capacity: pairs.count)
    for i in 0..<pairs.count {
      let (item, first) = DuplicateItems.items(pairs[i])
      let isFirst = i == 0 || pairs[i - 1] >> 32 != pairs[i] >> 32
      let isLast = i + 1 == pairs.count || pairs[i + 1] >> 32 != pairs[i] >> 32
      if keepingLast && isFirst { dropped.push(UInt64(first)) }
      if !keepingLast || !isLast { dropped.push(UInt64(item)) }
    }
    try dropped.sort(from: 0)
    return dropped
  }

  /// Calls `body` with each later occurrence and its number among those of its key, from 2 on.
  mutating func number(_ body: (_ item: Int, _ n: UInt64) throws(Refusal) -> Void) throws(Refusal) {
    try pairs.sort()
    var n: UInt64 = 1
    for i in 0..<pairs.count {
      n = i > 0 && pairs[i - 1] >> 32 == pairs[i] >> 32 ? n + 1 : 2
      try body(DuplicateItems.items(pairs[i]).item, n)
    }
  }
}
