// The header's section STATUS AND ERROR.

import CIQList
import CPlatform
import ListEngine

@_cdecl("iq_status_name") @implementation
public func iq_status_name(_ status: iq_status) -> UnsafePointer<CChar>? {
  unsafe UnsafeRawPointer(statusName(status).utf8Start).assumingMemoryBound(
    to: CChar.self)
}

// This call's own failure is returned but not stored, so that the requested detail is not overwritten.
@_cdecl("iq_get_last_error") @implementation
public func iq_get_last_error(_ error: UnsafeMutablePointer<iq_error>?) -> iq_status {
  do throws(Refusal) {
    let output = unsafe try VersionedOutput(error, first: iq_error.first, argument: Argument(1, iqc_error))
    var detail = iq_error()
    if let failure = Failure.last { detail.fill(failure) }
    output.write(detail)
    return IQ_OK
  } catch {
    return error.kind.code
  }
}

extension iq_error {
  /// The size of the first version, which ended with `message`.
  fileprivate static var first: Int { 264 }

  fileprivate mutating func fill(_ failure: Failure) {
    status = failure.kind.code
    argument = Argument(failure.role)?.number ?? 0
    // A failure about a section has the section's key in both fields.
    if let key = failure.detail.key ?? failure.detail.section {
      flags |= IQ_ERROR_HAS_KEY
      self.key = iq_key(key)
    }
    if let section = failure.detail.section {
      flags |= IQ_ERROR_HAS_SECTION
      self.section = iq_key(section)
    }
    if let position = failure.detail.position {
      flags |= IQ_ERROR_HAS_POSITION
      self.position = iq_position(position)
    }
    if let other = failure.detail.other {
      flags |= IQ_ERROR_HAS_OTHER
      self.other = iq_position(other)
    }
    if let element = failure.detail.firstElement {
      flags |= IQ_ERROR_HAS_ELEMENT
      self.element = Int(element)
    }
    unsafe withUnsafeMutableBytes(of: &message) { message in
      var text = unsafe TextWriter(into: message.baseAddress, capacity: message.count)
      text.append(failure)
      text.terminate()
    }
  }
}
