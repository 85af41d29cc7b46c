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
  @_optimize(size) static func keep(_ refusal: Refusal) -> iq_status {
    let failure = Failure(refusal)
    keep(failure)
    Log.write(.error) { $0.append(failure) }
    return refusal.kind.code
  }
}

extension TextWriter {
  /// Writes status, subject and predicate: "IQ_ERROR_DUPLICATE: key 0a0b... at 0:4 occurs first at 0:1".
  @_optimize(size) mutating func append(_ failure: Failure) {
    let words = failure.kind.words
    append(statusName(failure.kind.code))
    append(": ")
    if !append(subjectOf: failure, words) { append(words.subject) }
    append(" ")
    if let other = failure.detail.other {
      append("occurs first at ")
      append(other)
    } else {
      append(words.predicate, failure.detail)
    }
  }

  /// Returns false if the failure names no subject.
  @_optimize(size) private mutating func append(subjectOf failure: Failure, _ words: FailureWords) -> Bool {
    let argument = words.isOfArgument ? Argument(failure.role) : nil
    if let argument, argument.field != iqc_unnamed {
      append(argument, failure.detail)
      return true
    }
    if append(keysOf: failure.detail) { return true }
    if let position = failure.detail.position {
      append("position ")
      append(position)
    } else if let argument {
      append(argument, failure.detail)
    } else {
      return false
    }
    return true
  }

  /// The key or the section, and where it is.
  @_optimize(size) private mutating func append(keysOf detail: Refusal.Detail) -> Bool {
    if let key = detail.key {
      append("key ")
      append(key)
      if let section = detail.section, section != .ofFlatList {
        append(" of section ")
        append(section)
      }
    } else if let section = detail.section {
      append(section == .ofFlatList ? "the list's only section" : "section ")
      if section != .ofFlatList { append(section) }
    } else {
      return false
    }
    if let position = detail.position {
      append(" at ")
      append(position)
    }
    return true
  }

  /// "options.flags", "items[3]", "sections[2].supplementaries[1].kind".
  @_optimize(size) private mutating func append(_ argument: Argument, _ detail: Refusal.Detail) {
    append(argument.name)
    append(index: detail.element)
    if argument.field == iqc_unnamed { return }
    append(".")
    append(argument.field)
    append(index: detail.elementOfField)
    if argument.innerField == iqc_unnamed { return }
    append(".")
    append(argument.innerField)
  }

  @_optimize(size) private mutating func append(index: UInt32) {
    if index == noIndex { return }
    append("[")
    append(index)
    append("]")
  }

  @_optimize(size) private mutating func append(_ name: iqc_label) {
    let text = unsafe UnsafeRawPointer(iqc_text(name).unsafelyUnwrapped)
    unsafe append(text.assumingMemoryBound(to: UInt8.self), count: Int(strlen(iqc_text(name))))
  }

  /// In a predicate, $ stands for what was given, # for the same in hexadecimal, % for what is allowed, and @ for
  /// the name.
  @_optimize(size) private mutating func append(_ predicate: StaticString, _ detail: Refusal.Detail) {
    for i in 0..<predicate.utf8CodeUnitCount {
      let byte = unsafe predicate.utf8Start[i]
      switch byte {
      case UInt8(ascii: "$"): append(UInt64(bitPattern: Int64(detail.value ?? 0)))
      case UInt8(ascii: "#"): append(shortHex: UInt64(bitPattern: Int64(detail.value ?? 0)))
      case UInt8(ascii: "%"): append(UInt64(bitPattern: Int64(detail.limit ?? 0)))
      case UInt8(ascii: "@"): append(detail.name)
      default: append(byte: byte)
      }
    }
  }
}

extension Key {
  /// The key of the only section of a flat list.
  fileprivate static var ofFlatList: Key { Key(low: 0, high: 0) }
}
