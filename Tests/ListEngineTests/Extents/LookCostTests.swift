// What a look and a search read, at the real leaf size: it depends on what has changed, never on how many items there are.
// Counted, never timed. 60,000 items are 250 leaves below two levels of nodes;
// ten million have one level more.

import XCTest

@testable import ListEngine

/// The extents of a view, in an object that tests can pass on.
private final class Looked {
  var extents = Extents()
  let features = ListFeatures()

  init() throws {
    try extents.begin(LayoutOptions())
    _ = try extents.setSize(width: 100, height: 100)
  }
}

extension ListState {
  /// Nodes and leaves that a look reads, and those over sections.
  fileprivate func reads(by looked: Looked) throws -> (items: Int, sections: Int) {
    let (items, sections) = (looked.extents.totals.reads, looked.extents.sections.reads)
    XCTAssertTrue(try looked.extents.look(self, looked.features))
    return (looked.extents.totals.reads - items, looked.extents.sections.reads - sections)
  }

  fileprivate func setSize(_ length: Int, ofItem flat: Int, _ looked: Looked) throws {
    let handle = slots.handle(slot(of: arrangement.location(ofItem: flat)))
    var new = Buffer<NewSize>()
    try new.append(NewSize(name: ElementName(item: handle), length: length))
    try looked.extents.reserve(new, self, looked.features)
    looked.extents.set(new[0], self, looked.features)
  }

  fileprivate func setAllSizes(_ looked: Looked) throws {
    try looked.extents.setLengths(0, arrangement.count, self) { 10 + $0 % 7 }
  }
}

final class LookCostTests: XCTestCase {
  private let count = 60_000

  private func makeList(_ looked: Looked) throws -> List {
    let list = List(ListOptions())
    _ = try [Part(0, (1...count).map { Item($0, content: 1) })].set(list, .plain)
    _ = try list.state.value.reads(by: looked)
    try list.state.value.setAllSizes(looked)
    _ = try list.state.value.reads(by: looked)
    return list
  }

  func testASecondLookReadsNothing() throws {
    let looked = try Looked()
    let list = try makeList(looked)
    let again = try list.state.value.reads(by: looked)
    XCTAssertEqual(again.items, 0)
    XCTAssertEqual(again.sections, 0)
  }

  func testAFirstSizeReadsNoItems() throws {
    let looked = try Looked()
    let list = List(ListOptions())
    _ = try [Part(0, (1...count).map { Item($0, content: 1) })].set(list, .plain)
    _ = try list.state.value.reads(by: looked)
    try list.state.value.setSize(50, ofItem: count / 2, looked)
    XCTAssertEqual(try list.state.value.reads(by: looked).items, 0)
  }

  func testASizeReadsNoItems() throws {
    let looked = try Looked()
    let list = try makeList(looked)
    for flat in [0, 1, count / 2, count - 1] {
      try list.state.value.setSize(50, ofItem: flat, looked)
      let cost = try list.state.value.reads(by: looked)
      XCTAssertEqual(cost.items, 0, "at \(flat)")
      XCTAssertLessThanOrEqual(cost.sections, 1, "at \(flat)")
    }
  }

  func testAnEditReadsTheLeavesThatItHasWrittenAndWhatIsAboveThem() throws {
    let looked = try Looked()
    let list = try makeList(looked)
    var items = (1...count).map { Item($0, content: 1) }
    for place in [0, 1, count / 2, count - 1] {
      items.insert(Item(count + 1 + place), at: place)
      _ = try [Part(0, items)].set(list, .plain)
      let cost = try list.state.value.reads(by: looked)
      // An insert writes at most three leaves; each has a node and the root above it.
      XCTAssertGreaterThan(cost.items, 0, "at \(place)")
      XCTAssertLessThanOrEqual(cost.items, 3 + 3 + 1, "at \(place)")
      XCTAssertLessThanOrEqual(cost.sections, 1, "at \(place)")
    }
  }
}
