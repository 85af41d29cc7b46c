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

enum Failure {
  private static var record: UnsafeMutablePointer<Refusal> {
    unsafe iqp_failure().assumingMemoryBound(to: Refusal.self)
  }

  /// The calling thread's latest; nil if it has had none, as its storage begins with zeroes.
  static var last: Refusal? {
    let refusal = unsafe record.pointee
    return refusal.kind.code == IQ_OK ? nil : refusal
  }

  @inline(never) static func keep(_ refusal: Refusal) -> iq_status {
    assert(MemoryLayout<Refusal>.size <= MemoryLayout<iqp_thread_storage>.size)
    unsafe record.pointee = refusal
    Log.write(.error) { $0.append(refusal) }
    return refusal.kind.code
  }
}

extension TextWriter {
  /// "IQ_ERROR_DUPLICATE: key 0a0b... at 0:4 occurs first at 0:1": the status, what it is about, and
  /// what is the matter with that.
  mutating func append(_ refusal: Refusal) {
    let description = refusal.kind.description
    append(description.name)
    append(": ")
    if !append(subjectOf: refusal) { append(description.subject) }
    append(" ")
    if let other = refusal.other {
      append("occurs first at ")
      append(other)
    } else {
      append(description.predicate)
    }
  }

  /// Answers whether the refusal names anything.
  private mutating func append(subjectOf refusal: Refusal) -> Bool {
    if let key = refusal.key {
      append("key ")
      append(key)
      if let section = refusal.section {
        append(" of section ")
        append(section)
      }
    } else if let section = refusal.section {
      append("section ")
      append(section)
    } else if refusal.argument != 0 {
      append("parameter ")
      append(refusal.argument)
    } else if let position = refusal.position {
      append("position ")
      append(position)
      return true
    } else {
      return false
    }
    if let position = refusal.position {
      append(" at ")
      append(position)
    }
    return true
  }
}
