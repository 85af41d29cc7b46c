// The cell classes of an encoding. Class ids are valid only within one process. An encoding therefore
// contains the names of the classes, in the order of their first use, and refers to a class by its number in
// that order. 0 means no class.
//
//     classes used             row  row  head  -  row           ids   7 7 3 0 7
//     names                    row head                         numbers 1 1 2 0 1
//
// The names are written last, so that the writer need not pass over all items first to collect them. The
// reader begins with them: the header contains their position.

struct ClassTable: ~Copyable {
  /// The number of each class, indexed by its id; 0 if it is not used yet.
  private var numbers = Buffer<UInt32>()
  /// The id of each class, indexed by its number - 1.
  private var ids = Buffer<UInt32>()
  /// The number of names that were used so far in reading.
  private var used = 0

  /// Reserves capacity for all registered classes; a class registered later cannot be used.
  mutating func prepare() throws(Refusal) {
    try numbers.resize(to: CellClasses.process.count + 1, filling: 0)
    try ids.reserve(numbers.count)
  }

  // MARK: Writing

  /// A class that is not registered counts as no class.
  mutating func number(of id: UInt32) -> UInt32 {
    if id == 0 || id >= numbers.count { return 0 }
    if numbers[Int(id)] == 0 {
      ids.push(id)
      numbers[Int(id)] = UInt32(ids.count)
    }
    return numbers[Int(id)]
  }

  func write(to bytes: inout ByteWriter) {
    bytes.beginNames()
    for i in 0..<ids.count {
      guard let cellClass = CellClasses.process.find(ids[i]) else { continue }
      bytes.append(byte: UInt8(truncatingIfNeeded: cellClass.nameLength))
      unsafe bytes.append(cellClass.name, count: cellClass.nameLength)
    }
  }

  // MARK: Reading

  /// Reads names to the end of `bytes`.
  mutating func read(_ bytes: consuming ByteReader) throws(Refusal) {
    try prepare()
    while bytes.left > 0 {
      let length = Int(try bytes.byte())
      let offset = bytes.offset
      let name = unsafe try bytes.bytes(length)
      let id = length == 0 ? 0 : unsafe CellClasses.process.find(name: name, length: length)
      if id == 0 { throw unsafe Refusal(.unknownClass, value: offset).naming(text(name, length)) }
      // The name occurs twice, or its class was registered after `prepare`.
      if id >= numbers.count || numbers[Int(id)] != 0 { throw bytes.invalid }
      _ = number(of: id)
    }
  }

  @unsafe private func text(_ name: UnsafeRawPointer, _ length: Int) -> Refusal.ShortText {
    unsafe Refusal.ShortText(name.assumingMemoryBound(to: UInt8.self), count: length)
  }

  /// The id of a number that was read. Names must be used in their order.
  mutating func id(of number: UInt32, _ bytes: borrowing ByteReader) throws(Refusal) -> UInt32 {
    if number == 0 { return 0 }
    if number > min(used + 1, ids.count) { throw bytes.invalid }
    used = max(used, Int(number))
    return ids[Int(number) - 1]
  }

  /// Refuses names that were not used, and a format version newer than needed.
  func finish(_ bytes: borrowing ByteReader) throws(Refusal) {
    if bytes.left != 0 || used != ids.count { throw bytes.invalid }
    if !bytes.usesFormat { throw bytes.invalid }
  }
}
