// A host's buffer that bytes or text are written into, and where it is told how much there is of them in all.
//
//     let output = try BufferOutput(buffer, capacity, length, argument: 2)        before anything is done
//     try output.writeText { text throws(Refusal) in try list.dump(to: &text) }
//
// What does not fit is counted and not written; without a capacity there is no buffer.

import CIQList
import ListEngine

@safe struct BufferOutput {
  private let buffer: UnsafeMutableRawPointer?
  private let capacity: Int
  private let length: Output<Int>

  /// The buffer is parameter `argument`; capacity and length are the two after it.
  init(
    _ buffer: UnsafeMutableRawPointer?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?,
    argument: UInt32
  ) throws(Refusal) {
    if capacity != 0 { _ = unsafe try givenBytes(UnsafeRawPointer(buffer), argument: argument) }
    unsafe self.buffer = capacity == 0 ? nil : buffer
    self.capacity = Int(clamping: UInt(bitPattern: capacity))
    self.length = unsafe try Output(length, argument: argument + 2)
  }

  func writeBytes(_ body: (inout ByteWriter) throws(Refusal) -> Void) throws(Refusal) {
    var bytes = unsafe ByteWriter(into: buffer, capacity: capacity)
    try body(&bytes)
    length.write(bytes.length)
  }

  /// With a NUL at its end. `body` refuses before it appends anything, if at all.
  func writeText(_ body: (inout TextWriter) throws(Refusal) -> Void) throws(Refusal) {
    var text = unsafe TextWriter(into: buffer, capacity: capacity)
    try body(&text)
    text.terminate()
    length.write(text.length)
  }
}
