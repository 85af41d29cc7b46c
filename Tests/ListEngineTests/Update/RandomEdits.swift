// Random contents and random changes to them, from a single edit to a completely new content.

@testable import ListEngine

struct RandomEdits {
  var random: SeededGenerator
  /// The classes that models may have; 0 is no class.
  var classes: [UInt32] = [0]
  var hasModels = false
  /// Whether items have levels; the levels of a section need be no tree.
  var hasLevels: Bool
  private var fresh = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    hasLevels = seed % 3 != 1
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(limit, 1), using: &random) }
  mutating func isOdds(_ one: Int) -> Bool { below(one) == 0 }

  mutating func item() -> Item {
    fresh += 1
    var item = Item(fresh, content: UInt64(below(3)))
    if hasModels { dress(&item) }
    if hasLevels && isOdds(2) { item.level = level() }
    return item
  }

  private mutating func level() -> UInt16 { isOdds(20) ? .max - UInt16(below(3)) : UInt16(below(4)) }

  mutating func dress(_ item: inout Item) {
    if isOdds(2) { item.content = UInt64(below(3)) }
    if isOdds(2) { item.cellClass = classes[below(classes.count)] }
    if isOdds(2) { item.model = isOdds(8) ? 0 : UInt(16 * (1 + below(40)) + below(2)) }
    if hasLevels && isOdds(2) { item.level = level() }
  }

  mutating func part() -> Part {
    fresh += 1
    var part = Part(1_000_000 + fresh, (0..<below(30)).map { _ in item() })
    if isOdds(3) { decorate(&part) }
    return part
  }

  mutating func decorate(_ part: inout Part) {
    part.supplementaries = []
    for kind in 16..<19 where isOdds(2) {
      for index in 0..<2 where isOdds(2) {
        var appearance = Item(0, content: UInt64(below(2)))
        if hasModels { dress(&appearance) }
        part.supplementaries.append(
          PlainSupplementary(
            kind: UInt32(kind), index: UInt32(index), name: Name(below(2)), content: appearance.content,
            model: appearance.model, cellClass: appearance.cellClass))
      }
    }
  }

  /// Some edits on a content with unique keys; the keys stay unique.
  mutating func change(_ content: inout Content) {
    for _ in 0..<(isOdds(4) ? 6 : 1) { changeOnce(&content) }
  }

  private mutating func changeOnce(_ content: inout Content) {
    if content.isEmpty || isOdds(12) { return changeSections(&content) }
    let p = below(content.count)
    let count = content[p].items.count
    let at = below(count + 1)
    let length = isOdds(3) ? below(count - at + 1) : min(1 + below(3), count - at)
    switch below(13) {
    case 0: content[p].items.insert(item(), at: at)
    case 1: content[p].items.insert(contentsOf: (0..<below(isOdds(5) ? 60 : 5)).map { _ in item() }, at: at)
    case 2: content[p].items.removeSubrange(at..<at + length)
    case 3:
      let taken = Array(content[p].items[at..<at + length])
      content[p].items.removeSubrange(at..<at + length)
      let other = isOdds(2) ? p : below(content.count)
      content[other].items.insert(contentsOf: taken, at: below(content[other].items.count + 1))
    case 4: content[p].items[at..<at + length].reverse()
    case 5: content[p].items[at..<at + length].shuffle(using: &random)
    case 6: content[p].items = (0..<count).map { _ in item() }
    case 7: if isOdds(3) { content[p].items = [] }
    case 8: for i in at..<at + length { dress(&content[p].items[i]) }
    case 9: for i in 0..<count where isOdds(3) { dress(&content[p].items[i]) }
    case 10: if isOdds(2) { content[p].items.shuffle(using: &random) }
    case 11: decorate(&content[p])
    default: for i in 0..<count where isOdds(6) { content[p].items[i] = item() }
    }
  }

  private mutating func changeSections(_ content: inout Content) {
    let at = below(content.count + 1)
    switch below(content.count > 7 ? 3 : 6) {
    case 0: if at < content.count { content.remove(at: at) }
    case 1: content.shuffle(using: &random)
    case 2:
      if at < content.count, let other = content.indices.randomElement(using: &random) {
        // Deletes a section and moves its items to another.
        let gone = content[at].items
        if at != other { content[other].items += gone }
        if at != other { content.remove(at: at) }
      }
    case 3: if at < content.count { content[at].name = part().name }
    default: content.insert(part(), at: at)
    }
  }
}
