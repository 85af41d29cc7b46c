import XCTest

@testable import ListEngine

final class CellClassesTests: XCTestCase {
  /// A registry of the test's own. What it registers is never given back, as in the process's.
  private func makeRegistry() -> CellClasses {
    let storage = UnsafeMutableRawPointer.allocate(byteCount: 512, alignment: 64)
    storage.initializeMemory(as: UInt8.self, repeating: 0, count: 512)
    return CellClasses(over: storage)
  }

  private func register(
    _ name: String, in registry: CellClasses, _ callbacks: CellClass.Callbacks = .init()
  ) throws -> UInt32 {
    try Array(name.utf8).withUnsafeBytes {
      try registry.register(name: $0.baseAddress!, length: $0.count, callbacks)
    }
  }

  private func find(_ name: String, in registry: CellClasses) -> UInt32 {
    Array(name.utf8).withUnsafeBytes { registry.find(name: $0.baseAddress!, length: $0.count) }
  }

  func testClassesAreFoundByIdAndByName() throws {
    let registry = makeRegistry()
    for i in 1...1000 { XCTAssertEqual(try register("class \(i)", in: registry), UInt32(i)) }
    for i in 1...1000 {
      XCTAssertEqual(find("class \(i)", in: registry), UInt32(i))
      XCTAssertEqual(registry.find(UInt32(i)).map { String(cString: $0.name) }, "class \(i)")
      XCTAssertEqual(registry.find(UInt32(i))?.nameLength, "class \(i)".utf8.count)
    }
    XCTAssertEqual(find("class", in: registry), 0)
    XCTAssertEqual(find("class 1001", in: registry), 0)
  }

  func testIdsOfNoClassAreNotFound() throws {
    let registry = makeRegistry()
    XCTAssertNil(registry.find(1))
    _ = try register("only", in: registry)
    for id: UInt32 in [0, 2, 64, 65, 65_536, .max] { XCTAssertNil(registry.find(id)) }
  }

  func testATakenNameIsRefused() throws {
    let registry = makeRegistry()
    _ = try register("row", in: registry)
    XCTAssertThrowsError(try register("row", in: registry)) {
      XCTAssertEqual(($0 as? Refusal)?.kind.code, Refusal.Kind.duplicate.code)
    }
    XCTAssertEqual(try register("ro", in: registry), 2)
  }

  func testNoMoreThanTheLimit() throws {
    let registry = makeRegistry()
    for i in 1...CellClasses.limit { _ = try register("\(i)", in: registry) }
    XCTAssertThrowsError(try register("one more", in: registry)) {
      XCTAssertEqual(($0 as? Refusal)?.kind.code, Refusal.Kind.limit.code)
    }
    XCTAssertEqual(find("\(CellClasses.limit)", in: registry), UInt32(CellClasses.limit))
    XCTAssertEqual(find("one more", in: registry), 0)
  }

  func testClassesAreCountedAsMemory() throws {
    let before = Memory.used
    _ = try register("counted", in: makeRegistry())
    XCTAssertGreaterThan(Memory.used, before)
  }

  func testCallbacksAreCalledWithTheirContext() throws {
    var calls = 0
    var callbacks = CellClass.Callbacks()
    try withUnsafeMutablePointer(to: &calls) { calls in
      callbacks.context = UnsafeMutableRawPointer(calls)
      callbacks.retain = { context, _, count in context!.assumingMemoryBound(to: Int.self).pointee += count }
      callbacks.release = { context, _, count in
        context!.assumingMemoryBound(to: Int.self).pointee += 100 * count
      }
      callbacks.equal = { _, before, after in before == after ? 1 : 0 }
      callbacks.changed = { _, _, _ in 5 }
      let registry = makeRegistry()
      let found = registry.find(try register("called", in: registry, callbacks))!
      let models: [UnsafeMutableRawPointer?] = [nil, nil, nil]
      found.retain(models, 3)
      found.release(models, 2)
      XCTAssertEqual(calls.pointee, 203)
      XCTAssertTrue(found.equal(calls, calls))
      XCTAssertFalse(found.equal(calls, nil))
      XCTAssertEqual(found.changed(nil, nil), 5)
      XCTAssertTrue(found.keepsModels && found.comparesModels)
    }
  }

  func testWithoutCallbacksModelsAreEqualAndAllOfThemChanges() throws {
    let registry = makeRegistry()
    let plain = registry.find(try register("plain", in: registry))!
    plain.retain([nil], 1)
    plain.release([nil], 1)
    XCTAssertTrue(plain.equal(nil, UnsafeRawPointer(bitPattern: 8)))
    XCTAssertEqual(plain.changed(nil, nil), .max)
    XCTAssertFalse(plain.keepsModels || plain.comparesModels)
  }
}
