// A column of appearances: the contents of items, then their classes. A part that no item has is omitted.
//
//     flags 3 │ content 1, content 2, content 3 │ classes 1×2 0×1          contents and classes
//     flags 0                                                              neither

enum AppearanceFlags {
  static let haveContents: UInt8 = 1
  static let haveClasses: UInt8 = 2
  static let all: UInt8 = 3
}

extension ByteWriter {
  /// `forEach` passes the appearances in order; it is called several times.
  mutating func appendAppearances(
    _ classes: inout ClassTable, _ forEach: ((Appearance) -> Void) throws(Refusal) -> Void
  ) throws(Refusal) {
    var flags: UInt8 = 0
    try forEach { appearance in
      if appearance.content != 0 { flags |= AppearanceFlags.haveContents }
      if CellClasses.process.find(appearance.cellClass) != nil { flags |= AppearanceFlags.haveClasses }
    }
    append(byte: flags)
    if flags & AppearanceFlags.haveContents != 0 { try forEach { append(word: $0.content) } }
    if flags & AppearanceFlags.haveClasses == 0 { return }
    var repeats = RepeatWriter()
    try forEach { repeats.append(classes.number(of: $0.cellClass), to: &self) }
    repeats.finish(&self)
  }
}

extension ByteReader {
  /// Reads `count` appearances into `looks` and returns the flags. `count` must be validated: the bytes of as
  /// many keys were read already.
  @discardableResult
  mutating func readAppearances(
    _ count: Int, _ classes: inout ClassTable, to appearances: inout Buffer<Appearance>
  ) throws(Refusal) -> UInt8 {
    let flags = try byte()
    if flags & ~AppearanceFlags.all != 0 { throw invalid }
    appearances.removeAll()
    try appearances.resize(to: count, filling: Appearance(content: 0, cellClass: 0))
    if flags & AppearanceFlags.haveContents != 0 {
      var any: UInt64 = 0
      for i in 0..<count {
        appearances[i].content = try word()
        any |= appearances[i].content
      }
      if any == 0 { throw invalid }
    }
    if flags & AppearanceFlags.haveClasses != 0 { try readClasses(&classes, to: &appearances) }
    return flags
  }

  private mutating func readClasses(
    _ classes: inout ClassTable, to appearances: inout Buffer<Appearance>
  ) throws(Refusal) {
    var repeats = RepeatReader(count: appearances.count)
    var next = 0
    var any: UInt32 = 0
    while let repeated = try repeats.next(&self) {
      any |= repeated.value
      let id = try classes.id(of: repeated.value, self)
      for i in next..<next + repeated.count { appearances[i].cellClass = id }
      next += repeated.count
    }
    if any == 0 { throw invalid }
  }
}
