// The one place that memory comes from.
//
// Everything the engine keeps or scratches is allocated here, may fail, and is counted. The host may
// put its own functions in place of libc's (`Memory.hook`), but only while nothing is held.

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

  /// Nil: libc. Changed only while `used` is 0, by a host that promises to do nothing beside it.
  nonisolated(unsafe) public static var hook: Hook? = nil
  nonisolated(unsafe) private static var usedBytes: Int64 = 0
  nonisolated(unsafe) private static var peakBytes: Int64 = 0

  public static var used: Int { unsafe Int(iqp_load(&usedBytes)) }
  public static var peak: Int { unsafe Int(iqp_load(&peakBytes)) }

  /// `bytes` > 0, aligned to 16.
  public static func allocate(_ bytes: Int) throws(Refusal) -> UnsafeMutableRawPointer {
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

  /// From room for so many values to room for others; nil has none.
  static func resize(
    _ memory: UnsafeMutableRawPointer?, from before: UInt32, to after: Int, stride: Int
  ) throws(Refusal) -> UnsafeMutableRawPointer {
    guard after < Int(UInt32.max) else { throw Refusal(.noMemory) }
    guard let memory = unsafe memory else { return unsafe try allocate(after * stride) }
    return unsafe try reallocate(memory, from: Int(before) * stride, to: after * stride)
  }

  /// `bytes` is what was asked for.
  public static func release(_ memory: UnsafeMutableRawPointer, _ bytes: Int) {
    if let hook = unsafe hook { unsafe hook.release(hook.context, memory) } else { unsafe free(memory) }
    count(-bytes)
  }

  /// The same of `count` values, if there are any: what goes where a buffer does, which is in a thousand
  /// places.
  static func release(_ memory: UnsafeMutableRawPointer?, _ count: UInt32, stride: Int) {
    if let memory = unsafe memory { unsafe release(memory, Int(count) * stride) }
  }

  private static func count(_ delta: Int) {
    let now = unsafe iqp_add(&usedBytes, Int64(delta))
    var peak = unsafe iqp_load(&peakBytes)
    while now > peak, unsafe !iqp_exchange_if(&peakBytes, peak, now) { peak = unsafe iqp_load(&peakBytes) }
  }
}
