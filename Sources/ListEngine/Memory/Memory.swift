// The only source of memory.
//
// Every allocation of the engine goes through here, may fail, and is counted. The host can replace libc's
// functions with its own (`Memory.hook`), but only while no memory is in use.

import CPlatform

@safe public enum Memory {
  public typealias Allocate = @convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?
  public typealias Reallocate =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?
  public typealias Release = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

  @unsafe public struct Hook {
    public var context: UnsafeMutableRawPointer?
    public var allocate: Allocate
    public var reallocate: Reallocate
    public var release: Release

    public init(
      context: UnsafeMutableRawPointer?, allocate: @escaping Allocate, reallocate: @escaping Reallocate,
      release: @escaping Release
    ) {
      unsafe self.context = context
      unsafe self.allocate = allocate
      unsafe self.reallocate = reallocate
      unsafe self.release = release
    }
  }

  /// Nil means libc. Set only while `used` is 0; the host must make no other call at the same time.
  nonisolated(unsafe) public static var hook: Hook? = nil
  nonisolated(unsafe) private static var usedBytes: Int64 = 0
  nonisolated(unsafe) private static var peakBytes: Int64 = 0

  public static var used: Int { unsafe Int(iqp_load(&usedBytes)) }
  public static var peak: Int { unsafe Int(iqp_load(&peakBytes)) }

  /// `bytes` must be positive. The memory is aligned to 16.
  @inline(never) public static func allocate(_ bytes: Int) throws(Refusal) -> UnsafeMutableRawPointer {
    assert(bytes > 0)
    let memory =
      if let hook = unsafe hook { unsafe hook.allocate(hook.context, bytes) } else { unsafe malloc(bytes) }
    guard let memory = unsafe memory else { throw Refusal(.noMemory) }
    count(bytes)
    return unsafe memory
  }

  public static func reallocate(
    _ memory: UnsafeMutableRawPointer, from before: Int, to after: Int
  ) throws(Refusal) -> UnsafeMutableRawPointer {
    assert(after > 0)
    let moved =
      if let hook = unsafe hook {
        unsafe hook.reallocate(hook.context, memory, after)
      } else {
        unsafe realloc(memory, after)
      }
    guard let moved = unsafe moved else { throw Refusal(.noMemory) }
    count(after - before)
    return unsafe moved
  }

  /// Reallocates from `before` to `after` values; a nil `memory` holds none.
  @inline(never) static func resize(
    _ memory: UnsafeMutableRawPointer?, from before: UInt32, to after: Int, stride: Int
  ) throws(Refusal) -> UnsafeMutableRawPointer {
    guard after < Int(UInt32.max) else { throw Refusal(.noMemory) }
    guard let memory = unsafe memory else { return unsafe try allocate(after * stride) }
    return unsafe try reallocate(memory, from: Int(before) * stride, to: after * stride)
  }

  /// Reallocates memory for `before` values, `used` of them in use, for `extra` more: by at least a half.
  @unsafe @inline(never) static func grow(
    _ memory: UnsafeMutableRawPointer?, _ used: UInt32, by extra: Int, from before: UInt32, stride: Int
  ) throws(Refusal) -> (memory: UnsafeMutableRawPointer, capacity: Int) {
    let capacity = max(Int(used) + extra, Int(before) + Int(before) / 2, 8)
    return unsafe (try resize(memory, from: before, to: capacity, stride: stride), capacity)
  }

  /// `bytes` must equal the allocated size.
  public static func release(_ memory: UnsafeMutableRawPointer, _ bytes: Int) {
    if let hook = unsafe hook { unsafe hook.release(hook.context, memory) } else { unsafe free(memory) }
    count(-bytes)
  }

  /// Releases the memory of `count` values; nil holds none.
  static func release(_ memory: UnsafeMutableRawPointer?, _ count: UInt32, stride: Int) {
    if let memory = unsafe memory { unsafe release(memory, Int(count) * stride) }
  }

  private static func count(_ delta: Int) {
    let now = unsafe iqp_add(&usedBytes, Int64(delta))
    var peak = unsafe iqp_load(&peakBytes)
    while now > peak, unsafe !iqp_exchange_if(&peakBytes, peak, now) { peak = unsafe iqp_load(&peakBytes) }
  }
}
