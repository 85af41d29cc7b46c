import XCTest

@testable import ListEngine

final class KeyScopeTests: XCTestCase {
  private let sections = (0..<20).map { Key(low: $0, high: 7) }
  private let keys = (0..<50).map { Key(low: 1, high: $0) }

  func testFingerprintsAreThoseOfTheHash() {
    let list = KeyScope.list
    for key in keys {
      XCTAssertEqual(list.fingerprint(key).raw, KeyHash.seeded.fingerprint(key, salt: 0))
      for section in sections {
        let scope = list.narrowed(to: section, if: true)
        let salted = KeyHash.seeded.fingerprint(key, salt: KeyHash.salt(ofSection: section))
        XCTAssertEqual(scope.fingerprint(key).raw, salted)
        XCTAssertEqual(scope.key(key).fingerprint.raw, salted)
        XCTAssertEqual(Name(scope.key(key).key), Name(key))
        XCTAssertEqual(scope.key(key).section.map { Name($0) }, Name(section))
        XCTAssertEqual(list.narrowed(to: section, if: false).fingerprint(key), list.fingerprint(key))
      }
    }
  }

  func testAScopeIsNarrowedToTheLastSection() {
    let first = KeyScope.list.narrowed(to: sections[0], if: true)
    let second = KeyScope.list.narrowed(to: sections[1], if: true)
    for key in keys {
      XCTAssertEqual(first.narrowed(to: sections[1], if: true).fingerprint(key), second.fingerprint(key))
    }
    XCTAssertEqual(first.narrowed(to: sections[1], if: true).section.map { Name($0) }, Name(sections[1]))
  }

  func testSectionsHaveFingerprintsOfTheirOwn() {
    for key in keys {
      let fingerprints = sections.map { KeyScope.list.narrowed(to: $0, if: true).fingerprint(key) }
      // By chance two of them are equal once in some 20 million keys.
      XCTAssertGreaterThanOrEqual(Set(fingerprints).count, sections.count - 1)
    }
  }

  func testWhereKeysAreScopedTheHostNamesTheSection() throws {
    XCTAssertThrowsError(try ScopedKey(keys[0], in: nil, isScoped: true)) { error in
      let refusal = error as? Refusal
      XCTAssertEqual(refusal?.kind.code, Refusal.Kind.scope.code)
      XCTAssertEqual(refusal?.detail.key.map { Name($0) }, Name(keys[0]))
    }
    let scoped = try ScopedKey(keys[0], in: sections[3], isScoped: true)
    XCTAssertEqual(scoped.section.map { Name($0) }, Name(sections[3]))
    XCTAssertEqual(
      scoped.fingerprint, KeyScope.list.narrowed(to: sections[3], if: true).fingerprint(keys[0]))
    for section in [nil, sections[3]] {
      let unscoped = try ScopedKey(keys[0], in: section, isScoped: false)
      XCTAssertNil(unscoped.section)
      XCTAssertEqual(unscoped.fingerprint, KeyScope.list.fingerprint(keys[0]))
    }
  }
}
