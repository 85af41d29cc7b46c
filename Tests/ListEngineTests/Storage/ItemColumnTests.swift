import XCTest

@testable import ListEngine

/// The table of columns, and the two sets that are made by it, against arrays of entries.
final class ItemColumnTests: XCTestCase {
  func testTheTableKeepsItsInvariants() {
    var number = 0
    var bits: UInt32 = 0
    var isOptional = false
    var width = 0
    ItemColumn.forEach { column in
      number += 1
      XCTAssertEqual(column.number, number, "\(column.name)")
      XCTAssertEqual(column.bit, 1 << UInt32(number - 1), "\(column.name)")
      XCTAssertTrue([2, 4, 8].contains(column.width), "\(column.name)")
      XCTAssertTrue(column.isOptional || !isOptional, "\(column.name) after an optional column")
      XCTAssertEqual(column.change & (ChangeFlags.reload | ChangeFlags.byMark | ChangeFlags.byKey), 0)
      XCTAssertTrue(!isOptional || column.width <= width, "\(column.name) is wider than the one before")
      isOptional = column.isOptional
      width = column.width
      bits |= column.bit
    }
    XCTAssertEqual(ByColumn<Int>.count, number + 1)
    XCTAssertEqual(ItemColumn.bits, bits)
  }

  func testEveryColumnOfValuesIsItsOwn() {
    ItemColumn.forEach { column in
      var values = ItemValues()
      let most = UInt64.max >> UInt64(64 - 8 * column.width)
      values[column] = most
      XCTAssertEqual(values.traits, column.isOptional ? column.bit : 0, "\(column.name)")
      XCTAssertEqual(Appearance().difference(values.appearance), column.change, "\(column.name)")
      ItemColumn.forEach { other in
        XCTAssertEqual(values[other], other.number == column.number ? most : 0, "\(column.name)")
      }
    }
  }

  func testALeafHoldsWhatItsColumnsAreGiven() throws {
    for traits in ItemColumn.allTraits {
      let leaf = try Leaf(capacity: 16, traits: traits)
      defer { leaf.free() }
      leaf.count = 16
      var random = SeededGenerator(seed: UInt64(traits))
      let model = (0..<16).map { _ in Entry.random(&random) }
      for i in model.indices { leaf.write(model[i], at: i) }
      for i in model.indices {
        XCTAssertTrue(leaf.entry(i).has(model[i], traits), "traits \(traits), item \(i)")
      }
    }
  }

  func testOwnedColumnsFollowAnArray() throws {
    for seed in UInt64(0)..<40 {
      var random = SeededGenerator(seed: seed)
      for traits in ItemColumn.allTraits {
        var columns = OwnedColumns()
        // Memory and division by traits are kept from use to use.
        for round in 0..<3 {
          columns.removeAll()
          let traits = round == 1 ? 0 : traits
          var model: [Entry] = []
          for _ in 0..<Int.random(in: 0..<40, using: &random) {
            let entry = Entry.random(&random)
            try columns.keys.reserve(extra: 1)
            try columns.contents.reserve(extra: 1)
            try columns.optional.reserve(extra: 1, traits: traits)
            columns.push(entry.key, entry.values)
            model.append(entry)
          }
          if model.count > 4 {
            columns.move(4, to: 1)
            model[1] = model[4]
            let kept = Int.random(in: 2...model.count, using: &random)
            columns.truncate(to: kept)
            model.removeLast(model.count - kept)
          }
          XCTAssertEqual(columns.count, model.count, "seed \(seed)")
          for i in model.indices {
            var entry = columns.entry(i)
            entry.slot = model[i].slot
            XCTAssertTrue(entry.has(model[i], traits), "seed \(seed), traits \(traits), item \(i)")
          }
          try checkLeaf(of: columns, model, traits, "seed \(seed), traits \(traits)")
        }
      }
    }
  }

  /// In a leaf that may have more columns than the items.
  private func checkLeaf(
    of columns: borrowing OwnedColumns, _ model: [Entry], _ traits: UInt32, _ message: String
  ) throws {
    let leaf = try Leaf(capacity: 64, traits: ItemColumn.allTraits[ItemColumn.allTraits.count - 1])
    defer { leaf.free() }
    leaf.count = model.count + 2
    leaf.write(model.count, of: columns, at: 0, to: 2)
    for i in model.indices {
      var entry = leaf.entry(i + 2)
      XCTAssertEqual(entry.slot, 0, message)
      entry.slot = model[i].slot
      XCTAssertTrue(entry.has(model[i], traits), "\(message), item \(i) in a leaf")
    }
  }

  func testBorrowedColumnsAreReadAtAnyStrideAndAddress() throws {
    var random = SeededGenerator(seed: 7)
    let model = (0..<9).map { _ in Entry.random(&random) }
    for traits in ItemColumn.allTraits {
      for isPacked in [false, true] {
        var bytes = [UInt8](repeating: 0xcc, count: 1 + model.count * 64)
        try bytes.withUnsafeMutableBytes { memory in
          let base = memory.baseAddress! + 1
          var columns = Columns(count: model.count)
          var offset = 0
          func lend(_ column: ItemColumn, _ write: (Int, UnsafeMutableRawPointer) -> Void) {
            let stride = isPacked ? column.width : 61
            let start = base + (isPacked ? offset * model.count : offset)
            for i in model.indices { write(i, start + i * stride) }
            columns.lend(column, start, stride: stride)
            offset += column.width
          }
          lend(.key) { $1.storeBytes(of: model[$0].key, as: Key.self) }
          ItemColumn.forEach { column in
            if column.isOptional && traits & column.bit == 0 { return }
            lend(column) { column.writeValue(model[$0].values[column], $1, 0) }
          }
          XCTAssertEqual(columns.traits, traits)
          let owned = try OwnedColumns(columns.slice(2, 8))
          for i in 2..<8 {
            XCTAssertTrue(
              Entry(key: columns.key(i), columns.values(i), slot: model[i].slot).has(model[i], traits))
            var entry = owned.entry(i - 2)
            entry.slot = model[i].slot
            XCTAssertTrue(entry.has(model[i], traits), "traits \(traits), item \(i)")
          }
        }
      }
    }
  }
}

extension ItemColumn {
  /// Every set of optional columns.
  fileprivate static var allTraits: [UInt32] {
    var sets: [UInt32] = [0]
    forEachOptional { column in sets += sets.map { $0 | column.bit } }
    return sets
  }
}

extension Entry {
  fileprivate static func random(_ random: inout SeededGenerator) -> Entry {
    var values = ItemValues()
    ItemColumn.forEach {
      values[$0] = .random(in: 1...UInt64.max >> UInt64(64 - 8 * $0.width), using: &random)
    }
    return Entry(
      key: Key(low: random.next(), high: random.next()), values,
      slot: Slot(.random(in: 0...9, using: &random)))
  }

  /// Whether it is `other` with the optional columns of `traits` alone.
  fileprivate func has(_ other: Entry, _ traits: UInt32) -> Bool {
    var isEqual = key == other.key && slot == other.slot
    ItemColumn.forEach { column in
      let isThere = !column.isOptional || traits & column.bit != 0
      if values[column] != (isThere ? other.values[column] : 0) { isEqual = false }
    }
    return isEqual
  }
}
