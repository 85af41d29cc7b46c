// What a list stores of its views: each view takes each mark once, whatever the others do; ranges by view.

import XCTest

@testable import ListEngine

final class ListViewsTests: XCTestCase {
  private func handle(_ number: UInt64) -> Handle { Handle(bits: number) }

  private func taken(by view: UInt64, from views: borrowing ListViews) throws -> (
    items: [UInt64], all: UInt32
  ) {
    var marks = Buffer<ViewMark>()
    let all = try views.takeMarks(of: handle(view), into: &marks)
    return ((0..<marks.count).map { marks[$0].name.item }, all)
  }

  func testEachViewTakesEachMarkOnce() throws {
    for seed in UInt64(1)...100 {
      var random = SeededGenerator(seed: seed)
      let views = ListViews()
      var waiting: [UInt64: [UInt64]] = [:]
      var next: UInt64 = 1
      for step in UInt64(1)...120 {
        let view = UInt64.random(in: 1...8, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where waiting[view] == nil:
          try views.add(handle(view))
          waiting[view] = []
        case 1 where step % 3 == 0:
          views.remove(handle(view))
          waiting[view] = nil
        case 2:
          XCTAssertEqual(views.hasMarks(of: handle(view)), waiting[view]?.isEmpty == false, "seed \(seed)")
          XCTAssertEqual(try taken(by: view, from: views).items, waiting[view] ?? [], "seed \(seed)")
          if waiting[view] != nil { waiting[view] = [] }
        default:
          try views.reserveMarks(1)
          views.add(ViewMark(name: ElementName(item: next), flags: ChangeFlags.reload))
          for each in waiting.keys { waiting[each]!.append(next) }
          next += 1
        }
        XCTAssertEqual(views.count, waiting.count, "seed \(seed)")
      }
    }
  }

  /// Too many marks are one of everything, for the views that have not taken them.
  func testTooManyMarksMarkEverything() throws {
    let views = ListViews()
    try views.add(handle(1))
    try views.add(handle(2))
    try views.reserveMarks(2000)
    for item in UInt64(1)...1024 {
      views.add(ViewMark(name: ElementName(item: item), flags: ChangeFlags.reload))
    }
    XCTAssertEqual(try taken(by: 1, from: views).items.count, 1024)
    views.add(ViewMark(name: ElementName(item: 9), flags: ChangeFlags.reconfigure))
    let first = try taken(by: 1, from: views)
    XCTAssertEqual(first.all, ChangeFlags.reconfigure)
    let second = try taken(by: 2, from: views)
    XCTAssertEqual(second.items.count, 1024)
    XCTAssertEqual(second.all, ChangeFlags.reconfigure)
    // All were taken: there is room again.
    try views.reserveMarks(1)
    views.add(ViewMark(name: ElementName(item: 10), flags: ChangeFlags.reload))
    XCTAssertEqual(try taken(by: 2, from: views).items, [10])
  }

  /// A commit reserves no room for marks while there is no view; one may be added before the marks are.
  func testMarksWithoutReservedRoomMarkEverything() throws {
    let views = ListViews()
    try views.add(handle(1))
    views.add(ViewMark(name: ElementName(item: 1), flags: ChangeFlags.reload))
    views.add(ViewMark(name: ElementName(item: 2), flags: ChangeFlags.reconfigure))
    let first = try taken(by: 1, from: views)
    XCTAssertEqual(first.items, [])
    XCTAssertEqual(first.all, ChangeFlags.reload | ChangeFlags.reconfigure)
  }

  func testANinthViewIsRefused() throws {
    let views = ListViews()
    for view in UInt64(1)...8 { try views.add(handle(view)) }
    XCTAssertThrowsError(try views.add(handle(9)))
    views.remove(handle(3))
    try views.add(handle(9))
    XCTAssertEqual((0..<8).map { views.view(at: $0)?.bits }, [1, 2, 4, 5, 6, 7, 8, 9])
  }

  /// Distances as a walk over all positions counts them.
  func testDistances() {
    for first in 0..<6 {
      for count in 1..<4 {
        let range = VisibleRange(first: first, count: count)
        for item in 0..<12 {
          let nearest = (first..<first + count).map { abs($0 - item) }.min()!
          XCTAssertEqual(range.distance(to: item), nearest)
        }
      }
    }
  }
}
