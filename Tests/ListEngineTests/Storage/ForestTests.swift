import XCTest

@testable import ListEngine

/// A sum that the tests drive: children, and an amount in each.
private protocol AmountSum: TreeSum, Equatable {
  associatedtype Amount: Comparable & AdditiveArithmetic
  init(units: UInt32, amount: Amount)
  var units: UInt32 { get }
  var amount: Amount { get }
  static func random(_ random: inout SeededGenerator) -> Amount
  /// Positions in a child of that amount.
  static func positions(in amount: Amount) -> [Amount]
}

extension ItemSum: AmountSum {
  fileprivate init(units: UInt32, amount: UInt32) { self.init(units: units, items: amount) }
  fileprivate var amount: UInt32 { items }
  fileprivate static func random(_ random: inout SeededGenerator) -> UInt32 {
    .random(in: 0..<20, using: &random)
  }
  fileprivate static func positions(in amount: UInt32) -> [UInt32] { [0, amount / 2, amount - 1] }
}

/// What a layout adds up: extents in eighths of a point, which floating point adds without error.
private struct ExtentSum: AmountSum {
  var units: UInt32
  var extent: Double

  static let zero = ExtentSum(units: 0, extent: 0)
  static func + (a: ExtentSum, b: ExtentSum) -> ExtentSum {
    ExtentSum(units: a.units &+ b.units, extent: a.extent + b.extent)
  }

  init(units: UInt32, extent: Double) {
    self.units = units
    self.extent = extent
  }
  init(units: UInt32, amount: Double) { self.init(units: units, extent: amount) }
  var amount: Double { extent }
  static func random(_ random: inout SeededGenerator) -> Double {
    Double(Int.random(in: 0..<200, using: &random)) / 8
  }
  static func positions(in amount: Double) -> [Double] { [0, amount / 2, amount - 1 / 16] }
}

final class ForestTests: XCTestCase {
  /// A slow model: trees as arrays of children, and the amount in each child.
  private struct Model<Sum: AmountSum> {
    var trees: [[LeafID]]
    var amounts: [LeafID: Sum.Amount] = [:]

    func sum(_ child: LeafID) -> Sum { Sum(units: 1, amount: amounts[child]!) }
    func whole(_ t: Int) -> Sum { trees[t].reduce(Sum.zero) { $0 + sum($1) } }
  }

  private func check<Sum>(
    _ forest: borrowing Forest<Sum, LeafID, SectionID>, _ roots: [Link], _ model: Model<Sum>
  ) throws {
    try forest.checkNodes(roots)
    for (t, tree) in model.trees.enumerated() {
      let children = try forest.checked(roots[t], owner: SectionID(UInt32(t)))
      try expect(children.map { $0.child } == tree, "\(children.map { $0.child }), not \(tree)")
      var visited: [LeafID] = []
      forest.forEachChild(of: roots[t]) { visited.append($0) }
      try expect(visited == tree, "\(visited) visited, not \(tree)")
      var before = Sum.Amount.zero
      for (u, child) in tree.enumerated() {
        let place = forest.position(of: child)
        try expect(place.owner == SectionID(UInt32(t)), "child \(child) is of \(place.owner)")
        if tree.count > 1 {
          try expect(children[u].sum?.amount == model.amounts[child]!, "the sum of child \(child)")
          let found = forest.child(at: u, in: roots[t]) { Int($0.units) }
          try expect(found.child == child && found.offset == 0, "unit \(u)")
        }
        if let entry = forest.entry(of: child) {
          try expect(forest.child(at: entry) == child, "the entry of child \(child)")
          try expect(forest.sum(at: entry).amount == model.amounts[child]!, "the sum at its entry")
        } else {
          try expect(tree.count == 1, "child \(child) has no entry")
        }
        let sum = place.before
        try expect(sum.units == u && sum.amount == before, "\(child) at \(sum)")
        let amount = model.amounts[child]!
        for position in amount == .zero ? [] : Sum.positions(in: amount) {
          let found = forest.child(at: before + position, in: roots[t]) { $0.amount }
          try expect(found.child == child && found.offset == position, "\(before + position) in \(found)")
        }
        try expect(forest.neighbour(of: child, step: 1) == (u + 1 < tree.count ? tree[u + 1] : nil), "next")
        try expect(forest.neighbour(of: child, step: -1) == (u > 0 ? tree[u - 1] : nil), "previous")
        before += amount
      }
      if let first = tree.first, let last = tree.last {
        try expect(forest.edge(of: roots[t], last: false) == first, "first")
        try expect(forest.edge(of: roots[t], last: true) == last, "last")
      }
    }
  }

  private func run<Sum: AmountSum>(
    _ seed: UInt64, fanOut: Int, minus: (Sum.Amount, Sum.Amount) -> Sum.Amount, _: Sum.Type
  ) throws {
    var random = SeededGenerator(seed: seed)
    var forest = Forest<Sum, LeafID, SectionID>(fanOut: fanOut)
    var roots = [Link](repeating: .none, count: 3)
    var model = Model<Sum>(trees: [[], [], []])
    var next: LeafID = 0
    for step in 0..<250 {
      let t = Int.random(in: 0..<3, using: &random)
      let count = model.trees[t].count
      switch Int.random(in: 0..<12, using: &random) {
      case 0...5:
        let at = Bool.random(using: &random) ? count : Int.random(in: 0...count, using: &random)
        try forest.reserve(nodes: forest.nodesForInsert(root: roots[t]), children: Int(next.raw) + 1)
        model.amounts[next] = Sum.random(&random)
        forest.insert(
          next, model.sum(next), after: at == 0 ? nil : model.trees[t][at - 1], root: &roots[t],
          owner: SectionID(UInt32(t)), whole: model.whole(t))
        model.trees[t].insert(next, at: at)
        next = LeafID(next.raw + 1)
      case 6...8:
        guard count > 0 else { continue }
        let at = Int.random(in: 0..<count, using: &random)
        forest.remove(model.trees[t].remove(at: at), root: &roots[t], owner: SectionID(UInt32(t)))
      case 9, 10:
        guard let child = model.trees[t].randomElement(using: &random) else { continue }
        let amount = Sum.random(&random)
        forest.add(Sum(units: 0, amount: minus(amount, model.amounts[child]!)), to: child)
        model.amounts[child] = amount
      default:
        guard step % 3 == 0 else { continue }
        // Rebuilt from the children in another order.
        model.trees[t].shuffle(using: &random)
        var children = Buffer<LeafID>()
        var sums = Buffer<Sum>()
        for child in model.trees[t] {
          try children.append(child)
          try sums.append(model.sum(child))
        }
        try forest.reserve(nodes: forest.nodeCount(forChildren: count), children: Int(next.raw))
        forest.removeTree(roots[t])
        roots[t] = forest.build(children, sums, from: 0, count: count, owner: SectionID(UInt32(t)))
      }
      try check(forest, roots, model)
      if step % 50 == 0 { try check(try forest.copy(), roots, model) }
    }
  }

  private func runAll<Sum: AmountSum>(
    seeds: UInt64, minus: (Sum.Amount, Sum.Amount) -> Sum.Amount, _ sum: Sum.Type
  ) {
    for fanOut in [3, 4, 5, 8] {
      for seed in 1...seeds {
        do { try run(seed, fanOut: fanOut, minus: minus, sum) } catch {
          return XCTFail("seed \(seed), fan-out \(fanOut): \(error)")
        }
      }
    }
  }

  func testTreesFollowArrays() { runAll(seeds: 12, minus: { $0 &- $1 }, ItemSum.self) }

  func testTreesOfExtentsFollowArrays() { runAll(seeds: 4, minus: { $0 - $1 }, ExtentSum.self) }

  /// Items of sections are found by both measures of their sum.
  func testAnItemSumHasTwoMeasures() throws {
    var forest = Forest<ItemSum, LeafID, SectionID>(fanOut: 3)
    var children = Buffer<LeafID>()
    var sums = Buffer<ItemSum>()
    for child in 0..<20 as Range<UInt32> {
      try children.append(LeafID(child))
      try sums.append(ItemSum(units: 1, items: child % 4))
    }
    try forest.reserve(nodes: forest.nodeCount(forChildren: 20), children: 20)
    let root = forest.build(children, sums, from: 0, count: 20, owner: 0)
    var item = 0
    for child in 0..<20 as Range<UInt32> {
      XCTAssertEqual(forest.child(ofUnit: Int(child), in: root), LeafID(child))
      for offset in 0..<Int(child % 4) {
        let found = forest.child(ofItem: item, in: root)
        XCTAssertTrue(found.child == LeafID(child) && found.offset == offset, "item \(item)")
        item += 1
      }
    }
  }

  /// Inserting at one position creates at most as many nodes as reserved.
  func testInsertsMakeNoMoreNodesThanReserved() throws {
    for place in 0..<3 {
      for count in 1...60 {
        var forest = Forest<ItemSum, LeafID, SectionID>(fanOut: 4)
        var root = Link.none
        var tree: [LeafID] = []
        let start = 17
        for round in 0..<2 {
          let added = round == 0 ? start : count
          try forest.reserve(nodes: added + forest.nodesForInsert(root: root), children: start + count)
          let capacity = forest.nodes.capacity
          var at = [0, tree.count / 2, tree.count][place]
          for _ in 0..<added {
            let child = LeafID(UInt32(tree.count))
            forest.insert(
              child, ItemSum(units: 1, items: 1), after: at == 0 ? nil : tree[at - 1], root: &root,
              owner: 0, whole: ItemSum(units: UInt32(tree.count), items: UInt32(tree.count)))
            tree.insert(child, at: at)
            if place > 0 { at += 1 }
          }
          XCTAssertEqual(forest.nodes.capacity, capacity)
        }
        XCTAssertEqual(try forest.checked(root, owner: 0).map { $0.child }, tree)
      }
    }
  }

  func testABuiltTreeHasNoNodeThatIsNearlyEmpty() throws {
    for count in 0...300 {
      var forest = Forest<ItemSum, LeafID, SectionID>(fanOut: 4)
      var children = Buffer<LeafID>()
      var sums = Buffer<ItemSum>()
      for i in 0..<count {
        try children.append(LeafID(UInt32(i)))
        try sums.append(ItemSum(units: 1, items: 1))
      }
      try forest.reserve(nodes: forest.nodeCount(forChildren: count), children: count)
      let root = forest.build(children, sums, from: 0, count: count, owner: 0)
      XCTAssertEqual(forest.nodes.count, forest.nodeCount(forChildren: count))
      for i in 0..<forest.nodes.count { XCTAssertGreaterThanOrEqual(forest.nodes[i].count, 2, "\(count)") }
      XCTAssertEqual(try forest.checked(root, owner: 0).count, count)
    }
  }
}
