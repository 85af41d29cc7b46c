import XCTest

@testable import CIQList
@testable import IQList
@testable import ListEngine

final class FailureTests: XCTestCase {
  private let key = Key(low: 0x0706_0504_0302_0100, high: 0x0f0e_0d0c_0b0a_0908)

  private func message(_ refusal: Refusal) -> String {
    _ = attempt { () throws(Refusal) in throw refusal }
    return lastError().text
  }

  private func lastError() -> (error: iq_error, text: String) {
    var error = iq_error()
    error.struct_size = MemoryLayout<iq_error>.size
    XCTAssertEqual(iq_get_last_error(&error), IQ_OK)
    return (
      error, withUnsafeBytes(of: error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    )
  }

  func testAMessageSaysWhatItIsAbout() {
    let at = Position(section: 0, item: 4)
    let name = "000102030405060708090a0b0c0d0e0f"
    XCTAssertEqual(
      message(Refusal(.duplicate, key: key, position: at, other: Position(section: 0, item: 1))),
      "IQ_ERROR_DUPLICATE: key \(name) at 0:4 occurs first at 0:1")
    XCTAssertEqual(
      message(Refusal(.notFound, key: key, section: key)),
      "IQ_ERROR_NOT_FOUND: key \(name) of section \(name) was not found")
    XCTAssertEqual(
      message(Refusal(.notFound, section: key)), "IQ_ERROR_NOT_FOUND: section \(name) was not found")
    XCTAssertEqual(
      message(Refusal(.noCounterpart, position: at).with(role: Argument(3, iqc_position).role)),
      "IQ_ERROR_NOT_FOUND: position 0:4 has no counterpart on the other side")
    XCTAssertEqual(
      message(Refusal(.null, argument: Argument(2, iqc_items).field(iqc_keys))),
      "IQ_ERROR_ARGUMENT: items.keys is NULL")
    XCTAssertEqual(
      message(Refusal(.noMemory)), "IQ_ERROR_NO_MEMORY: an allocation failed; nothing has changed")
  }

  func testTheLongestMessageFits() {
    let far = Position(section: .max - 1, item: .max - 1)
    let argument = Argument(9, iqc_sections).field(iqc_supplementaries).field(iqc_supplementary_count)
    let name = Array("A name of a class that is longer than there is room for".utf8)
    for code in IQ_ERROR_ARGUMENT...IQ_ERROR_CALLBACK {
      for form in UInt16(0)..<24 {
        let kind = Refusal.Kind(code: code, form: form)
        for other in [far, nil] {
          // About a parameter, or about a key; numbers beside a key are counts of what is there.
          let isOfArgument = kind.words.isOfArgument
          let named = isOfArgument ? nil : key
          var refusal = Refusal(kind, key: named, section: named, position: far, other: other)
          refusal = refusal.with(role: isOfArgument ? argument.role : .unnamed).with {
            $0.element = .max - 1
            $0.elementOfField = .max - 1
            $0.value = isOfArgument ? -1 : Int(Int32.max)
            $0.limit = $0.value
            $0.name = Refusal.ShortText(name, count: name.count)
            // Another number of items is a section's.
            if kind.word >= Refusal.Kind.otherCount.word && code == IQ_ERROR_MISMATCH { $0.key = nil }
            // What an encoding has is at no position, and a class is an item's, of which the key alone is known.
            if code == IQ_ERROR_FORMAT || code == IQ_ERROR_NOT_FOUND {
              ($0.section, $0.position) = (nil, nil)
            }
          }
          var text = TextWriter(into: nil, capacity: 0)
          text.append(Failure(refusal))
          XCTAssertLessThan(text.length, 192, message(refusal))
        }
      }
    }
  }

  func testTheDetailIsCopiedOut() {
    let at = Position(section: 3, item: 4)
    let refusal = Refusal(
      .duplicate, key: key, section: Key(1), position: at, other: .nowhere
    ).with(role: Argument(5, iqc_items).role)
    XCTAssertEqual(attempt { () throws(Refusal) in throw refusal }, IQ_ERROR_DUPLICATE)
    let error = lastError().error
    XCTAssertEqual(error.status, IQ_ERROR_DUPLICATE)
    XCTAssertEqual(error.argument, 5)
    XCTAssertEqual(
      error.flags,
      IQ_ERROR_HAS_KEY | IQ_ERROR_HAS_SECTION | IQ_ERROR_HAS_POSITION | IQ_ERROR_HAS_OTHER)
    XCTAssertTrue(Key(error.key) == key && Key(error.section) == Key(1))
    XCTAssertTrue(Position(error.position) == at && Position(error.other) == .nowhere)
  }

  func testTheEnginesKindsAreTheHeadersStatuses() {
    let kinds: [(Refusal.Kind, Int32)] = [
      (.argument, IQ_ERROR_ARGUMENT), (.structSize, IQ_ERROR_STRUCT_SIZE), (.handle, IQ_ERROR_HANDLE),
      (.noMemory, IQ_ERROR_NO_MEMORY), (.limit, IQ_ERROR_LIMIT), (.busy, IQ_ERROR_BUSY),
      (.range, IQ_ERROR_RANGE), (.notFound, IQ_ERROR_NOT_FOUND), (.duplicate, IQ_ERROR_DUPLICATE),
      (.noSection, IQ_ERROR_NO_SECTION), (.scope, IQ_ERROR_SCOPE), (.noKeys, IQ_ERROR_NO_KEYS),
      (.state, IQ_ERROR_STATE), (.verify, IQ_ERROR_VERIFY),
      (.noPayload, IQ_ERROR_NO_PAYLOAD), (.mismatch, IQ_ERROR_MISMATCH),
      (.format, IQ_ERROR_FORMAT),
    ]
    for (kind, status) in kinds { XCTAssertEqual(kind.code, status) }
  }
}
