// An allocator that fails on request.

@testable import ListEngine

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

final class FailingMemory {
  private(set) var allocations = 0
  private var failing: Range<Int> = 0..<0

  /// Runs `body` with allocation `first` failing and, if `forGood`, all later ones. It finds no scratch memory
  /// that another update has left.
  func run(failing first: Int, forGood: Bool, _ body: () throws -> Void) throws {
    ScratchPool.process.empty()
    allocations = 0
    failing = first..<(forGood ? Int.max : first + 1)
    Memory.hook = Memory.Hook(
      context: Unmanaged.passUnretained(self).toOpaque(),
      allocate: { context, bytes in FailingMemory.isAllowed(context) ? malloc(bytes) : nil },
      reallocate: { context, memory, bytes in
        FailingMemory.isAllowed(context) ? realloc(memory, bytes) : nil
      },
      release: { _, memory in free(memory) })
    defer { Memory.hook = nil }
    try body()
  }

  /// Calls `body` with each of its allocations failing in turn, until none fails: first only that one, then
  /// also all later ones. Each failure must be reported and leave no memory in use. There must be at least
  /// `least` allocations.
  func failEach(of name: String, least: Int, _ body: () throws -> Void) throws {
    for forGood in [false, true] {
      var first = 0
      var isDone = false
      while !isDone {
        first += 1
        let start = Memory.held
        do {
          try run(failing: first, forGood: forGood, body)
          isDone = allocations < first
          try expect(isDone, "\(name): went on without memory at allocation \(first)")
        } catch let refusal as Refusal where refusal.kind.code == Refusal.Kind.noMemory.code {}
        let left = Memory.held - start
        try expect(left == 0, "\(name), allocation \(first): \(left) bytes are left")
      }
      try expect(first > least, "\(name): \(first - 1) allocations")
    }
  }

  private static func isAllowed(_ context: UnsafeMutableRawPointer?) -> Bool {
    let memory = Unmanaged<FailingMemory>.fromOpaque(context!).takeUnretainedValue()
    memory.allocations += 1
    return !memory.failing.contains(memory.allocations)
  }
}
