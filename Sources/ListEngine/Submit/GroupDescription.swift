// A group as the host describes it: iq_group, field by field.

struct GroupDescription: BitwiseCopyable {
  private var structSize = MemoryLayout<GroupDescription>.size
  private let key: Key
  private let count: Int
  private let first: RankedItem
  /// The answer.
  private(set) var rank = Rank()
  private var header = Header()

  /// iq_supplementary.
  private struct Header: BitwiseCopyable {
    var structSize = MemoryLayout<Header>.size
    var kind: UInt32 = 0
    var index: UInt32 = 0
    var key = Key(low: 0, high: 0)
    var content: UInt64 = 0
    var model = Model(address: 0)
    var cellClass: UInt32 = 0
    var unused: UInt32 = 0
  }

  init(_ key: Key, count: Int, first: RankedItem) {
    self.key = key
    self.count = count
    self.first = first
  }

  /// The header that was answered, with a reference to its model; nil: there is none.
  func makeHeader() throws(Refusal) -> SupplementaryBlock? {
    if header.kind == 0 { return nil }
    let hasClass = header.cellClass == 0 || CellClasses.process.find(header.cellClass) != nil
    if header.kind != Supplementary.header || header.index != 0 || !hasClass {
      throw Refusal(.notHeader, key: key)
    }
    var supplementaries = try Buffer<Supplementary>(capacity: 1)
    supplementaries.push(
      Supplementary(
        kind: header.kind, index: header.index, key: header.key, content: header.content, model: header.model,
        cellClass: header.cellClass))
    return try SupplementaryBlock.make(supplementaries, section: key)
  }
}
