// A host's buffer for bytes or text, and the output for their full length.
//
//     let output = try BufferOutput(buffer, capacity, length, argument: ..., lengthArgument: ...)    before any work
//     try output.writeText { text throws(Refusal) in try list.dump(to: &text) }
//
// Bytes beyond the capacity are counted and not written. With capacity 0 the buffer may be NULL.

import CIQList
import ListEngine

@safe struct BufferOutput {
  private let buffer: UnsafeMutableRawPointer?
  private let capacity: Int
  private let length: Output<Int>

  init(
    _ buffer: UnsafeMutableRawPointer?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?,
    argument: Argument, lengthArgument: Argument
  ) throws(Refusal) {
    if capacity != 0 { _ = unsafe try requiredBytes(UnsafeRawPointer(buffer), argument: argument) }
    unsafe self.buffer = capacity == 0 ? nil : buffer
    self.capacity = Int(clamping: UInt(bitPattern: capacity))
    self.length = unsafe try Output(length, argument: lengthArgument)
  }

  func writeBytes(_ body: (inout ByteWriter) throws(Refusal) -> Void) throws(Refusal) {
    var bytes = unsafe ByteWriter(into: buffer, capacity: capacity)
    try body(&bytes)
    length.write(bytes.length)
  }

  /// Terminates the text with a NUL. `body` must refuse before it appends anything.
  func writeText(_ body: (inout TextWriter) throws(Refusal) -> Void) throws(Refusal) {
    var text = unsafe TextWriter(into: buffer, capacity: capacity)
    try body(&text)
    text.terminate()
    length.write(text.length)
  }
}
