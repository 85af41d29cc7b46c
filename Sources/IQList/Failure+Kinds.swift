// The statuses in words: the name, the subject, which stands where the refusal itself names nothing, and
// what is the matter with it. All in one text, three strings a status, each ended by a zero.

import CIQList
import CPlatform
import ListEngine

@safe struct FailureDescription {
  let name: UnsafePointer<CChar>
  let subject: UnsafePointer<CChar>
  let predicate: UnsafePointer<CChar>
}

extension Refusal.Kind {
  /// By code, and last for one that is not known.
  private static let descriptions: StaticString = """
    IQ_OK\0nothing\0failed\0\
    IQ_ERROR_ARGUMENT\0a parameter\0is NULL or not a value that the function knows\0\
    IQ_ERROR_STRUCT_SIZE\0a struct\0has a struct_size below that of its first version or above 4096\0\
    IQ_ERROR_HANDLE\0the handle\0is stale, freed, forged, foreign or of another kind\0\
    IQ_ERROR_NO_MEMORY\0memory\0ran out; nothing has changed\0\
    IQ_ERROR_LIMIT\0the input\0is more than allowed\0\
    IQ_ERROR_BUSY\0the object\0is being changed by another thread, an edit or a call around this one\0\
    IQ_ERROR_RANGE\0a position\0is beyond the end\0\
    IQ_ERROR_NOT_FOUND\0what was asked for\0is not there\0\
    IQ_ERROR_DUPLICATE\0the name\0is there already\0\
    IQ_ERROR_NO_SECTION\0the items\0have no section to go to\0\
    IQ_ERROR_SCOPE\0the key\0is scoped by section where others are not, or lacks its section\0\
    IQ_ERROR_NO_KEYS\0the changeset\0was made without IQ_DIFF_KEEP_KEYS\0\
    IQ_ERROR_STATE\0the library\0is in use already, or the edit has ended\0\
    IQ_ERROR_VERIFY\0the diff\0did not replay to its target: a bug in libiqlist\0\
    IQ_ERROR_NO_PAYLOAD\0the changeset\0was made without IQ_DIFF_PAYLOAD\0\
    IQ_ERROR_MISMATCH\0the state\0is not the one that the changeset starts from\0\
    IQ_ERROR_FORMAT\0the encoding\0is damaged\0\
    IQ_ERROR_UNKNOWN\0the status\0is not known\0
    """

  @inline(never) var description: FailureDescription {
    let known = code >= 0 && code <= IQ_ERROR_FORMAT ? code : IQ_ERROR_FORMAT + 1
    var text = unsafe UnsafeRawPointer(Refusal.Kind.descriptions.utf8Start).assumingMemoryBound(
      to: CChar.self)
    func next() -> UnsafePointer<CChar> {
      let start = unsafe text
      unsafe text += strlen(start) + 1
      return unsafe start
    }
    for _ in 0..<3 * known { _ = unsafe next() }
    return unsafe FailureDescription(name: next(), subject: next(), predicate: next())
  }
}

extension TextWriter {
  /// Up to the zero at its end.
  @unsafe mutating func append(cString text: UnsafePointer<CChar>) {
    unsafe append(UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: strlen(text))
  }
}

extension Damage {
  /// What is said of an encoding, in place of what the status says.
  var predicate: StaticString? {
    switch code {
    case Damage.isTooShort.code: "is too short to be one"
    case Damage.isNotOurs.code: "is none of libiqlist"
    case Damage.isOfAnotherVersion.code: "is of another version of the format"
    case Damage.isOfAnotherKind.code: "is of something else"
    case Damage.hasAnotherLength.code: "has another length than its header says"
    case Damage.failsItsChecksum.code: "does not match its checksum"
    case Damage.isNonsense.code: "says what cannot be, before byte "
    case Damage.hasUnknownClass.code: "names a cell class that is not registered, at byte "
    default: nil
    }
  }
}
