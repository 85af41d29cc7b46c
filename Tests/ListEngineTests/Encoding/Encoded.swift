// Encodings as arrays of bytes, made as a host does it (length first, then the bytes), and ways to damage
// them.

import XCTest

@testable import ListEngine

func encoded(_ write: (inout ByteWriter) throws -> Void) throws -> [UInt8] {
  var counted = ByteWriter(into: nil, capacity: 0)
  try write(&counted)
  var bytes = [UInt8](repeating: 0xcc, count: counted.length)
  try bytes.withUnsafeMutableBytes { memory in
    var writer = ByteWriter(into: memory.baseAddress, capacity: memory.count)
    try write(&writer)
    try expect(writer.length == counted.length, "counted \(counted.length), wrote \(writer.length)")
  }
  return bytes
}

extension Snapshot {
  var encoding: [UInt8] {
    get throws { try encoded { try encode(to: &$0) } }
  }
}

extension Changeset {
  var encoding: [UInt8] {
    get throws { try encoded { try encode(to: &$0) } }
  }
}

extension [UInt8] {
  func snapshot(_ options: SnapshotOptions = SnapshotOptions()) throws -> Snapshot {
    let memory = lend()
    defer { memory.deallocate() }
    return try Snapshot.decode(memory + 1, count, options)
  }

  func changeset() throws -> Changeset {
    let memory = lend()
    defer { memory.deallocate() }
    return try Changeset.decode(memory + 1, count)
  }

  /// A copy at an odd address that ends exactly where its memory ends.
  private func lend() -> UnsafeMutableRawPointer {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: count + 1, alignment: 16)
    withUnsafeBytes { if count > 0 { (memory + 1).copyMemory(from: $0.baseAddress!, byteCount: count) } }
    return memory
  }

  /// The same bytes with a valid length and checksum.
  var resealed: [UInt8] {
    var bytes = self
    bytes.put(UInt64(count), at: Envelope.lengthOffset)
    let checksum = bytes.withUnsafeBytes { Envelope.checksum($0.baseAddress!, count) }
    bytes.put(checksum, at: Envelope.checksumOffset)
    return bytes
  }

  mutating func put(_ word: UInt64, at offset: Int) {
    for i in 0..<8 { self[offset + i] = UInt8(truncatingIfNeeded: word >> UInt64(8 * i)) }
  }
}

/// The refusal of `body`, which must not leave memory in use.
func refusal(_ body: () throws -> Void) throws -> Refusal? {
  let used = Memory.held
  do {
    try body()
    return nil
  } catch let refusal as Refusal {
    try expect(Memory.held == used, "\(Memory.held - used) bytes are left")
    return refusal
  }
}

/// Whether `body` is refused, and with one of these kinds.
func isRefused(_ kinds: [Refusal.Kind], _ body: () throws -> Void) throws -> Bool {
  guard let refusal = try refusal(body) else { return false }
  try expect(kinds.contains { $0.code == refusal.kind.code }, "refused with \(refusal.kind.code)")
  return true
}

/// Checks that an encoding which is truncated, extended or has one bit changed is not decoded. One that is
/// truncated and resealed may name a class that is not registered.
func expectDamageIsFound(in bytes: [UInt8], _ decode: ([UInt8]) throws -> Void) throws {
  for length in 0..<bytes.count {
    let cut = Array(bytes[..<length])
    XCTAssertTrue(try isRefused([.format]) { try decode(cut) }, "\(length) bytes")
    if length < Envelope.length { continue }
    XCTAssertTrue(try isRefused([.format, .notFound]) { try decode(cut.resealed) }, "\(length) bytes")
  }
  XCTAssertTrue(try isRefused([.format]) { try decode(bytes + [0]) })
  for bit in 0..<bytes.count * 8 {
    var damaged = bytes
    damaged[bit / 8] ^= 1 << UInt8(bit % 8)
    XCTAssertTrue(try isRefused([.format]) { try decode(damaged) }, "bit \(bit)")
  }
}
