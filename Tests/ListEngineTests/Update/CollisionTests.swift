// Keys with equal fingerprints: among some hundred thousand random keys there are always some.

import XCTest

@testable import ListEngine

final class CollisionTests: XCTestCase {
  /// Groups of keys with one fingerprint, found by trial.
  private func colliding(salt: UInt64 = 0, _ count: Int) -> [[Name]] {
    var byPrint: [UInt32: Name] = [:]
    var found: [[Name]] = []
    let hash = KeyHash.seeded
    var number = 0
    while found.count < count {
      number += 1
      let name = Name(number)
      let fingerprint = hash.fingerprint(name.key, salt: salt)
      if let other = byPrint.updateValue(name, forKey: fingerprint) { found.append([other, name]) }
    }
    return found
  }

  private func item(_ name: Name, _ content: UInt64 = 0) -> Item { Item(name, content, 0, 0) }

  func testKeysOfOneFingerprintAreDistinguished() throws {
    let pairs = colliding(4)
    for pair in pairs {
      let others = (0..<40).map { Item(50_000_000 + $0) }
      var watched = try Watched(leafCapacity: 4)
      // Both present, in different leaves; then moved to and fro, so that both are looked up.
      let first = item(pair[0])
      let second = item(pair[1])
      try watched.set([Part(1, [first] + others + [second])], .plain)
      try watched.set([Part(1, [second] + others.reversed() + [first])], .plain)
      try watched.set([Part(1, others + [first])], .plain)
      try watched.set([Part(1, Array(others.reversed()) + [second])], .plain)
      try watched.set([Part(1, [first] + others + [second])], .plain)
      try watched.set([Part(1, others.shuffled() + [second]), Part(2, [first])], .plain)
      let snapshot = try [Part(1, [second] + others), Part(7, [first])].snapshot()
      XCTAssertTrue(try snapshot.position(ofItem: pair[0].key, in: nil) == Position(section: 1, item: 0))
      try watched.apply(snapshot, shows: [Part(1, [second] + others), Part(7, [first])])
    }
  }

  /// A key of one section with the fingerprint of a key of another: the salts differ, so the search runs over
  /// salted fingerprints.
  func testScopedKeysOfOneFingerprintAreDistinguished() throws {
    let hash = KeyHash.seeded
    let salts = [1, 2].map { KeyHash.salt(ofSection: Name($0).key) }
    var byPrint: [UInt32: Name] = [:]
    for number in 1...200_000 { byPrint[hash.fingerprint(Name(number).key, salt: salts[0])] = Name(number) }
    var pairs: [(Name, Name)] = []
    var number = 0
    while pairs.count < 4 {
      number += 1
      if let other = byPrint[hash.fingerprint(Name(number).key, salt: salts[1])] {
        pairs.append((other, Name(number)))
      }
    }
    var options = ListOptions()
    options.duplicates = Duplicates.scope
    for (inFirst, inSecond) in pairs {
      let others = (0..<40).map { Item(50_000_000 + $0) }
      var watched = try Watched(options, leafCapacity: 4)
      let first = [item(inFirst)] + others
      let second = others + [item(inSecond)]
      try watched.set([Part(1, first), Part(2, second)], .plain)
      try watched.set([Part(1, first.reversed()), Part(2, second.reversed())], .plain)
      try watched.set([Part(2, second.shuffled()), Part(1, first.shuffled())], .plain)
      try watched.set([Part(2, [item(inSecond)]), Part(1, others + [item(inFirst)])], .plain)
      try watched.setItems(of: 0, others.shuffled() + [item(inSecond)], .plain)
    }
  }
}
