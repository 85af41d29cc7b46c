import XCTest

@testable import ListEngine

/// A handle table owned by the test.
private final class Fixture: @unchecked Sendable {
  let storage = UnsafeMutableRawPointer.allocate(byteCount: 512, alignment: 64)
  let table: HandleTable

  init(generationBits: UInt64 = 28) {
    storage.initializeMemory(as: UInt8.self, repeating: 0, count: 512)
    table = HandleTable(over: storage, generationBits: generationBits)
  }

  deinit { storage.deallocate() }

  static func object(_ number: Int) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(bitPattern: number + 1)!
  }

  func create(_ number: Int, _ kind: HandleKind = .list) throws -> Handle {
    let handle = try table.claim(kind)
    table.publish(handle, Fixture.object(number))
    return handle
  }

  /// Returns whether the handle named an object.
  @discardableResult func destroy(_ handle: Handle, _ kind: HandleKind = .list) -> Bool {
    guard (try? table.pin(handle, kind)) != nil else { return false }
    let killed = (try? table.kill(handle)) != nil
    if table.unpin(handle) { table.vacate(handle) }
    return killed
  }

  func names(_ handle: Handle, _ kind: HandleKind = .list) -> Bool {
    guard (try? table.pin(handle, kind)) != nil else { return false }
    _ = table.unpin(handle)
    return true
  }
}

final class HandleTableTests: XCTestCase {
  /// In a child of a fork: until it is destroyed it is busy, then its handle is stale; its slot is never used again.
  func testAnObjectThatIsPinnedIsLost() throws {
    let fixture = Fixture()
    func isRefused(_ handle: Handle, _ kind: Refusal.Kind) -> Bool {
      do throws(Refusal) { _ = try fixture.table.pin(handle, .list) } catch {
        return error.kind.code == kind.code
      }
      return false
    }
    let handles = try (0..<4).map { try fixture.create($0) }
    _ = try fixture.table.pin(handles[1], .list)
    _ = try fixture.table.pin(handles[2], .list)
    try fixture.table.kill(handles[2])
    fixture.table.losePinned()
    XCTAssertTrue(fixture.names(handles[0]) && fixture.names(handles[3]))
    XCTAssertTrue(isRefused(handles[1], .busy))
    XCTAssertTrue(isRefused(handles[2], .handle))
    XCTAssertEqual(handles.map { fixture.table.isLost($0) }, [false, true, false, false])
    XCTAssertFalse(fixture.table.isAlive(handles[1]))
    // The thread that forked leaves what it was inside.
    XCTAssertFalse(fixture.table.unpin(handles[1]))
    XCTAssertEqual(handles.map { fixture.table.forget($0) }, [false, true, false, false])
    XCTAssertTrue(isRefused(handles[1], .handle))
    XCTAssertFalse(fixture.table.forget(handles[1]))
    XCTAssertNotEqual(try fixture.create(4).bits & 0xFFFF_FFFF, handles[1].bits & 0xFFFF_FFFF)
  }

  func testAHandleNamesItsObject() throws {
    let fixture = Fixture()
    let handles = try (0..<1000).map { try fixture.create($0) }
    for (number, handle) in handles.enumerated() {
      XCTAssertEqual(try fixture.table.pin(handle, .list), Fixture.object(number))
      XCTAssertFalse(fixture.table.unpin(handle))
    }
    for handle in handles { XCTAssertTrue(fixture.destroy(handle)) }
    XCTAssertTrue(fixture.table.trim())
  }

  func testADestroyedHandleNamesNothingAlsoWhenItsSlotIsReused() throws {
    let fixture = Fixture()
    let before = try fixture.create(1)
    XCTAssertTrue(fixture.destroy(before))
    XCTAssertFalse(fixture.names(before))
    XCTAssertFalse(fixture.destroy(before))
    let after = try fixture.create(2)
    XCTAssertEqual(before.slot, after.slot)
    XCTAssertFalse(fixture.names(before))
    XCTAssertTrue(fixture.names(after))
  }

  func testAHandleOfAnotherKindNamesNothing() throws {
    let fixture = Fixture()
    let handle = try fixture.create(1, .snapshot)
    for kind in [HandleKind.list, .changeset] { XCTAssertFalse(fixture.names(handle, kind)) }
    let other = Handle(bits: handle.bits & ~(15 << 60) | 1 << 60)
    for kind in [HandleKind.list, .snapshot] { XCTAssertFalse(fixture.names(other, kind)) }
    XCTAssertTrue(fixture.names(handle, .snapshot))
  }

  func testAClaimedHandleNamesNothingYet() throws {
    let fixture = Fixture()
    let handle = try fixture.table.claim(.list)
    XCTAssertFalse(fixture.names(handle))
    fixture.table.vacate(handle)
    XCTAssertFalse(fixture.names(handle))
  }

  func testForgedHandlesNameNothing() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let fixture = Fixture()
    let live = try (0..<100).map { try fixture.create($0).bits }
    for _ in 0..<200_000 {
      let picked = live[Int(random.next() % 100)]
      var forged = random.next()
      switch random.next() % 4 {
      case 0: forged = picked ^ 1 << (forged % 64)
      case 1: forged = picked & 0xffff_ffff | forged << 32
      case 2: forged = picked & ~0xffff_ffff | forged & 0xffff_ffff
      default: break
      }
      guard !live.contains(forged) else { continue }
      XCTAssertFalse(fixture.names(Handle(bits: forged)), "\(forged), seed \(seed)")
    }
    for bits: UInt64 in [0, 1, .max, .max >> 1, 0xffff_ffff] {
      for kind in [HandleKind.list, .snapshot, .changeset] {
        XCTAssertFalse(fixture.names(Handle(bits: bits), kind))
      }
    }
  }

  func testADestroyedObjectIsFreedWithItsLastPin() throws {
    let table = Fixture()
    let handle = try table.create(1)
    for _ in 0..<3 { _ = try table.table.pin(handle, .list) }
    try table.table.kill(handle)
    XCTAssertThrowsError(try table.table.kill(handle))
    XCTAssertFalse(table.names(handle))
    XCTAssertFalse(table.table.unpin(handle))
    XCTAssertFalse(table.table.unpin(handle))
    XCTAssertTrue(table.table.unpin(handle))
    XCTAssertFalse(table.table.trim(), "not vacated yet")
    table.table.vacate(handle)
    XCTAssertTrue(table.table.trim())
  }

  func testASlotRetiresWhenItsGenerationsAreUsedUp() throws {
    let fixture = Fixture(generationBits: 3)
    var seen = Set<UInt64>()
    for i in 0..<800 {
      let handle = try fixture.create(i)
      XCTAssertTrue(seen.insert(handle.bits).inserted, "a handle was given out twice")
      XCTAssertEqual(Int(handle.slot), i / 8)
      fixture.destroy(handle)
    }
    for bits in seen { XCTAssertFalse(fixture.names(Handle(bits: bits))) }
    XCTAssertTrue(fixture.table.trim())
  }

  func testTrimReleasesAllMemoryButOnlyWithoutObjects() throws {
    let fixture = Fixture()
    let used = Memory.used
    XCTAssertTrue(fixture.table.trim())
    let handles = try (0..<300).map { try fixture.create($0) }
    XCTAssertGreaterThan(Memory.used, used)
    for handle in handles {
      XCTAssertFalse(fixture.table.trim())
      fixture.destroy(handle)
    }
    XCTAssertTrue(fixture.table.trim())
    XCTAssertEqual(Memory.used, used)
    for handle in handles { XCTAssertFalse(fixture.names(handle)) }
    let again = try fixture.create(1)
    XCTAssertNotEqual(again.bits, handles[0].bits)
    fixture.destroy(again)
    XCTAssertTrue(fixture.table.trim())
  }

  /// Threads create, use and destroy one another's objects. Each object is destroyed exactly once, and never
  /// while a thread uses it.
  func testExactlyOneThreadDestroysAnObject() throws {
    let fixture = Fixture()
    let board = Board(count: 16)
    let threads = (0..<4).map { number in
      let thread = Thread { board.play(fixture.table, seed: UInt64(number + 1)) }
      thread.start()
      return thread
    }
    for thread in threads { while !thread.isFinished { usleep(1000) } }
    board.clear(fixture.table)
    XCTAssertEqual(board.violations, 0)
    XCTAssertEqual(board.live, 0)
    XCTAssertTrue(fixture.table.trim())
  }
}

/// Handles shared by all threads. Each object is a word that counts the threads using it; a destroyed object
/// becomes a large negative number.
private final class Board: @unchecked Sendable {
  private let lock = NSLock()
  private var handles: [Handle?]
  private(set) var violations = 0
  private(set) var live = 0

  init(count: Int) { handles = Array(repeating: nil, count: count) }

  private func locked<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  func play(_ table: HandleTable, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let place = Int(random.next() % UInt64(handles.count))
      guard let handle = locked({ handles[place] }) else {
        create(table, at: place)
        continue
      }
      use(table, handle, destroying: random.next() % 4 == 0)
      if (try? table.pin(handle, .changeset)) != nil { locked { violations += 1 } }
    }
  }

  func clear(_ table: HandleTable) {
    for handle in handles { if let handle { use(table, handle, destroying: true) } }
  }

  private func create(_ table: HandleTable, at place: Int) {
    let object = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    object.pointee = 0
    let handle = try! table.claim(.list)
    table.publish(handle, UnsafeMutableRawPointer(object))
    let before = locked {
      live += 1
      defer { handles[place] = handle }
      return handles[place]
    }
    if let before { use(table, before, destroying: true) }
  }

  private func use(_ table: HandleTable, _ handle: Handle, destroying: Bool) {
    guard let memory = try? table.pin(handle, .list) else { return }
    let object = memory.assumingMemoryBound(to: Int.self)
    locked {
      object.pointee += 1
      if object.pointee <= 0 { violations += 1 }
    }
    if destroying { try? table.kill(handle) }
    locked { object.pointee -= 1 }
    guard table.unpin(handle) else { return }
    locked {
      if object.pointee != 0 { violations += 1 }
      object.pointee = -1000
      live -= 1
    }
    object.deallocate()
    table.vacate(handle)
  }
}
