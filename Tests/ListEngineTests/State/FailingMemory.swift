// An allocator that fails when it is told to.

@testable import ListEngine

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

final class FailingMemory {
  private(set) var allocations = 0
  private var failing: Range<Int> = 0..<0

  /// Runs `body` with the allocation `first` failing, and, `forGood`, all after it.
  func run(failing first: Int, forGood: Bool, _ body: () throws -> Void) throws {
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

  private static func isAllowed(_ context: UnsafeMutableRawPointer?) -> Bool {
    let memory = Unmanaged<FailingMemory>.fromOpaque(context!).takeUnretainedValue()
    memory.allocations += 1
    return !memory.failing.contains(memory.allocations)
  }
}
