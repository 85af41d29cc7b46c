// How an export says no: the status is answered, the detail stays with the thread, the log is told.
// The detail is a few numbers; it becomes text only for whoever asks.

import CIQList
import CPlatform
import ListEngine

/// What every export that can fail does: runs its body, and answers for it.
@inline(__always) func attempt(_ body: () throws(Refusal) -> Void) -> iq_status {
  do throws(Refusal) {
    try body()
    return IQ_OK
  } catch {
    return Failure.keep(error)
  }
}

struct Failure {
  let kind: Refusal.Kind
  let argument: UInt32
  let detail: Refusal.Detail

  init(_ refusal: Refusal) {
    kind = refusal.kind
    argument = refusal.argument
    detail = refusal.detail
  }

  private static var record: UnsafeMutablePointer<Failure> {
    unsafe iqp_failure().assumingMemoryBound(to: Failure.self)
  }

  /// The calling thread's latest; nil if it has had none, as its storage begins with zeroes.
  static var last: Failure? {
    let failure = unsafe record.pointee
    return failure.kind.code == IQ_OK ? nil : failure
  }

  /// A position of one side of a changeset that has no counterpart on the other.
  fileprivate var isUnmapped: Bool {
    kind.code == IQ_ERROR_NOT_FOUND && detail.position != nil && detail.key == nil && detail.section == nil
  }

  static func keep(_ refusal: Refusal) -> iq_status {
    assert(MemoryLayout<Failure>.size <= MemoryLayout<iqp_thread_storage>.size)
    let failure = Failure(refusal)
    unsafe record.pointee = failure
    Log.write(.error) { $0.append(failure) }
    return refusal.kind.code
  }
}

extension TextWriter {
  /// "IQ_ERROR_DUPLICATE: key 0a0b... at 0:4 occurs first at 0:1": the status, what it is about, and
  /// what is the matter with that.
  mutating func append(_ failure: Failure) {
    let description = failure.kind.description
    append(description.name)
    append(": ")
    if !append(subjectOf: failure) { append(description.subject) }
    append(" ")
    if let other = failure.detail.other {
      append("occurs first at ")
      append(other)
    } else if let damage = failure.detail.damage.predicate {
      append(damage)
      if failure.detail.damage.offset != 0 { append(failure.detail.damage.offset) }
    } else if failure.isUnmapped {
      append("has no counterpart on the other side")
    } else {
      append(description.predicate)
    }
  }

  /// Answers whether the failure names anything.
  private mutating func append(subjectOf failure: Failure) -> Bool {
    if let key = failure.detail.key {
      append("key ")
      append(key)
      if let section = failure.detail.section {
        append(" of section ")
        append(section)
      }
    } else if let section = failure.detail.section {
      append("section ")
      append(section)
    } else if let position = failure.detail.position {
      append("position ")
      append(position)
      return true
    } else if failure.argument != 0 {
      append("parameter ")
      append(failure.argument)
    } else {
      return false
    }
    if let position = failure.detail.position {
      append(" at ")
      append(position)
    }
    return true
  }
}
