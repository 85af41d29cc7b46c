// The log: lines that the library sends to the host's callback. While it is off, a check costs one load.
//
// Callback and context change together, under a lock. The callback is called outside the lock: a callback
// that waits for a lock of the host (such as an interpreter's) must not hold one of the library's.

import CPlatform

public enum Log {
  public typealias Callback =
    @convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafePointer<CChar>?) -> Void

  public struct Level: Sendable {
    public let code: UInt32
    public init(code: UInt32) { self.code = code }

    public static let error = Level(code: 1)
    public static let info = Level(code: 2)
    public static let debug = Level(code: 3)
  }

  /// The lock is the first field; the level follows the struct.
  @unsafe private struct Root {
    var lock: pthread_mutex_t
    var callback: Callback?
    var context: UnsafeMutableRawPointer?
  }

  private static var root: UnsafeMutablePointer<Root> {
    unsafe iqp_log().assumingMemoryBound(to: Root.self)
  }

  private static var lock: ProcessMutex { unsafe ProcessMutex(over: root) }

  private static var level: UnsafeMutablePointer<Int32> {
    unsafe UnsafeMutableRawPointer(root + 1).assumingMemoryBound(to: Int32.self)
  }

  @inline(__always) public static func isOn(_ level: Level) -> Bool {
    unsafe iqp_load32(self.level) >= Int32(truncatingIfNeeded: level.code)
  }

  /// Level 0 or a missing callback turns the log off.
  @unsafe public static func set(
    _ callback: Callback?, _ context: UnsafeMutableRawPointer?, _ level: UInt32
  ) {
    lock.lock()
    unsafe root.pointee.callback = callback
    unsafe root.pointee.context = context
    unsafe iqp_store32(self.level, callback == nil ? 0 : Int32(truncatingIfNeeded: level))
    lock.unlock()
  }

  /// Writes one line, truncated to 255 bytes.
  public static func write(_ level: Level, _ line: (inout TextWriter) -> Void) {
    guard isOn(level) else { return }
    unsafe withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { memory in
      var text = unsafe TextWriter(into: memory.baseAddress, capacity: memory.count)
      line(&text)
      text.terminate()
      unsafe deliver(level, memory.baseAddress)
    }
  }

  private static func deliver(_ level: Level, _ line: UnsafeMutableRawPointer?) {
    lock.lock()
    let callback = unsafe root.pointee.callback
    let context = unsafe root.pointee.context
    lock.unlock()
    unsafe callback?(context, level.code, line?.assumingMemoryBound(to: CChar.self))
  }
}
