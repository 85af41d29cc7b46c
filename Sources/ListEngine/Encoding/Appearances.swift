// The appearances of items, column by column: words for values of 8 bytes, repeated numbers for smaller ones.
// A column without a value other than 0 is omitted; the flags are the bits of the columns that are present.
//
//     flags 3 │ content 1, content 2, content 3 │ classes 1×2 0×1          contents and classes
//     flags 4 │ levels 0×1 1×3                                             levels, in format version 3
//     flags 0                                                              none

extension ByteWriter {
  /// `forEach` passes the appearances in order; it is called several times.
  mutating func appendAppearances(
    _ classes: inout ClassTable, _ forEach: ((Appearance) -> Void) throws(Refusal) -> Void
  ) throws(Refusal) {
    var flags: UInt8 = 0
    try forEach { appearance in
      ItemColumn.forEachEncoded { column in
        let value = appearance[column]
        let isThere = column.isClass ? CellClasses.process.find(UInt32(value)) != nil : value != 0
        if isThere { flags |= column.encodedBit }
      }
    }
    append(byte: flags)
    try ItemColumn.forEachEncoded { column throws(Refusal) in
      if flags & column.encodedBit == 0 { return }
      use(format: column.format)
      if column.width == 8 { return try forEach { append(word: $0[column]) } }
      var repeats = RepeatWriter()
      try forEach { appearance in
        let value = UInt32(truncatingIfNeeded: appearance[column])
        repeats.append(column.isClass ? classes.number(of: value) : value, to: &self)
      }
      repeats.finish(&self)
    }
  }
}

/// Appearances that are somewhere in the records of an array; borrowed.
@safe struct AppearancePlaces: BitwiseCopyable {
  private let first: UnsafeMutableRawPointer?
  private let stride: Int
  let count: Int

  /// They are `offset` bytes from the start of each record.
  init<Record>(_ records: borrowing Buffer<Record>, at offset: Int = 0) {
    unsafe first = UnsafeMutableRawPointer(records.pointer).map { unsafe $0 + offset }
    stride = MemoryLayout<Record>.stride
    count = records.count
  }

  @inline(__always) func set(_ value: UInt64, of column: ItemColumn, at i: Int) {
    assert(i < count)
    unsafe (first.unsafelyUnwrapped + i &* stride).assumingMemoryBound(to: Appearance.self).pointee[column] =
      value
  }
}

extension ByteReader {
  /// Reads appearances over those that `places` have at first, and returns the bits of the optional columns that it
  /// read. Their number must be validated: the bytes of as many keys were read already.
  @discardableResult
  mutating func readAppearances(
    _ classes: inout ClassTable, to places: AppearancePlaces
  ) throws(Refusal) -> UInt32 {
    let flags = try byte()
    if flags & ~ItemColumn.encodedBits != 0 { throw invalid }
    var traits: UInt32 = 0
    try ItemColumn.forEachEncoded { column throws(Refusal) in
      if flags & column.encodedBit == 0 { return }
      try use(format: column.format)
      let hasValues =
        column.width == 8
        ? try readWords(column, to: places) : try readNumbers(column, &classes, to: places)
      if !hasValues { throw invalid }
      if column.isOptional { traits |= column.bit }
    }
    return traits
  }

  /// Whether there is a value other than 0.
  private mutating func readWords(_ column: ItemColumn, to places: AppearancePlaces) throws(Refusal) -> Bool {
    let words = unsafe try records(places.count, ofBytes: 8)
    var any: UInt64 = 0
    for i in 0..<places.count {
      let value = UInt64(littleEndian: unsafe words.loadUnaligned(fromByteOffset: i &* 8, as: UInt64.self))
      places.set(value, of: column, at: i)
      any |= value
    }
    return any != 0
  }

  private mutating func readNumbers(
    _ column: ItemColumn, _ classes: inout ClassTable, to places: AppearancePlaces
  ) throws(Refusal) -> Bool {
    var repeats = RepeatReader(count: places.count)
    var next = 0
    var any: UInt32 = 0
    let limit: UInt32 = column.width == 2 ? UInt32(UInt16.max) : .max
    while let repeated = try repeats.next(&self) {
      if repeated.value > limit { throw invalid }
      any |= repeated.value
      let value = column.isClass ? try classes.id(of: repeated.value, self) : repeated.value
      for i in next..<next + repeated.count { places.set(UInt64(value), of: column, at: i) }
      next += repeated.count
    }
    return any != 0
  }
}
