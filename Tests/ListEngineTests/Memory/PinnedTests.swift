import XCTest

@testable import ListEngine

/// An object as exports hold it: noncopyable, with memory of its own.
private struct Shelf: ~Copyable, Handled {
  static var handleKind: HandleKind { HandleKind(code: 9) }
  var books: Buffer<Int>
}

private struct Other: ~Copyable, Handled {
  static var handleKind: HandleKind { HandleKind(code: 10) }
}

final class PinnedTests: XCTestCase {
  private func makeShelf(_ book: Int) throws -> Handle {
    let place = try NewObject<Shelf>()
    return place.fill(Shelf(books: try Buffer(repeating: book, count: 1)))
  }

  func testAPinnedObjectCanBeReadAndChanged() throws {
    let handle = try makeShelf(7)
    do {
      let shelf = try Pinned<Shelf>(handle, role: .object)
      XCTAssertEqual(shelf.value.books[0], 7)
      try shelf.value.books.append(8)
    }
    do {
      let shelf = try Pinned<Shelf>(handle, role: .object)
      XCTAssertEqual(shelf.value.books.count, 2)
      try shelf.destroy(role: .object)
    }
  }

  func testADestroyedObjectIsFreedWithItsLastPin() throws {
    HandleTable.process.trim()
    let before = Memory.used
    let handle = try makeShelf(7)
    do {
      let inside = try Pinned<Shelf>(handle, role: .object)
      try Pinned<Shelf>(handle, role: .object).destroy(role: .object)
      XCTAssertThrowsError(try { _ = try Pinned<Shelf>(handle, role: .object) }())
      XCTAssertEqual(inside.value.books[0], 7)
    }
    HandleTable.process.trim()
    XCTAssertEqual(Memory.used, before)
  }

  func testARefusalNamesTheRole() throws {
    let handle = try makeShelf(7)
    XCTAssertThrowsError(try { _ = try Pinned<Other>(handle, role: .target) }()) {
      XCTAssertEqual(($0 as? Refusal)?.kind.code, Refusal.Kind.handle.code)
      XCTAssertEqual(($0 as? Refusal)?.role.code, Refusal.Role.target.code)
    }
    try Pinned<Shelf>(handle, role: .object).destroy(role: .object)
  }

  func testAnUnfilledPlaceIsReleased() throws {
    HandleTable.process.trim()
    let before = Memory.used
    do { _ = try NewObject<Shelf>() }
    HandleTable.process.trim()
    XCTAssertEqual(Memory.used, before)
  }
}
