// How an export fails: it returns the status, stores the detail for the thread and writes a line to the log.
// The detail is stored as numbers and converted to text only on request.

import CIQList
import CPlatform
import ListEngine

/// The common part of every export that can fail: runs its body and returns the status.
@inline(__always) func attempt(_ body: () throws(Refusal) -> Void) -> iq_status {
  do throws(Refusal) {
    try body()
    return IQ_OK
  } catch {
    return Failure.keep(error)
  }
}

extension Failure {
  init(_ refusal: Refusal) { self.init(refusal.kind, argument: refusal.argument, refusal.detail) }

  /// Whether a position of one side of a changeset has no counterpart on the other.
  fileprivate var isUnmapped: Bool {
    kind.code == IQ_ERROR_NOT_FOUND && detail.position != nil && detail.key == nil && detail.section == nil
  }

  static func keep(_ refusal: Refusal) -> iq_status {
    let failure = Failure(refusal)
    keep(failure)
    Log.write(.error) { $0.append(failure) }
    return refusal.kind.code
  }
}

extension TextWriter {
  /// Writes status, subject and predicate: "IQ_ERROR_DUPLICATE: key 0a0b... at 0:4 occurs first at 0:1".
  mutating func append(_ failure: Failure) {
    let description = failure.kind.description
    append(description.name)
    append(": ")
    if !append(subjectOf: failure) { append(description.subject) }
    append(" ")
    if let other = failure.detail.other {
      append("occurs first at ")
      append(other)
    } else if let predicate = failure.detail.decodeError.predicate {
      append(predicate)
      if failure.detail.decodeError.offset != 0 { append(failure.detail.decodeError.offset) }
    } else if failure.isUnmapped {
      append("has no counterpart on the other side")
    } else {
      append(description.predicate)
    }
  }

  /// Returns false if the failure names no subject.
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
