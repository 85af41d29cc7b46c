// The layouts of a view's sections, each kept once.
//
//     rows       0: of all sections without one | 1: a grid, of 3 sections | 2: -
//     section    number 4, generation 8: layout 1
//
// Layouts with the same functions have the same number of `measure`: what that left open, another one is asked about.

struct LayoutTable: ~Copyable {
  struct Row: BitwiseCopyable {
    var layout: SectionLayout
    /// How many sections have it.
    var uses: UInt32
    /// The number of its functions.
    var measure: UInt32
  }

  static var limit: Int { 65_535 }
  /// The row of all sections that have no layout of their own.
  static var ofAll: UInt32 { 0 }

  private var rows = Slab<Row>()
  /// The last number of functions.
  private var lastMeasure: UInt32 = 0
  /// All but that of all sections, by their bytes.
  private var index = KeyIndex()

  init() {}

  /// The end of the view. Calls the host, once for each function.
  deinit {
    for number in 0..<rows.count where rows[number].uses > 0 && !isBefore(number) {
      rows[number].layout.callDestroy()
    }
  }

  /// Whether a row before it has the same functions.
  private func isBefore(_ number: Int) -> Bool {
    for other in 0..<number
    where rows[other].uses > 0 && rows[other].layout.hasFunctions(of: rows[number].layout) {
      return true
    }
    return false
  }

  /// With the layout of all sections.
  mutating func begin() throws(Refusal) {
    try rows.reserve(extra: 1)
    rows.add(Row(layout: SectionLayout(), uses: 1, measure: newMeasure()))
  }

  var count: Int { rows.count }

  @inline(__always) subscript(number: UInt32) -> SectionLayout { rows[Int(number)].layout }

  /// The number of its functions, not 0.
  func measure(_ number: UInt32) -> UInt32 { rows[Int(number)].measure }

  /// Never 0.
  private mutating func newMeasure() -> UInt32 {
    lastMeasure = lastMeasure == .max ? 1 : lastMeasure + 1
    return lastMeasure
  }

  func isUsed(_ number: UInt32) -> Bool { rows[Int(number)].uses > 0 }

  /// The row of an equal layout, which is used once more, or a new one.
  mutating func use(_ layout: SectionLayout) throws(Refusal) -> UInt32 {
    let found = index.find(layout.fingerprint) { number in
      rows[Int(number)].uses > 0 && rows[Int(number)].layout.isSame(as: layout)
    }
    if let found {
      rows[Int(found)].uses += 1
      return found
    }
    if rows.usedCount > LayoutTable.limit { throw Refusal(.layoutLimit, limit: LayoutTable.limit) }
    try rows.reserve(extra: 1)
    try index.reserve(extra: 1)
    let number = rows.add(Row(layout: layout, uses: 1, measure: like(layout) ?? newMeasure()))
    index.insert(layout.fingerprint, number)
    return number
  }

  /// A section has it no longer. Returns the layout if no other has it: the caller tells the host.
  mutating func giveUp(_ number: UInt32) -> SectionLayout? {
    rows[Int(number)].uses -= 1
    if rows[Int(number)].uses > 0 { return nil }
    let layout = rows[Int(number)].layout
    index.remove(layout.fingerprint, number)
    rows.remove(number)
    return like(layout) != nil ? nil : layout
  }

  /// Replaces the layout of all sections that have none of their own. Returns the former one likewise.
  mutating func replaceOfAll(by layout: SectionLayout) -> SectionLayout? {
    let former = rows[0].layout
    rows[0].measure = like(layout) ?? newMeasure()
    rows[0].layout = layout
    return like(former) != nil ? nil : former
  }

  /// The number of the functions of a layout, if one that is used has the same.
  private func like(_ layout: SectionLayout) -> UInt32? {
    for number in 0..<rows.count
    where rows[number].uses > 0 && rows[number].layout.hasFunctions(of: layout) {
      return rows[number].measure
    }
    return nil
  }
}
