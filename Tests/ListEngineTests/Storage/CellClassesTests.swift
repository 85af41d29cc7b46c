import XCTest

@testable import ListEngine

final class CellClassesTests: XCTestCase {
  /// A registry owned by the test. Like the process's, it never releases its classes.
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
    let calls = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    defer { calls.deallocate() }
    calls.pointee = 0
    var callbacks = CellClass.Callbacks()
    callbacks.context = UnsafeMutableRawPointer(calls)
    callbacks.retain = { context, _, count in context!.assumingMemoryBound(to: Int.self).pointee += count }
    callbacks.release = { context, models, count in
      context!.assumingMemoryBound(to: Int.self).pointee += 100 * Int(bitPattern: models![count - 1])
    }
    callbacks.equal = { _, before, after in before == after ? 1 : 0 }
    callbacks.changed = { _, before, after in UInt64(UInt(bitPattern: before) + UInt(bitPattern: after)) }
    let id = try register("called", in: .process, callbacks)
    let models = [Model(address: 1), Model(address: 2), Model(address: 3)]
    CellClass.retain(id, models, 3)
    CellClass.release(id, models, 2)
    XCTAssertEqual(calls.pointee, 203)
    XCTAssertTrue(CellClass.equal(id, models[0], models[0]))
    XCTAssertFalse(CellClass.equal(id, models[0], .null))
    XCTAssertEqual(CellClass.changed(id, models[0], models[1]), 3)
  }

  func testWithoutCallbacksModelsAreEqualAndAllOfThemChanges() throws {
    for id in [0, try register("plain", in: .process), .max] {
      CellClass.retain(id, [.null], 1)
      CellClass.release(id, [.null], 1)
      XCTAssertTrue(CellClass.equal(id, .null, Model(address: 8)))
      XCTAssertEqual(CellClass.changed(id, .null, .null), .max)
    }
  }
}
