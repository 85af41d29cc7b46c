// Reads an encoding. Only its length is known, and the host vouches for it: every read is checked against
// what is left and returns a value or refuses.
//
//     var bytes = try ByteReader(opening: memory, length, .snapshot, &classes)
//     let count = try bytes.count(ofBytes: 16)         at most what the remaining bytes can hold
//     for _ in 0..<count { try bytes.key() }
//
// A number has only one valid form, the shortest, so that every value has one encoding. The host may change
// the bytes during the call, so nothing is read twice.

import CPlatform

@safe public struct ByteReader {
  private let base: UnsafeRawPointer
  private(set) var offset = Envelope.length
  private let end: Int
  private let version: UInt8
  /// The oldest format version that has what was read.
  private var used = Envelope.oldest

  /// Checks the header and reads the class names into `classes`; what remains is the body.
  @unsafe init(
    opening bytes: UnsafeRawPointer, _ length: Int, _ kind: Envelope.Kind, _ classes: inout ClassTable
  ) throws(Refusal) {
    version = unsafe try Envelope.check(bytes, length, kind)
    let names = unsafe Envelope.word(bytes, Envelope.namesOffset)
    guard names >= UInt64(Envelope.length) && names <= UInt64(length) else {
      throw Refusal(.impossibleValue, value: Envelope.namesOffset)
    }
    unsafe base = bytes
    end = Int(names)
    try classes.read(unsafe ByteReader(bytes, end, length, version))
  }

  private init(_ base: UnsafeRawPointer, _ offset: Int, _ end: Int, _ version: UInt8) {
    self.version = version
    unsafe self.base = base
    self.offset = offset
    self.end = end
  }

  var left: Int { end - offset }

  /// Whether an older version would not have had what was read.
  var usesFormat: Bool { used == version }

  /// Refuses what only a newer version than that of the bytes has.
  mutating func use(format: UInt8) throws(Refusal) {
    if format > version { throw invalid }
    used = max(used, format)
  }

  /// The error for an impossible value.
  var invalid: Refusal { @inline(never) get { Refusal(.impossibleValue, value: offset) } }

  /// Reads the next `count` bytes.
  @unsafe mutating func bytes(_ count: Int) throws(Refusal) -> UnsafeRawPointer {
    guard count <= left else { throw invalid }
    offset += count
    return unsafe base + (offset - count)
  }

  /// Reads the next `count` records of `bytes` bytes, or refuses the first that is not there.
  @unsafe mutating func records(_ count: Int, ofBytes bytes: Int) throws(Refusal) -> UnsafeRawPointer {
    if count > left / bytes {
      offset += left / bytes * bytes
      throw invalid
    }
    return unsafe try self.bytes(count * bytes)
  }

  mutating func byte() throws(Refusal) -> UInt8 { unsafe try bytes(1).load(as: UInt8.self) }

  mutating func word() throws(Refusal) -> UInt64 {
    UInt64(littleEndian: unsafe try bytes(8).loadUnaligned(as: UInt64.self))
  }

  mutating func key() throws(Refusal) -> Key { unsafe try bytes(16).loadUnaligned(as: Key.self) }

  mutating func number() throws(Refusal) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    var next = offset
    while next < end && shift <= 63 {
      let byte = unsafe UInt64(base.load(fromByteOffset: next, as: UInt8.self))
      next &+= 1
      number |= (byte & 127) &<< shift
      if byte < 128 {
        offset = next
        // The last byte of a longer number is not 0, and the tenth byte holds one bit.
        if shift > 0 && (byte == 0 || shift == 63 && byte > 1) { throw invalid }
        return number
      }
      shift &+= 7
    }
    offset = next
    throw invalid
  }

  /// Reads a number and refuses one above `limit`.
  mutating func number(upTo limit: Int) throws(Refusal) -> Int {
    let number = try number()
    guard number <= UInt64(limit) else { throw invalid }
    return Int(number)
  }

  mutating func number32() throws(Refusal) -> UInt32 {
    UInt32(try number(upTo: Int(UInt32.max)))
  }

  /// Reads a position, encoded as its distance from `start`.
  mutating func position(from start: UInt32, below end: UInt32) throws(Refusal) -> UInt32 {
    guard start < end else { throw invalid }
    return start + UInt32(try number(upTo: Int(end - start - 1)))
  }

  /// Reads the count of records that have at least `bytes` bytes each.
  mutating func count(ofBytes bytes: Int) throws(Refusal) -> Int {
    let count = try number(upTo: left)
    if count > left / bytes { throw invalid }
    return count
  }
}

/// The inverse of `zigzag`.
func unzigzag(_ number: Int) -> Int { number >> 1 ^ -(number & 1) }
