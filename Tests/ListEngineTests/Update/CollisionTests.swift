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
      var checked = try CheckedList(leafCapacity: 4)
      // Both present, in different leaves; then moved to and fro, so that both are looked up.
      let first = item(pair[0])
      let second = item(pair[1])
      try checked.set([Part(1, [first] + others + [second])], .plain)
      try checked.set([Part(1, [second] + others.reversed() + [first])], .plain)
      try checked.set([Part(1, others + [first])], .plain)
      try checked.set([Part(1, Array(others.reversed()) + [second])], .plain)
      try checked.set([Part(1, [first] + others + [second])], .plain)
      try checked.set([Part(1, others.shuffled() + [second]), Part(2, [first])], .plain)
      let snapshot = try [Part(1, [second] + others), Part(7, [first])].snapshot()
      XCTAssertTrue(try snapshot.position(ofItem: pair[0].key, in: nil) == Position(section: 1, item: 0))
      try checked.apply(snapshot, shows: [Part(1, [second] + others), Part(7, [first])])
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
      var checked = try CheckedList(options, leafCapacity: 4)
      let first = [item(inFirst)] + others
      let second = others + [item(inSecond)]
      try checked.set([Part(1, first), Part(2, second)], .plain)
      try checked.set([Part(1, first.reversed()), Part(2, second.reversed())], .plain)
      try checked.set([Part(2, second.shuffled()), Part(1, first.shuffled())], .plain)
      try checked.set([Part(2, [item(inSecond)]), Part(1, others + [item(inFirst)])], .plain)
      try checked.setItems(of: 0, others.shuffled() + [item(inSecond)], .plain)
    }
  }

  /// Every holder of items is asked for keys under the fingerprint of another key.
  func testAKeyIsNotFoundUnderTheFingerprintOfAnother() throws {
    for isScoped in [false, true] {
      var options = ListOptions()
      var snapshotOptions = SnapshotOptions()
      if isScoped { options.duplicates = Duplicates.scope }
      snapshotOptions.duplicates = options.duplicates
      let content = [Part(1, (1...20).map { Item($0) }), Part(2, (21...40).map { Item($0) })]
      let list = List(options, leafCapacity: 4, fanOut: 4)
      var update = UpdateOptions()
      update.keepsKeys = true
      let changeset = try content.set(list, .plain, update)!
      let snapshot = try content.snapshot(snapshotOptions)
      _ = try snapshot.position(ofItem: Name(1).key, in: Name(1).key)
      var index = KeyIndex()
      try index.fill(changeset.keys.after, changeset.correspondence.afterStarts, isScoped)
      func holders(_ key: ScopedKey) -> [[UInt32]?] {
        let state = list.state.value.find(key).map { list.state.value.arrangement.position(of: $0) }
        let body = snapshot.body.value.find(key).map { snapshot.body.value.arrangement.position(of: $0) }
        let kept = changeset.keys.after.position(key, index, changeset.correspondence.afterStarts)
        return [state, body, kept == .nowhere ? nil : kept].map { $0.map { [$0.section, $0.item] } }
      }
      for (p, part) in content.enumerated() {
        let scope = KeyScope.list.narrowed(to: part.name.key, if: isScoped)
        for (i, item) in part.items.enumerated() {
          let key = scope.key(item.name.key)
          for found in holders(key) {
            XCTAssertEqual(found, [UInt32(p), UInt32(i)], "\(item), scoped \(isScoped)")
          }
          let other = ScopedKey(key: Name(1000).key, section: key.section, fingerprint: key.fingerprint)
          for found in holders(other) { XCTAssertNil(found, "\(item), scoped \(isScoped)") }
          if !isScoped { continue }
          let elsewhere = ScopedKey(
            key: key.key, section: content[1 - p].name.key, fingerprint: key.fingerprint)
          for found in holders(elsewhere) { XCTAssertNil(found, "\(item) in the other section") }
        }
      }
    }
  }

  /// Keys of one fingerprint go and come in one edit: each gets its own slot back.
  func testDepartedItemsOfOneFingerprintAreDistinguished() throws {
    for pair in colliding(3) {
      let list = List(ListOptions(), leafCapacity: 4, fanOut: 4)
      _ = try [Part(1, [item(pair[0]), Item(50_000_000)])].set(list, .plain)
      let first = try list.item(forKey: pair[0].key, in: nil)
      let edit = try list.beginEdit()
      let section = try list.section(at: 0)
      try list.deleteItems(edit, ofSection: section, 0, 1)
      try [item(pair[1])].withColumns(.plain) { try list.putItems(edit, $0, .at(0, inSection: section)) }
      XCTAssertNotEqual(try list.item(forKey: pair[1].key, in: nil), first)
      try [item(pair[0])].withColumns(.plain) { try list.putItems(edit, $0, .at(0, inSection: section)) }
      XCTAssertEqual(try list.item(forKey: pair[0].key, in: nil), first)
      _ = try list.commitEdit(edit, UpdateOptions(), wantsChangeset: false)
      try list.state.value.checkInvariants(isScoped: false)
    }
  }
}
