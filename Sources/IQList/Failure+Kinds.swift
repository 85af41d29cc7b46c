// The text of each status.

import CIQList
import ListEngine

/// A status as a sentence: its name, a subject for refusals without one, and a predicate.
struct FailureDescription {
  let name: StaticString
  let subject: StaticString
  let predicate: StaticString

  init(_ name: StaticString, _ subject: StaticString, _ predicate: StaticString) {
    self.name = name
    self.subject = subject
    self.predicate = predicate
  }
}

extension Refusal.Kind {
  var description: FailureDescription {
    switch code {
    case IQ_OK:
      FailureDescription("IQ_OK", "nothing", "failed")
    case IQ_ERROR_ARGUMENT:
      FailureDescription("IQ_ERROR_ARGUMENT", "a parameter", "is NULL or not a value that the function knows")
    case IQ_ERROR_STRUCT_SIZE:
      FailureDescription(
        "IQ_ERROR_STRUCT_SIZE", "a struct", "has a struct_size below that of its first version or above 4096")
    case IQ_ERROR_HANDLE:
      FailureDescription(
        "IQ_ERROR_HANDLE", "the handle", "is stale, freed, forged, foreign or of another kind")
    case IQ_ERROR_NO_MEMORY:
      FailureDescription("IQ_ERROR_NO_MEMORY", "memory", "ran out; nothing has changed")
    case IQ_ERROR_LIMIT:
      FailureDescription("IQ_ERROR_LIMIT", "the input", "is more than allowed")
    case IQ_ERROR_BUSY:
      FailureDescription(
        "IQ_ERROR_BUSY", "the object", "is being changed by another thread, an edit or a call around this one"
      )
    case IQ_ERROR_RANGE:
      FailureDescription("IQ_ERROR_RANGE", "a position", "is beyond the end")
    case IQ_ERROR_NOT_FOUND:
      FailureDescription("IQ_ERROR_NOT_FOUND", "what was asked for", "is not there")
    case IQ_ERROR_DUPLICATE:
      FailureDescription("IQ_ERROR_DUPLICATE", "the name", "is there already")
    case IQ_ERROR_NO_SECTION:
      FailureDescription("IQ_ERROR_NO_SECTION", "the items", "have no section to go to")
    case IQ_ERROR_SCOPE:
      FailureDescription(
        "IQ_ERROR_SCOPE", "the key", "is scoped by section where others are not, or lacks its section")
    case IQ_ERROR_NO_KEYS:
      FailureDescription("IQ_ERROR_NO_KEYS", "the changeset", "was made without IQ_DIFF_KEEP_KEYS")
    case IQ_ERROR_STATE:
      FailureDescription("IQ_ERROR_STATE", "the library", "is in use already, or the edit has ended")
    case IQ_ERROR_VERIFY:
      FailureDescription("IQ_ERROR_VERIFY", "the diff", "did not replay to its target: a bug in libiqlist")
    case IQ_ERROR_NO_PAYLOAD:
      FailureDescription("IQ_ERROR_NO_PAYLOAD", "the changeset", "was made without IQ_DIFF_PAYLOAD")
    case IQ_ERROR_MISMATCH:
      FailureDescription("IQ_ERROR_MISMATCH", "the state", "is not the one that the changeset starts from")
    case IQ_ERROR_FORMAT:
      FailureDescription("IQ_ERROR_FORMAT", "the encoding", "is damaged")
    case IQ_ERROR_REFUSED:
      FailureDescription("IQ_ERROR_REFUSED", "the item", "has a trait that forbids it")
    case IQ_ERROR_CANCELLED:
      FailureDescription("IQ_ERROR_CANCELLED", "the submission", "was cancelled, or its list was destroyed")
    case IQ_ERROR_SUPERSEDED:
      FailureDescription("IQ_ERROR_SUPERSEDED", "the submission", "was replaced by a later one")
    case IQ_ERROR_CALLBACK:
      FailureDescription("IQ_ERROR_CALLBACK", "a function of a cell class", "failed")
    default:
      FailureDescription("IQ_ERROR_UNKNOWN", "the status", "is not known")
    }
  }
}

extension DecodeError {
  /// The predicate for a decode error; it replaces that of the status.
  var predicate: StaticString? {
    switch code {
    case DecodeError.tooShort.code: "is too short to be one"
    case DecodeError.foreign.code: "is none of libiqlist"
    case DecodeError.otherVersion.code: "is of another version of the format"
    case DecodeError.otherKind.code: "is of something else"
    case DecodeError.wrongLength.code: "has another length than its header says"
    case DecodeError.wrongChecksum.code: "does not match its checksum"
    case DecodeError.impossibleValue.code: "says what cannot be, before byte "
    case DecodeError.unknownClass.code: "names a cell class that is not registered, at byte "
    default: nil
    }
  }
}
