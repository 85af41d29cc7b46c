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

extension ByteReader {
  /// Reads `count` appearances into `appearances` and returns the bits of the optional columns that it read.
  /// `count` must be validated: the bytes of as many keys were read already.
  @discardableResult
  mutating func readAppearances(
    _ count: Int, _ classes: inout ClassTable, to appearances: inout Buffer<Appearance>
  ) throws(Refusal) -> UInt32 {
    let flags = try byte()
    if flags & ~ItemColumn.encodedBits != 0 { throw invalid }
    appearances.removeAll()
    try appearances.resize(to: count, filling: Appearance())
    var traits: UInt32 = 0
    try ItemColumn.forEachEncoded { column throws(Refusal) in
      if flags & column.encodedBit == 0 { return }
      try use(format: column.format)
      let hasValues =
        column.width == 8
        ? try readWords(column, to: &appearances) : try readNumbers(column, &classes, to: &appearances)
      if !hasValues { throw invalid }
      if column.isOptional { traits |= column.bit }
    }
    return traits
  }

  /// Whether there is a value other than 0.
  private mutating func readWords(
    _ column: ItemColumn, to appearances: inout Buffer<Appearance>
  ) throws(Refusal) -> Bool {
    var any: UInt64 = 0
    for i in 0..<appearances.count {
      let value = try word()
      appearances[i][column] = value
      any |= value
    }
    return any != 0
  }

  private mutating func readNumbers(
    _ column: ItemColumn, _ classes: inout ClassTable, to appearances: inout Buffer<Appearance>
  ) throws(Refusal) -> Bool {
    var repeats = RepeatReader(count: appearances.count)
    var next = 0
    var any: UInt32 = 0
    let limit: UInt32 = column.width == 2 ? UInt32(UInt16.max) : .max
    while let repeated = try repeats.next(&self) {
      if repeated.value > limit { throw invalid }
      any |= repeated.value
      let value = column.isClass ? try classes.id(of: repeated.value, self) : repeated.value
      for i in next..<next + repeated.count { appearances[i][column] = UInt64(value) }
      next += repeated.count
    }
    return any != 0
  }
}
