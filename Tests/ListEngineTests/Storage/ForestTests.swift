import XCTest

@testable import ListEngine

final class ForestTests: XCTestCase {
  /// A slow model: trees as arrays of children, and the children's sums.
  private struct Model {
    var trees: [[UInt32]]
    var items: [UInt32: UInt32] = [:]
  }

  private func check(_ forest: borrowing Forest, _ roots: [Link], _ model: Model) throws {
    try forest.checkNodes(roots)
    for (t, tree) in model.trees.enumerated() {
      let children = try forest.checked(roots[t], owner: UInt32(t))
      try expect(children.map { $0.child } == tree, "\(children.map { $0.child }), not \(tree)")
      var before: UInt32 = 0
      for (u, child) in tree.enumerated() {
        let place = forest.place(of: child)
        try expect(place.owner == UInt32(t), "child \(child) is of \(place.owner)")
        if tree.count > 1 {
          try expect(children[u].sum?.items == model.items[child]!, "child \(child) weighs wrong")
          try expect(forest.child(ofUnit: u, in: roots[t]) == child, "unit \(u)")
        }
        try expect(place.before.units == u && place.before.items == before, "\(child) at \(place.before)")
        for item in [0, model.items[child]! / 2, model.items[child]!] where item < model.items[child]! {
          let found = forest.child(ofItem: Int(before + item), in: roots[t])
          try expect(found.child == child && found.offset == item, "item \(before + item) in \(found)")
        }
        try expect(forest.neighbour(of: child, step: 1) == (u + 1 < tree.count ? tree[u + 1] : nil), "next")
        try expect(forest.neighbour(of: child, step: -1) == (u > 0 ? tree[u - 1] : nil), "previous")
        before += model.items[child]!
      }
      if let first = tree.first, let last = tree.last {
        try expect(forest.edge(of: roots[t], last: false) == first, "first")
        try expect(forest.edge(of: roots[t], last: true) == last, "last")
      }
    }
  }

  private func sum(_ model: Model, _ child: UInt32) -> Sum {
    Sum(units: 1, items: model.items[child]!)
  }

  private func whole(_ model: Model, _ t: Int) -> Sum {
    model.trees[t].reduce(Sum.zero) { $0 + sum(model, $1) }
  }

  private func run(_ seed: UInt64, fanOut: Int) throws {
    var random = SplitMix(seed)
    var forest = Forest(fanOut: fanOut)
    var roots = [Link](repeating: .none, count: 3)
    var model = Model(trees: [[], [], []])
    var next: UInt32 = 0
    for step in 0..<250 {
      let t = Int.random(in: 0..<3, using: &random)
      let count = model.trees[t].count
      switch Int.random(in: 0..<12, using: &random) {
      case 0...5:
        let at = Bool.random(using: &random) ? count : Int.random(in: 0...count, using: &random)
        try forest.reserve(nodes: forest.nodesForInsert(root: roots[t]), children: Int(next) + 1)
        model.items[next] = UInt32.random(in: 0..<20, using: &random)
        forest.insert(
          next, sum(model, next), after: at == 0 ? nil : model.trees[t][at - 1], root: &roots[t],
          owner: UInt32(t), whole: whole(model, t))
        model.trees[t].insert(next, at: at)
        next += 1
      case 6...8:
        guard count > 0 else { continue }
        let at = Int.random(in: 0..<count, using: &random)
        forest.remove(model.trees[t].remove(at: at), root: &roots[t], owner: UInt32(t))
      case 9, 10:
        guard let child = model.trees[t].randomElement(using: &random) else { continue }
        let items = UInt32.random(in: 0..<20, using: &random)
        forest.add(Sum(units: 0, items: items &- model.items[child]!), to: child)
        model.items[child] = items
      default:
        guard step % 3 == 0 else { continue }
        // Rebuilt from the children in another order.
        model.trees[t].shuffle(using: &random)
        var children = Buffer<UInt32>()
        var sums = Buffer<Sum>()
        for child in model.trees[t] {
          try children.append(child)
          try sums.append(sum(model, child))
        }
        try forest.reserve(nodes: forest.nodeCount(forChildren: count), children: Int(next))
        forest.demolish(roots[t])
        roots[t] = forest.build(children, sums, from: 0, count: count, owner: UInt32(t))
      }
      try check(forest, roots, model)
      if step % 50 == 0 { try check(try forest.copy(), roots, model) }
    }
  }

  func testTreesFollowArrays() {
    for fanOut in [3, 4, 5, 8] {
      for seed: UInt64 in 1...12 {
        do { try run(seed, fanOut: fanOut) } catch {
          return XCTFail("seed \(seed), fan-out \(fanOut): \(error)")
        }
      }
    }
  }

  /// Inserting at one position creates at most as many nodes as reserved.
  func testInsertsMakeNoMoreNodesThanReserved() throws {
    for place in 0..<3 {
      for count in 1...60 {
        var forest = Forest(fanOut: 4)
        var root = Link.none
        var tree: [UInt32] = []
        let start = 17
        for round in 0..<2 {
          let added = round == 0 ? start : count
          try forest.reserve(nodes: added + forest.nodesForInsert(root: root), children: start + count)
          let capacity = forest.nodes.capacity
          var at = [0, tree.count / 2, tree.count][place]
          for _ in 0..<added {
            let child = UInt32(tree.count)
            forest.insert(
              child, Sum(units: 1, items: 1), after: at == 0 ? nil : tree[at - 1], root: &root, owner: 0,
              whole: Sum(units: UInt32(tree.count), items: UInt32(tree.count)))
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
      var forest = Forest(fanOut: 4)
      var children = Buffer<UInt32>()
      var sums = Buffer<Sum>()
      for i in 0..<count {
        try children.append(UInt32(i))
        try sums.append(Sum(units: 1, items: 1))
      }
      try forest.reserve(nodes: forest.nodeCount(forChildren: count), children: count)
      let root = forest.build(children, sums, from: 0, count: count, owner: 0)
      XCTAssertEqual(forest.nodes.count, forest.nodeCount(forChildren: count))
      for i in 0..<forest.nodes.count { XCTAssertGreaterThanOrEqual(forest.nodes[i].count, 2, "\(count)") }
      XCTAssertEqual(try forest.checked(root, owner: 0).count, count)
    }
  }
}
