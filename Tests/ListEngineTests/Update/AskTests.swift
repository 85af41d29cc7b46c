// The host is asked only once nothing but memory can be refused: a refused update calls no function of a class.

import XCTest

@testable import ListEngine

final class AskTests: XCTestCase {
  private final class Calls {
    var names: [String] = []
  }

  private func makeClass(_ calls: Calls) throws -> UInt32 {
    var callbacks = CellClass.Callbacks()
    callbacks.context = Unmanaged.passRetained(calls).toOpaque()
    callbacks.retain = { context, _, _ in
      Unmanaged<Calls>.fromOpaque(context!).takeUnretainedValue().names.append("retain")
    }
    callbacks.release = { context, _, _ in
      Unmanaged<Calls>.fromOpaque(context!).takeUnretainedValue().names.append("release")
    }
    callbacks.equal = { context, _, _ in
      Unmanaged<Calls>.fromOpaque(context!).takeUnretainedValue().names.append("equal")
      return 0
    }
    callbacks.changed = { context, _, _ in
      Unmanaged<Calls>.fromOpaque(context!).takeUnretainedValue().names.append("changed")
      return 1
    }
    return try Array("asked".utf8).withUnsafeBytes {
      try CellClasses.process.register(name: $0.baseAddress!, length: $0.count, callbacks)
    }
  }

  private func set(_ list: borrowing List, _ items: [Item]) throws { _ = try [Part(1, items)].set(list) }

  func testARefusedUpdateAsksNothing() throws {
    let calls = Calls()
    let id = try makeClass(calls)
    func item(_ number: Int, _ model: UInt) -> Item { Item(Name(number), 0, model, id) }
    let list = List(ListOptions())
    _ = try [Part(1, (1...20).map { item($0, 100 + UInt($0)) })].set(list)
    calls.names = []
    // Every model is another one, so that `equal` decides; two new items have one key.
    let other = (1...20).map { item($0, 200 + UInt($0)) }
    XCTAssertThrowsError(try set(list, other + [item(50, 1), item(50, 2)]))
    // An item that stays is there twice.
    XCTAssertThrowsError(try set(list, other + [item(3, 9)]))
    XCTAssertEqual(calls.names, [])
    _ = try [Part(1, other + [item(50, 1)])].set(list)
    XCTAssertEqual(
      calls.names,
      ["retain"] + Array(repeating: "equal", count: 20) + Array(repeating: "changed", count: 20) + ["release"]
    )
  }
}
