import XCTest

@testable import ListEngine

final class MapsTests: XCTestCase {
  private let before = PlainList([(0, []), (1, [1, 2, 3]), (2, []), (3, [4, 5])])
  private let after = PlainList([(3, [5, 6, 1]), (4, []), (1, [3, 2])])

  private func position(_ list: PlainList, _ key: Int) -> Position {
    for (section, items) in list.items.enumerated() {
      if let item = items.firstIndex(of: key) {
        return Position(section: UInt32(section), item: UInt32(item))
      }
    }
    return .nowhere
  }

  private func refusal(_ body: () throws -> Position) -> Int32? {
    do { _ = try body() } catch { return (error as? Refusal)?.kind.code }
    return nil
  }

  func testAPositionMapsToWhereItsItemIs() throws {
    let list = try Case(before, after).correspondence()
    for (side, here, there) in [(Side.before, before, after), (.after, after, before)] {
      let order = try BeforeOrder(list.runs)
      for key in here.flat {
        let asked = position(here, key)
        let expected = position(there, key)
        if expected == .nowhere {
          let code = refusal { try list.position(of: asked, from: side, order) }
          XCTAssertEqual(code, Refusal.Kind.notFound.code, "\(key)")
        } else {
          XCTAssertTrue(try list.position(of: asked, from: side, order) == expected, "\(key)")
        }
      }
    }
  }

  func testASectionMapsToWhereItIs() throws {
    let list = try Case(before, after).correspondence()
    let order = try BeforeOrder(list.runs)
    let section = Position(section: 3, item: noIndex)
    let other = try list.position(of: section, from: .before, order)
    XCTAssertTrue(other == Position(section: 0, item: noIndex))
    let gone = Position(section: 2, item: noIndex)
    XCTAssertEqual(
      refusal { try list.position(of: gone, from: .before, order) }, Refusal.Kind.notFound.code)
  }

  func testPositionsBeyondTheEndAreRefused() throws {
    let list = try Case(before, after).correspondence()
    let order = try BeforeOrder(list.runs)
    for (section, item) in [(0, 0), (1, 3), (4, 0), (3, 2), (UInt32.max, 0), (1, UInt32.max - 1)] {
      let asked = Position(section: UInt32(section), item: UInt32(item))
      let code = refusal { try list.position(of: asked, from: .before, order) }
      XCTAssertEqual(code, Refusal.Kind.range.code, "\(section):\(item)")
    }
  }

  func testAFlatPositionIsInTheSectionThatHasItems() throws {
    let list = try Case(before, after).correspondence()
    XCTAssertEqual((0..<5).map { Correspondence.section(of: $0, in: list.beforeStarts) }, [1, 1, 1, 3, 3])
  }
}
