// Versions of a list share the leaves that are equal: measured in leaves, never in time.

import XCTest

@testable import ListEngine

final class SharingTests: XCTestCase {
  private let items = (1...20_000).map { Item($0, content: 1) }

  private func makeList() throws -> List {
    let list = List(ListOptions())
    _ = try [Part(1, items)].set(list, .plain)
    return list
  }

  /// The number of leaves in `a` that are not in `b`.
  private func count(in a: borrowing Arrangement, notIn b: borrowing Arrangement) -> Int {
    var others = Set<UnsafeRawPointer>()
    for i in 0..<b.leaves.count { if let leaf = b.leaves[i] { others.insert(UnsafeRawPointer(leaf.keys)) } }
    var total = 0
    for i in 0..<a.leaves.count {
      if let leaf = a.leaves[i], !others.contains(UnsafeRawPointer(leaf.keys)) { total += 1 }
    }
    return total
  }

  func testASnapshotAndItsCopyShareEveryLeaf() throws {
    let list = try makeList()
    let used = Memory.used
    let snapshot = try list.snapshot()
    let copy = try snapshot.copy()
    XCTAssertEqual(count(in: snapshot.body.value.arrangement, notIn: list.state.value.arrangement), 0)
    XCTAssertEqual(count(in: copy.body.value.arrangement, notIn: list.state.value.arrangement), 0)
    XCTAssertLessThan(Memory.used - used, 2 * 20_000, "bytes for two versions of 20,000 items")
  }

  func testEditingASnapshotCopiesTheLeafThatItTouches() throws {
    let list = try makeList()
    let snapshot = try list.snapshot()
    _ = try snapshot.delete([Name(9_000)].keys(), in: nil)
    XCTAssertEqual(count(in: snapshot.body.value.arrangement, notIn: list.state.value.arrangement), 1)
    try snapshot.move(Name(100).key, to: Anchor(after: Name(15_000).key), in: nil)
    XCTAssertEqual(count(in: snapshot.body.value.arrangement, notIn: list.state.value.arrangement), 3)
  }

  func testApplyingItComparesAndWritesNoOthers() throws {
    let list = try makeList()
    let snapshot = try list.snapshot()
    _ = try snapshot.delete([Name(9_000), Name(100)].keys(), in: nil)
    _ = try list.apply(snapshot, UpdateOptions(), wantsChangeset: true)
    let statistics = try list.statistics().last
    XCTAssertEqual(statistics.leavesCompared, 2)
    XCTAssertEqual(statistics.leavesWritten, 2)
    XCTAssertEqual(statistics.leavesKept, list.state.value.arrangement.leafCount - 2)
  }

  func testAnEditBesideASnapshotCopiesTheLeavesThatItTouches() throws {
    let list = try makeList()
    let snapshot = try list.snapshot()
    let edit = try list.beginEdit()
    for index in [5, 6, 10_000] {
      try list.update(edit, list.item(at: index), content: 2)
    }
    try list.moveItems(
      edit, ofSection: list.section(at: 0), 19_000, 3, toSection: list.section(at: 0), at: 3_000)
    XCTAssertEqual(count(in: list.state.value.arrangement, notIn: snapshot.body.value.arrangement), 4)
    _ = try list.commitEdit(edit, UpdateOptions(), wantsChangeset: true)
    XCTAssertEqual(count(in: list.state.value.arrangement, notIn: snapshot.body.value.arrangement), 4)
    XCTAssertEqual(snapshot.body.value.arrangement.content[0].items, items)
  }

  /// Independent of the list's length, an edit of one item holds a leaf and the nodes above it.
  func testAnEditHoldsWhatItTouches() throws {
    for count in [2_000, 20_000] {
      let list = List(ListOptions())
      _ = try [Part(1, Array(items[..<count]))].set(list, .plain)
      let before = try list.snapshot()
      let used = Memory.used
      let edit = try list.beginEdit()
      try list.update(edit, list.item(at: count / 2), content: 2)
      XCTAssertLessThan(Memory.used - used, 32_768, "\(count) items")
      XCTAssertEqual(self.count(in: list.state.value.arrangement, notIn: before.body.value.arrangement), 1)
      try list.abandonEdit(edit)
      XCTAssertEqual(self.count(in: list.state.value.arrangement, notIn: before.body.value.arrangement), 0)
    }
  }
}

extension List {
  fileprivate func update(_ edit: UInt64, _ item: UInt64, content: UInt64) throws {
    let appearances = try withUnsafeBytes(of: content) { contents in
      var columns = Columns(count: 1)
      columns.lend(.content, contents.baseAddress, stride: 8)
      return try NewAppearances(columns, fields: ItemColumn.content.bit)
    }
    try updateItems(edit, Buffer(repeating: item, count: 1), appearances)
  }
}
