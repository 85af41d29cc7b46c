// A chain beside an array, under the same seeded operations.

import XCTest

@testable import ListEngine

final class ChainTests: XCTestCase {
  private struct Node: Chained {
    var number = 0
    var links = ChainLinks<Node>()
  }

  private func numbers(_ chain: borrowing Chain<Node>) -> [Int] {
    var numbers: [Int] = []
    chain.forEach { numbers.append($0.pointee.number) }
    return numbers
  }

  func testAChainIsAnArrayWhoseElementsKeepTheirAddresses() {
    let nodes = UnsafeMutablePointer<Node>.allocate(capacity: 12)
    for i in 0..<12 { (nodes + i).initialize(to: Node(number: i)) }
    defer { nodes.deallocate() }
    for seed in UInt64(1)...50 {
      var random = SeededGenerator(seed: seed)
      var chain = Chain<Node>()
      var model: [Int] = []
      for step in 0..<60 {
        let number = Int.random(in: 0..<12, using: &random)
        if let i = model.firstIndex(of: number) {
          chain.remove(nodes + number)
          model.remove(at: i)
          XCTAssertNil(nodes[number].links.next)
          XCTAssertNil(nodes[number].links.previous)
        } else if Bool.random(using: &random) {
          chain.append(nodes + number)
          model.append(number)
        } else {
          chain.prepend(nodes + number)
          model.insert(number, at: 0)
        }
        XCTAssertEqual(numbers(chain), model, "seed \(seed), step \(step)")
        XCTAssertEqual(chain.count, model.count)
        XCTAssertEqual(chain.isEmpty, model.isEmpty)
        XCTAssertEqual(chain.first?.pointee.number, model.first)
        XCTAssertEqual(chain.last?.pointee.number, model.last)
        let found = chain.find { $0.pointee.number > 5 }
        XCTAssertEqual(found?.pointee.number, model.first { $0 > 5 })
        for (before, after) in zip(model, model.dropFirst()) {
          XCTAssertEqual(nodes[after].links.previous, nodes + before)
        }
      }
      for number in model { chain.remove(nodes + number) }
    }
  }

  /// Chains of the process lie in such memory.
  func testZeroedMemoryIsAnEmptyChain() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: MemoryLayout<Chain<Node>>.size, alignment: 8)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Chain<Node>>.size)
    defer { memory.deallocate() }
    let chain = memory.assumingMemoryBound(to: Chain<Node>.self)
    XCTAssertTrue(chain.pointee.isEmpty)
    XCTAssertNil(chain.pointee.first)
    var node = Node(number: 7)
    withUnsafeMutablePointer(to: &node) { node in
      chain.pointee.append(node)
      XCTAssertEqual(numbers(chain.pointee), [7])
      chain.pointee.remove(node)
    }
  }
}
