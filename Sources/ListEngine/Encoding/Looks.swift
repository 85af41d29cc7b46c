// A column of looks: the contents of items, then their classes. What none of them has is left out.
//
//     flags 3 │ content 1, content 2, content 3 │ classes 1×2 0×1          contents and classes
//     flags 0                                                              neither

enum LooksFlags {
  static let haveContents: UInt8 = 1
  static let haveClasses: UInt8 = 2
  static let all: UInt8 = 3
}

extension ByteWriter {
  /// `forEach` tells the looks, in order, each time that it is called.
  mutating func appendLooks(
    _ classes: inout ClassTable, _ forEach: ((Look) -> Void) throws(Refusal) -> Void
  ) throws(Refusal) {
    var flags: UInt8 = 0
    try forEach { look in
      if look.content != 0 { flags |= LooksFlags.haveContents }
      if CellClasses.process.find(look.cellClass) != nil { flags |= LooksFlags.haveClasses }
    }
    append(byte: flags)
    if flags & LooksFlags.haveContents != 0 { try forEach { append(word: $0.content) } }
    if flags & LooksFlags.haveClasses == 0 { return }
    var stretches = StretchWriter()
    try forEach { stretches.append(classes.number(of: $0.cellClass), to: &self) }
    stretches.finish(&self)
  }
}

extension ByteReader {
  /// Makes `looks` hold `count` of them, for each of which there were bytes already: its key's. Answers
  /// the flags.
  @discardableResult
  mutating func readLooks(
    _ count: Int, _ classes: inout ClassTable, to looks: inout Buffer<Look>
  ) throws(Refusal) -> UInt8 {
    let flags = try byte()
    if flags & ~LooksFlags.all != 0 { throw nonsense }
    looks.removeAll()
    try looks.resize(to: count, filling: Look(content: 0, cellClass: 0))
    if flags & LooksFlags.haveContents != 0 {
      var any: UInt64 = 0
      for i in 0..<count {
        looks[i].content = try word()
        any |= looks[i].content
      }
      if any == 0 { throw nonsense }
    }
    if flags & LooksFlags.haveClasses != 0 { try readClasses(&classes, to: &looks) }
    return flags
  }

  private mutating func readClasses(
    _ classes: inout ClassTable, to looks: inout Buffer<Look>
  ) throws(Refusal) {
    var stretches = StretchReader(count: looks.count)
    var next = 0
    var any: UInt32 = 0
    while let stretch = try stretches.next(&self) {
      any |= stretch.value
      let id = try classes.id(of: stretch.value, self)
      for i in next..<next + stretch.count { looks[i].cellClass = id }
      next += stretch.count
    }
    if any == 0 { throw nonsense }
  }
}
