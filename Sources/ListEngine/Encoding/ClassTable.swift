// The cell classes of an encoding. Class ids are this process's own; what travels is the classes' names,
// in the order in which they are first used, and everywhere else a class's number among them. 0 is none.
//
//     elements and items use   row  row  head  -  row           ids   7 7 3 0 7
//     names                    row head                         numbers 1 1 2 0 1
//
// The names come last, so that writing need not go over all items to collect them first. Reading begins
// with them: the header says where they are.

struct ClassTable: ~Copyable {
  /// By id: the number, 0 where there is none.
  private var numbers = Buffer<UInt32>()
  /// By number - 1.
  private var ids = Buffer<UInt32>()
  /// How many of the numbers were read so far.
  private var used = 0

  /// Room for all classes that there are: none that is used can be younger.
  mutating func prepare() throws(Refusal) {
    try numbers.resize(to: CellClasses.process.count + 1, filling: 0)
    try ids.reserve(numbers.count)
  }

  // MARK: Writing

  /// A class that is not registered is as good as none.
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

  /// To the end of `bytes`.
  mutating func read(_ bytes: consuming ByteReader) throws(Refusal) {
    try prepare()
    while bytes.left > 0 {
      let length = Int(try bytes.byte())
      let offset = bytes.offset
      let name = unsafe try bytes.bytes(length)
      let id = length == 0 ? 0 : unsafe CellClasses.process.find(name: name, length: length)
      if id == 0 { throw Refusal(.hasUnknownClass, at: offset) }
      // A name that was told already, or one that came to be since.
      if id >= numbers.count || numbers[Int(id)] != 0 { throw bytes.nonsense }
      _ = number(of: id)
    }
  }

  /// The id of a number that was read. A name that comes first is used first.
  mutating func id(of number: UInt32, _ bytes: borrowing ByteReader) throws(Refusal) -> UInt32 {
    if number == 0 { return 0 }
    if number > min(used + 1, ids.count) { throw bytes.nonsense }
    used = max(used, Int(number))
    return ids[Int(number) - 1]
  }

  /// Refuses names that nothing used.
  func finish(_ bytes: borrowing ByteReader) throws(Refusal) {
    if bytes.left != 0 || used != ids.count { throw bytes.nonsense }
  }
}
