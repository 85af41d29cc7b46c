import XCTest

@testable import ListEngine

final class KeyIndexTests: XCTestCase {
  /// Few fingerprints, near both ends of the table, so that clusters are long and wrap around.
  private func fingerprint(_ random: inout SeededGenerator) -> Fingerprint {
    let near = UInt32.random(in: 0..<12, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return Fingerprint(near)
    case 1: return Fingerprint(.max - near)
    default: return Fingerprint(near << 28)
    }
  }

  private func all(_ index: borrowing KeyIndex, _ fingerprint: Fingerprint) -> [UInt32] {
    var found: [UInt32] = []
    _ = index.find(fingerprint) {
      found.append($0)
      return false
    }
    return found.sorted()
  }

  func testClusteredEntriesFollowAPlainTable() throws {
    for seed: UInt64 in 1...50 {
      var random = SeededGenerator(seed: seed)
      // Every other index grows in steps from 16 buckets on.
      let atOnce = seed % 2 == 0 ? 16 : KeyIndex.largestAtOnce
      var index = KeyIndex()
      var model: [Fingerprint: Set<UInt32>] = [:]
      var next: UInt32 = seed % 5 == 0 ? 0xffff_ff00 : 0
      for _ in 0..<200 {
        let fingerprint = fingerprint(&random)
        switch Int.random(in: 0..<9, using: &random) {
        case 8:
          let (part, parts) = (next % 3, UInt32.random(in: 2...4, using: &random))
          if index.movedHomes != nil || index.count == 0 || next > 0xffff { continue }
          var removed = try Buffer<UInt64>(repeating: 0, count: Int(next) / 64 + 1)
          for number in 0..<next where number % parts == part {
            removed[Int(number / 64)] |= 1 << UInt64(number % 64)
          }
          var filled = KeyIndex()
          try filled.reserve(index.count)
          filled.fill(from: index, without: removed)
          swap(&index, &filled)
          for key in model.keys { model[key] = model[key]!.filter { $0 % parts != part } }
        case 0...3:
          try index.reserve(extra: 1, atOnce: atOnce)
          index.insert(fingerprint, next)
          model[fingerprint, default: []].insert(next)
          next += 1
        case 4, 5:
          let number = model[fingerprint]?.randomElement(using: &random) ?? 77_777
          let isThere = model[fingerprint]?.remove(number) != nil
          XCTAssertEqual(index.remove(fingerprint, number), isThere, "seed \(seed)")
        default:
          try index.reserve(extra: 1, atOnce: atOnce)
          let wanted = model[fingerprint]?.randomElement(using: &random)
          let duplicate = index.insert(fingerprint, next) { $0 == wanted }
          XCTAssertEqual(duplicate, wanted, "seed \(seed)")
          if wanted == nil {
            model[fingerprint, default: []].insert(next)
            next += 1
          }
        }
        let count = model.values.reduce(0) { $0 + $1.count }
        guard index.count == count else { return XCTFail("seed \(seed): \(index.count), not \(count)") }
        for (fingerprint, numbers) in model where all(index, fingerprint) != numbers.sorted() {
          return XCTFail(
            "seed \(seed): under \(fingerprint) \(all(index, fingerprint)), not \(numbers.sorted())")
        }
        let copy = try index.copy()
        for (fingerprint, numbers) in model where all(copy, fingerprint) != numbers.sorted() {
          return XCTFail("seed \(seed): the copy has \(all(copy, fingerprint)) under \(fingerprint)")
        }
      }
      index.removeAll()
      for fingerprint in model.keys { XCTAssertEqual(all(index, fingerprint), [], "seed \(seed)") }
    }
  }

  /// Each number stands for several places, as a leaf does for its items.
  func testAKeyIsFoundWithItsSectionAmongCollidingOnes() throws {
    for seed: UInt64 in 1...60 {
      var random = SeededGenerator(seed: seed)
      let isScoped = seed % 2 == 0
      var index = KeyIndex()
      var places: [(number: UInt32, key: Key, section: Key)] = []
      func key(_ random: inout SeededGenerator) -> ScopedKey {
        let number = UInt64.random(in: 0..<12, using: &random)
        let section = UInt64.random(in: 0..<3, using: &random)
        return ScopedKey(
          key: Key(low: number, high: 0), section: isScoped ? Key(low: section, high: 1) : nil,
          fingerprint: [3, 0xffff_ffff][Int(number + (isScoped ? section : 0)) % 2])
      }
      func model(_ wanted: ScopedKey) -> Int? {
        places.firstIndex { place in
          guard let section = wanted.section else { return place.key == wanted.key }
          return place.key == wanted.key && place.section == section
        }
      }
      for _ in 0..<40 {
        let new = key(&random)
        if model(new) == nil {
          try index.reserve(extra: 1)
          let number = UInt32.random(in: 0..<4, using: &random) * 3 + UInt32((new.section?.low ?? 0))
          index.insert(new.fingerprint, number)
          places.append((number, new.key, Key(low: UInt64(number % 3), high: 1)))
        }
        let wanted = key(&random)
        let found = index.find(wanted) { number in
          places.firstIndex { $0.number == number && $0.key == wanted.key }
        } section: {
          places[$0].section
        }
        XCTAssertEqual(found, model(wanted), "seed \(seed)")
      }
    }
  }

  func testATrimmedCopyHasTheSameEntries() throws {
    var random = SeededGenerator(seed: 5)
    var index = KeyIndex()
    try index.reserve(1000)
    var fingerprints: [Fingerprint] = []
    for number: UInt32 in 0..<100 {
      fingerprints.append(fingerprint(&random))
      index.insert(fingerprints[Int(number)], number)
    }
    let trimmed = try index.trimmed()
    XCTAssertEqual(trimmed.count, 100)
    XCTAssertLessThanOrEqual(trimmed.bytes / 8, 100 * 4 / 3 + 2)
    for fingerprint in fingerprints { XCTAssertEqual(all(trimmed, fingerprint), all(index, fingerprint)) }
  }

  func testItStaysAtMostThreeQuartersFull() throws {
    var index = KeyIndex()
    for number: UInt32 in 0..<5000 {
      try index.reserve(extra: 1)
      index.insert(Fingerprint(number &* 0x9e37_79b9), number)
      XCTAssertLessThanOrEqual(index.count * 4, index.bytes / 8 * 3)
    }
    XCTAssertLessThanOrEqual(index.bytes / 8, 5000 * 16 / 9 + 8)
    var exact = KeyIndex()
    try exact.reserve(5000)
    XCTAssertLessThanOrEqual(exact.bytes / 8, 5000 * 4 / 3 + 2)
  }

  func testNothingIsFoundInAnEmptyIndex() throws {
    var index = KeyIndex()
    index.prefetch(1)
    XCTAssertEqual(all(index, 1), [])
    XCTAssertFalse(index.remove(1, 1))
    try index.reserve(1)
    index.insert(1, 1)
    index.free()
    XCTAssertEqual(all(index, 1), [])
    XCTAssertEqual(index.bytes, 0)
  }

  // MARK: Growth in steps

  /// Like a plain table at every moment of a growth, also where clusters wrap around, where reservations
  /// fail, and where entries that were removed come back without a reservation, as a journal brings them.
  func testAnIndexThatGrowsInStepsFollowsAPlainTable() throws {
    let memory = FailingMemory()
    var growths = 0
    for seed: UInt64 in 1...60 {
      var random = SeededGenerator(seed: seed)
      var index = KeyIndex()
      var model: [UInt32: Fingerprint] = [:]
      var next: UInt32 = 0
      let isClustered = seed % 3 == 0
      func check(_ index: borrowing KeyIndex, _ what: String) throws {
        try expect(index.count == model.count, "seed \(seed), \(what): \(index.count) entries")
        for (number, fingerprint) in model {
          let found = index.find(fingerprint) { $0 == number }
          try expect(found == number, "seed \(seed), \(what): \(number) is not found")
        }
      }
      for _ in 0..<400 {
        let wasGrowing = index.movedHomes != nil
        switch Int.random(in: 0..<10, using: &random) {
        case 0...5:
          let extra = Int.random(in: 0..<9, using: &random) == 0 ? Int.random(in: 1..<60, using: &random) : 1
          if Int.random(in: 0..<4, using: &random) == 0 {
            let bytes = index.bytes
            do {
              try memory.run(failing: 1, forGood: true) { try index.reserve(extra: extra, atOnce: 8) }
            } catch {
              try check(index, "without memory")
              try expect(index.bytes <= bytes, "seed \(seed): \(index.bytes) bytes without memory")
            }
          }
          try index.reserve(extra: extra, atOnce: 8)
          let bytes = index.bytes
          for _ in 0..<extra {
            let fingerprint = isClustered ? fingerprint(&random) : Fingerprint(UInt32(random.next() >> 32))
            index.insert(fingerprint, next)
            model[next] = fingerprint
            next += 1
          }
          try expect(index.bytes == bytes, "seed \(seed): an insertion takes memory")
        case 6, 7:
          // Goes and comes back in reverse order.
          let gone = model.keys.sorted().filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
          for number in gone { index.remove(model[number]!, number) }
          for number in gone.reversed() { index.insert(model[number]!, number) }
        case 8:
          for number in model.keys.sorted() where Int.random(in: 0..<5, using: &random) == 0 {
            try expect(index.remove(model[number]!, number), "seed \(seed): \(number) cannot be removed")
            model[number] = nil
          }
        default:
          try check(try index.copy(), "copy")
          try check(try index.trimmed(), "trimmed")
          var filter = try Buffer<UInt64>(repeating: 0, count: 4)
          index.mark(&filter, bits: 8)
          for fingerprint in model.values {
            let bit = Int(fingerprint.raw >> 24)
            try expect(filter[bit / 64] >> UInt64(bit % 64) & 1 == 1, "seed \(seed): not marked")
          }
        }
        if wasGrowing && index.movedHomes == nil { growths += 1 }
        try check(index, "changed")
      }
      if index.movedHomes != nil {
        index.removeAll()
        model = [:]
        try check(index, "emptied")
        try index.reserve(extra: 3)
        index.insert(7, 7)
        model[7] = 7
        try check(index, "filled again")
      }
    }
    XCTAssertGreaterThan(growths, 100)
  }

  /// No insertion moves more than its share: eight homes in a large index, a small one as a whole.
  func testTheWorkOfAnInsertionDoesNotGrowWithTheIndex() throws {
    var index = KeyIndex()
    var steps = 0
    var random = SeededGenerator(seed: 9)
    for number: UInt32 in 0..<300_000 {
      let moved = index.movedHomes
      let bytes = index.bytes
      try index.reserve(extra: 1)
      switch (moved, index.movedHomes) {
      case (let moved?, let now?):
        XCTAssertEqual(now - moved, 8)
        steps += 1
      case (let moved?, nil): XCTAssertLessThanOrEqual(moved, index.bytes / 8)
      case (nil, let now?): XCTAssertEqual(now, 8)
      case (nil, nil):
        if index.bytes != bytes { XCTAssertLessThanOrEqual(bytes, KeyIndex.largestAtOnce * 8) }
      }
      index.insert(Fingerprint(UInt32(random.next() >> 32)), number)
      XCTAssertLessThanOrEqual(index.count * 4, index.bytes / 8 * 3)
    }
    XCTAssertGreaterThan(steps, 50_000)
  }

  /// Whoever reserves much at once pays for it at once, and is done.
  func testALargeReservationEndsAGrowth() throws {
    var index = KeyIndex()
    try index.reserve(60_000)
    for number: UInt32 in 0..<60_000 { index.insert(Fingerprint(number &* 0x9e37_79b9), number) }
    try index.reserve(extra: 100)
    XCTAssertEqual(index.movedHomes, 800)
    try index.reserve(extra: 60_000)
    XCTAssertNil(index.movedHomes)
    XCTAssertGreaterThanOrEqual(index.bytes / 8 * 3, 120_000 * 4)
    for number: UInt32 in 0..<60_000 {
      XCTAssertEqual(index.find(Fingerprint(number &* 0x9e37_79b9)) { $0 == number }, number)
    }
  }
}
