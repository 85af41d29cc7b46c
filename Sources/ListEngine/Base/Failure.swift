// The latest failure of each thread, as a host reads it: numbers, converted to text on request.

import CPlatform

public struct Failure {
  public let kind: Refusal.Kind
  /// Which parameter, field and so on, as the boundary names them.
  public let role: Refusal.Role
  public let detail: Refusal.Detail

  public init(_ refusal: Refusal) { self.init(refusal, refusal.detail) }

  /// The failure of a submission, which no call has refused.
  init(_ kind: Refusal.Kind, _ detail: Refusal.Detail) { self.init(Refusal(kind), detail) }

  private init(_ refusal: Refusal, _ detail: Refusal.Detail) {
    kind = refusal.kind
    role = refusal.role
    self.detail = detail
  }

  /// The calling thread's; nil if there was none, because thread storage starts zeroed.
  public static var last: Failure? {
    let word = unsafe iqp_failure().pointee
    if word == 0 { return nil }
    return Failure(Refusal(word: word), unsafe ThreadRecord.existing?.pointee.ofFailure ?? Refusal.Detail())
  }

  @_optimize(size) public static func keep(_ failure: Failure) {
    unsafe iqp_failure().pointee = Refusal(failure.kind, role: failure.role).word
    unsafe ThreadRecord.own?.pointee.ofFailure = failure.detail
  }
}
