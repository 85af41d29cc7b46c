// The latest failure of each thread, as a host reads it: numbers, converted to text on request.

import CPlatform

public struct Failure {
  public let kind: Refusal.Kind
  /// Which parameter, field and so on, as the boundary names them.
  public let role: Refusal.Role
  public let detail: Refusal.Detail

  public init(_ refusal: Refusal) {
    kind = refusal.kind
    role = refusal.role
    detail = refusal.detail
  }

  /// The failure of a submission, which no call has refused.
  init(_ kind: Refusal.Kind, _ detail: Refusal.Detail) {
    self.kind = kind
    role = .unnamed
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

  @_optimize(size) public static func keep(_ failure: Failure) {
    assert(MemoryLayout<Failure>.size <= MemoryLayout<iqp_thread_storage>.size)
    unsafe record.pointee = failure
  }
}
