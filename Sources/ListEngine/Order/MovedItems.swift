// Which items of the source have another parent than before, or were moved among others. Where a run of the source begins
// inside a tree, the parents of its first items are in front of it: these items are looked at, and what is below them goes
// along with them.
//
//     before    A b C d e        a run of the source: b C d, whose first item was moved from A to E
//     after     A E b C d        level 1 is looked at: b and C have another parent, both are moved; d is not looked at
//
// Levels of the version are depths, or it is given up: then all items are sorted.

struct MovedItems: ~Copyable {
  /// Position in the version << 32 | in the one before it. Ascending.
  private(set) var items = Buffer<UInt64>()
  /// A level of what was looked at is no depth.
  private(set) var hasGap = false

  init() {}

  /// Adds those of a run; `stays`: it has the same place among the others. Runs ascend, in none of them a level has changed
  /// but in those of one item.
  @_optimize(size) mutating func add(
    _ run: Run, stays: Bool, _ before: borrowing SourceVersion, _ after: borrowing SourceVersion
  ) throws(Refusal) {
    let (b, a, count) = (Int(run.before), Int(run.after), Int(run.count))
    var i = 0
    while i < count && !hasGap {
      let level = after.level(at: a + i)
      let parents = (before.parent(of: b + i), after.parent(of: a + i))
      if !after.isDepth(levelOf: a + i, below: parents.1) { hasGap = true }
      let isSame = MovedItems.areSame(before, parents.0, after, parents.1)
      if isSame && stays && MovedItems.haveSameParents(before, parents.0, after, parents.1) { return }
      // It and its siblings.
      repeat {
        if (!isSame || !stays) && after.level(at: a + i) == level {
          try items.append(UInt64(a + i) << 32 | UInt64(b + i))
        }
        i += 1
      } while i < count && after.level(at: a + i) >= level
    }
  }

  /// Adds a run without levels, which has another place.
  mutating func add(allOf run: Run) throws(Refusal) {
    for i in 0..<UInt64(run.count) {
      try items.append((UInt64(run.after) + i) << 32 | (UInt64(run.before) + i))
    }
  }

  private static func areSame(
    _ before: borrowing SourceVersion, _ b: Int?, _ after: borrowing SourceVersion, _ a: Int?
  ) -> Bool {
    guard let b, let a else { return b == nil && a == nil }
    return before.held.input.key(at: b) == after.held.input.key(at: a)
  }

  /// Whether all above two items is the same.
  private static func haveSameParents(
    _ before: borrowing SourceVersion, _ b: Int?, _ after: borrowing SourceVersion, _ a: Int?
  ) -> Bool {
    var parents = (b, a)
    while let b = parents.0, let a = parents.1 {
      if before.level(at: b) != after.level(at: a) || !areSame(before, b, after, a) { return false }
      parents = (before.parent(of: b), after.parent(of: a))
    }
    return parents.0 == nil && parents.1 == nil
  }
}
