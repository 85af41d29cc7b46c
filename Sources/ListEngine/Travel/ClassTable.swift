// The cell classes of an encoding. Class ids are this process's own; what travels is the classes' names,
// in the order in which they are first used, and everywhere else a class's number among them. 0 is none.
//
//     elements and items use   row  row  head  -  row           ids   7 7 3 0 7
//     names                    row head                         numbers 1 1 2 0 1

struct ClassTable: ~Copyable {
  /// By id: the number, 0 where there is none.
  private var numbers = Buffer<UInt32>()
  /// By number - 1.
  private var ids = Buffer<UInt32>()
  /// How many of the numbers were read so far.
  private var used = 0

  init() {}

  private func isKnown(_ id: UInt32) -> Bool { id < numbers.count && numbers[Int(id)] != 0 }

  private mutating func add(_ id: UInt32) throws(Refusal) {
    try numbers.resize(to: max(numbers.count, Int(id) + 1), filling: 0)
    try ids.append(id)
    numbers[Int(id)] = UInt32(ids.count)
  }

  // MARK: Writing

  /// Notes a class that is used, one that is registered: whatever else an item has is as good as none.
  mutating func note(_ id: UInt32) throws(Refusal) {
    if id != 0 && !isKnown(id) && CellClasses.process.find(id) != nil { try add(id) }
  }

  mutating func note(_ block: ElementBlock?) throws(Refusal) {
    guard let block else { return }
    for i in 0..<block.count { try note(block[i].cellClass) }
  }

  func number(of id: UInt32) -> UInt32 { isKnown(id) ? numbers[Int(id)] : 0 }

  func write(to bytes: inout ByteWriter) {
    bytes.append(ids.count)
    for i in 0..<ids.count {
      guard let cellClass = CellClasses.process.find(ids[i]) else { continue }
      bytes.append(byte: UInt8(truncatingIfNeeded: cellClass.nameLength))
      unsafe bytes.append(cellClass.name, count: cellClass.nameLength)
    }
  }

  // MARK: Reading

  init(from bytes: inout ByteReader) throws(Refusal) {
    for _ in 0..<(try bytes.count(ofBytes: 2)) {
      let length = Int(try bytes.byte())
      let offset = bytes.offset
      let name = unsafe try bytes.bytes(length)
      if length == 0 { throw bytes.nonsense }
      let id = unsafe CellClasses.process.find(name: name, length: length)
      if id == 0 { throw Refusal(.hasUnknownClass, at: offset) }
      if isKnown(id) { throw bytes.nonsense }
      try add(id)
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
    if used != ids.count { throw bytes.nonsense }
  }
}
