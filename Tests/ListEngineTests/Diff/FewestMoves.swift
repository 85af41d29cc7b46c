// The fewest moves, computed by methods independent of the engine: a quadratic longest increasing subsequence
// for items, every subset for sections.

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
      let places = items.compactMap { before.items[partner].firstIndex(of: $0) }
      staying.append(Self.longestIncreasing(places))
    }
    itemMoves = matched - staying.reduce(0, +)
    chooseSections(before, after)
  }

  static func longestIncreasing(_ values: [Int]) -> Int {
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
    precondition(pairs.count <= 16)
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
  }
}
