// Bytes on their way in. Nothing about them is known beyond their length, which the header vouched for:
// every read is held against what is left, and answers a value or refuses.
//
//     var bytes = try ByteReader(opening: memory, length, .snapshot, &classes)
//     let count = try bytes.count(ofBytes: 16)         no more than there are bytes for
//     for _ in 0..<count { try bytes.key() }
//
// A number has one form only, the shortest, and so each thing that can be said has one encoding. The
// host may change the bytes meanwhile: what was read once is not read again.

import CPlatform

@safe public struct ByteReader {
  private let base: UnsafeRawPointer
  private(set) var offset = Envelope.length
  private let end: Int

  /// Of all but the names of classes, which `classes` is made to hold.
  @unsafe init(
    opening bytes: UnsafeRawPointer, _ length: Int, _ kind: Envelope.Kind, _ classes: inout ClassTable
  ) throws(Refusal) {
    unsafe try Envelope.check(bytes, length, kind)
    let names = unsafe Envelope.word(bytes, Envelope.namesOffset)
    guard names >= UInt64(Envelope.length) && names <= UInt64(length) else {
      throw Refusal(.isNonsense, at: Envelope.namesOffset)
    }
    unsafe base = bytes
    end = Int(names)
    try classes.read(unsafe ByteReader(bytes, end, length))
  }

  private init(_ base: UnsafeRawPointer, _ offset: Int, _ end: Int) {
    unsafe self.base = base
    self.offset = offset
    self.end = end
  }

  var left: Int { end - offset }

  /// That what was read last cannot be.
  var nonsense: Refusal { Refusal(.isNonsense, at: offset) }

  /// The next `count` bytes.
  @unsafe mutating func bytes(_ count: Int) throws(Refusal) -> UnsafeRawPointer {
    guard count <= left else { throw nonsense }
    offset += count
    return unsafe base + (offset - count)
  }

  mutating func byte() throws(Refusal) -> UInt8 { unsafe try bytes(1).load(as: UInt8.self) }

  mutating func word() throws(Refusal) -> UInt64 {
    UInt64(littleEndian: unsafe try bytes(8).loadUnaligned(as: UInt64.self))
  }

  mutating func key() throws(Refusal) -> Key { unsafe try bytes(16).loadUnaligned(as: Key.self) }

  mutating func number() throws(Refusal) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      number |= UInt64(byte & 127) << shift
      if byte < 128 {
        // The last byte is never an empty one, and the tenth has room for one bit.
        if shift > 0 && (byte == 0 || shift == 63 && byte > 1) { throw nonsense }
        return number
      }
      shift += 7
      if shift > 63 { throw nonsense }
    }
  }

  /// At most `limit`.
  mutating func number(upTo limit: Int) throws(Refusal) -> Int {
    let number = try number()
    guard number <= UInt64(limit) else { throw nonsense }
    return Int(number)
  }

  mutating func number32() throws(Refusal) -> UInt32 {
    UInt32(try number(upTo: Int(UInt32.max)))
  }

  /// A position, told as how far behind `place` it is.
  mutating func place(from place: UInt32, below end: UInt32) throws(Refusal) -> UInt32 {
    guard place < end else { throw nonsense }
    return place + UInt32(try number(upTo: Int(end - place - 1)))
  }

  /// How many things follow that have `bytes` bytes at least.
  mutating func count(ofBytes bytes: Int) throws(Refusal) -> Int {
    let count = try number(upTo: left)
    if count > left / bytes { throw nonsense }
    return count
  }
}

/// What `zigzag` makes of a number, made undone.
func unzigzag(_ number: Int) -> Int { number >> 1 ^ -(number & 1) }
