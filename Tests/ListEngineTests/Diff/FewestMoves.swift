// The fewest moves, computed by methods independent of the engine: a quadratic longest increasing subsequence
// for items (for long lists by tails, which is compared with it); for sections every subset, for many of them a
// quadratic search, which is compared with it.

struct FewestMoves {
  /// By section of `after`: matched items that stay.
  var staying: [Int] = []
  var itemMoves = 0
  var sectionMoves = 0
  /// The most items in staying sections that can stay, over all solutions with the fewest section moves.
  var itemsInPlace = 0

  init(_ before: PlainList, _ after: PlainList) {
    let beforeKeys = Set(before.flat)
    let matched = after.flat.filter { beforeKeys.contains($0) }.count
    for (section, items) in zip(after.sections, after.items) {
      guard let partner = before.sections.firstIndex(of: section) else {
        staying.append(0)
        continue
      }
      var positions: [Int: Int] = [:]
      for (position, key) in before.items[partner].enumerated() { positions[key] = position }
      staying.append(Self.longestIncreasing(items.compactMap { positions[$0] }))
    }
    itemMoves = matched - staying.reduce(0, +)
    chooseSections(before, after)
  }

  static func longestIncreasing(_ values: [Int]) -> Int {
    values.count > 300 ? longestByTails(values) : longestByPairs(values)
  }

  /// By length: the lowest value with which an increasing subsequence can end.
  static func longestByTails(_ values: [Int]) -> Int {
    var tails: [Int] = []
    for value in values {
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if tails[middle] < value { low = middle + 1 } else { high = middle }
      }
      if low == tails.count { tails.append(value) } else { tails[low] = value }
    }
    return tails.count
  }

  static func longestByPairs(_ values: [Int]) -> Int {
    var best = [Int](repeating: 1, count: values.count)
    for i in 0..<values.count {
      for j in 0..<i where values[j] < values[i] { best[i] = max(best[i], best[j] + 1) }
    }
    return best.max() ?? 0
  }

  private mutating func chooseSections(_ before: PlainList, _ after: PlainList) {
    var pairs: [(place: Int, items: Int)] = []
    for (i, key) in after.sections.enumerated() {
      if let place = before.sections.firstIndex(of: key) { pairs.append((place, staying[i])) }
    }
    let chosen = Self.heaviestByPairs(pairs)
    (sectionMoves, itemsInPlace) = (pairs.count - chosen.count, chosen.items)
    if pairs.count > 16 { return }
    itemsInPlace = 0
    var most = 0
    for subset in 0..<1 << pairs.count {
      var last = -1
      var count = 0
      var items = 0
      var rising = true
      for i in 0..<pairs.count where subset >> i & 1 == 1 {
        if pairs[i].place < last { rising = false }
        last = pairs[i].place
        count += 1
        items += pairs[i].items
      }
      if !rising || count < most { continue }
      itemsInPlace = count > most ? items : max(itemsInPlace, items)
      most = count
    }
    sectionMoves = pairs.count - most
    precondition(most == chosen.count && itemsInPlace == chosen.items)
  }

  /// The most sections whose places rise, and of these choices the one with the most items.
  private static func heaviestByPairs(_ pairs: [(place: Int, items: Int)]) -> (count: Int, items: Int) {
    var best: [(count: Int, items: Int)] = []
    for (i, pair) in pairs.enumerated() {
      var before = (count: 0, items: 0)
      for j in 0..<i where pairs[j].place < pair.place && before < best[j] { before = best[j] }
      best.append((before.count + 1, before.items + pair.items))
    }
    return best.max(by: <) ?? (0, 0)
  }
}
