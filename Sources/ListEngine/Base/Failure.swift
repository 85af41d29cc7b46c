// The latest failure of each thread, as a host reads it: numbers, converted to text on request.

import CPlatform

public struct Failure {
  public let kind: Refusal.Kind
  /// The parameter in question, from 1; 0: none.
  public let argument: UInt32
  public let detail: Refusal.Detail

  public init(_ kind: Refusal.Kind, argument: UInt32, _ detail: Refusal.Detail) {
    self.kind = kind
    self.argument = argument
    self.detail = detail
  }

  private static var record: UnsafeMutablePointer<Failure> {
    unsafe iqp_failure().assumingMemoryBound(to: Failure.self)
  }

  /// The calling thread's; nil if there was none, because thread storage starts zeroed.
  public static var last: Failure? {
    let failure = unsafe record.pointee
    return failure.kind.code == 0 ? nil : failure
  }

  public static func keep(_ failure: Failure) {
    assert(MemoryLayout<Failure>.size <= MemoryLayout<iqp_thread_storage>.size)
    unsafe record.pointee = failure
  }
}
