import XCTest

@testable import ListEngine

final class BatchVerifierTests: XCTestCase {
  /// A case with every kind of change.
  private func rich() throws -> Correspondence {
    var given = Case(
      PlainList([(0, [1, 2, 3]), (1, [4, 5]), (2, [6, 7]), (3, [8, 9, 10])]),
      PlainList([(4, [7, 20]), (3, [9, 8, 10]), (1, [5, 4, 21, 1]), (0, [2, 3])]))
    given.reconfigured = [4, 9]
    given.reloadedSections = [1]
    given.changedSupplementaries = [0]
    var result = try given.correspondence()
    var scratch = SolveScratch()
    try result.solve(&scratch)
    return result
  }

  private func accepts(_ batch: [Change], _ list: borrowing Correspondence) throws -> Bool {
    var buffer = Buffer<Change>()
    for change in batch { try buffer.append(change) }
    do { try BatchVerifier.check(buffer, of: list) } catch {
      XCTAssertEqual(error.kind.code, Refusal.Kind.verify.code)
      return false
    }
    return true
  }

  func testTheRightBatchIsAccepted() throws {
    let list = try rich()
    XCTAssertTrue(try accepts(Array(list.batch()), list))
  }

  func testABatchWithoutOneOfItsChangesIsRefused() throws {
    let list = try rich()
    let batch = Array(try list.batch())
    for i in batch.indices {
      var fewer = batch
      fewer.remove(at: i)
      XCTAssertFalse(try accepts(fewer, list), "without \(batch[i])")
    }
  }

  func testABatchWithAChangeTwiceIsRefused() throws {
    let list = try rich()
    let batch = Array(try list.batch())
    for i in batch.indices {
      var more = batch
      more.insert(batch[i], at: i)
      XCTAssertFalse(try accepts(more, list), "twice \(batch[i])")
    }
  }

  func testABatchWithOneWrongNumberIsRefused() throws {
    let list = try rich()
    let batch = Array(try list.batch())
    let fields: [WritableKeyPath<Change, UInt32>] = [
      \.beforeSection, \.beforeItem, \.afterSection, \.afterItem, \.count, \.flags, \.supplementaryKind,
      \.supplementaryIndex,
    ]
    for i in batch.indices {
      let ofSupplementary = batch[i].supplementaryKind != 0
      for field in ofSupplementary ? fields : Array(fields.prefix(5))
      where batch[i][keyPath: field] != noIndex {
        for wrong in [1, UInt32.max, 1000, UInt32.max - 7] {
          var changed = batch
          changed[i][keyPath: field] &+= wrong
          XCTAssertFalse(try accepts(changed, list), "\(batch[i]) with \(field) + \(wrong)")
        }
      }
    }
  }
}
