// One side of a diff as the matcher reads it: its sections, and its items by flat position, independent of
// how they are stored.
//
//     starts   [ 0        300      420 ]          first item of each section, then the count
//     chunks   [ leaf 4 | leaf 0 | leaf 9 ]       of a version: its leaves in order
//                0        256      300            first item of each chunk
//     columns  one range for all items            of a host's call: its borrowed arrays
//
// A window is the memory that can be read in one piece: a leaf, or the columns.

import CPlatform

struct Chunk: BitwiseCopyable {
  var leaf: Leaf
  var first: UInt32
  /// The leaf's id in its version.
  var id: UInt32
  /// The leaf's count, repeated here so that computing an item's address does not load the leaf.
  var count: Int

  /// Prefetches the slots, which a lookup reads first.
  @inline(__always) func prefetch() {
    unsafe iqp_prefetch(leaf.slots)
    unsafe iqp_prefetch(leaf.slots + 64)
  }

  /// Prefetches key and content of an item.
  @inline(__always) func prefetch(item offset: Int) {
    unsafe iqp_prefetch(leaf.keys + offset)
    unsafe iqp_prefetch(leaf.contents + offset)
  }
}

public struct Input: ~Copyable {
  private let inPlace = InPlace()
  var sectionKeys = Buffer<Key>()
  /// The ids of the sections, if the input is a version.
  var sectionIDs = Buffer<UInt32>()
  var supplementaries = Buffer<SupplementaryBlock?>()
  var starts = Buffer<UInt32>()
  var chunks = Buffer<Chunk>()
  /// The first chunk of each section; then the number of chunks.
  var firstChunks = Buffer<UInt32>()
  /// The chunk that contains the first item of each range, indexed by flat position >> guideShift.
  var guide = Buffer<UInt32>()
  private var guideShift = 0
  var droppingEmpty = false
  /// Whether it is one section of a version.
  var isPartial = false
  /// For each dropped empty section: the number of sections kept before it.
  var droppedBefore = Buffer<UInt32>()
  var columns: Columns? = nil
  /// The indices of the sections of `after` that are marked for reload.
  var markedSections = Buffer<UInt32>()
  /// The traits of all items together; 0 means that no item has a model or a class.
  var traits: UInt32 = 0

  var sectionCount: Int { sectionKeys.count }
  var count: Int { starts.isEmpty ? 0 : Int(starts[starts.count - 1]) }
  var bytes: Int {
    sectionKeys.bytes + sectionIDs.bytes + supplementaries.bytes + starts.bytes + chunks.bytes
      + firstChunks.bytes + guide.bytes + markedSections.bytes + droppedBefore.bytes
  }

  /// Removes everything and keeps the memory.
  mutating func removeAll() {
    sectionKeys.removeAll()
    sectionIDs.removeAll()
    supplementaries.removeAll()
    starts.removeAll()
    chunks.removeAll()
    firstChunks.removeAll()
    guide.removeAll()
    markedSections.removeAll()
    droppedBefore.removeAll()
    columns = nil
    traits = 0
    isPartial = false
  }

  // MARK: Filling

  /// Replaces everything with what another side has; it must keep the leaves.
  mutating func copy(_ other: borrowing Input) throws(Refusal) {
    try sectionKeys.copy(other.sectionKeys)
    try sectionIDs.copy(other.sectionIDs)
    try supplementaries.copy(other.supplementaries)
    try starts.copy(other.starts)
    try chunks.copy(other.chunks)
    try firstChunks.copy(other.firstChunks)
    try guide.copy(other.guide)
    try markedSections.copy(other.markedSections)
    try droppedBefore.copy(other.droppedBefore)
    guideShift = other.guideShift
    droppingEmpty = other.droppingEmpty
    isPartial = other.isPartial
    columns = other.columns
    traits = other.traits
  }

  mutating func reserve(sections: Int, chunks: Int) throws(Refusal) {
    try sectionKeys.reserve(sections)
    try supplementaries.reserve(sections)
    try starts.reserve(sections + 1)
    try self.chunks.reserve(chunks)
    try guide.reserve(2 * chunks + 2)
  }

  /// Reads a host's columns. The caller then adds the sections in order, each with its first item.
  mutating func set(_ columns: Columns, sections: Int) throws(Refusal) {
    removeAll()
    try reserve(sections: sections, chunks: 0)
    self.columns = columns
    traits = columns.traits
  }

  mutating func addSection(_ key: Key, first: Int, supplementaries block: SupplementaryBlock?) {
    sectionKeys.push(key)
    supplementaries.push(block)
    starts.push(UInt32(first))
  }

  /// Reads a host's columns and their sections, without the empty ones if `droppingEmpty`.
  mutating func set(
    _ columns: Columns, _ sections: borrowing Buffer<SectionInputs.Entry>, droppingEmpty: Bool
  ) throws(Refusal) {
    try set(columns, sections: sections.count)
    for i in 0..<sections.count {
      let entry = sections[i]
      let end = i + 1 < sections.count ? sections[i + 1].first : columns.count
      if droppingEmpty && end == entry.first {
        try droppedBefore.append(UInt32(sectionCount))
      } else {
        addSection(entry.key, first: entry.first, supplementaries: entry.supplementaries)
      }
    }
    endSections()
  }

  mutating func endSections() { starts.push(UInt32(columns?.count ?? 0)) }

  /// Adds a reload mark for every item of a marked section.
  func addMarks(to marks: inout Buffer<Mark>) throws(Refusal) {
    for i in 0..<markedSections.count {
      let section = Int(markedSections[i])
      for flat in starts[section]..<starts[section + 1] { try marks.append(Mark(flat: flat, reloads: 1)) }
    }
  }

  /// Chooses the range size so that a chunk spans about two ranges.
  mutating func fillGuide() {
    let count = count
    var shift = 0
    while count >> shift > 2 * chunks.count { shift += 1 }
    guideShift = shift
    if chunks.isEmpty { return }
    var chunk = 0
    var end = firstItem(after: chunk)
    for range in 0...(count >> shift) {
      while range &<< shift >= end {
        chunk &+= 1
        end = firstItem(after: chunk)
      }
      guide.push(UInt32(truncatingIfNeeded: chunk))
    }
  }

  /// The first item of the next chunk; of the last chunk a position that no item has.
  @inline(__always) private func firstItem(after chunk: Int) -> Int {
    chunk &+ 1 < chunks.count ? Int(chunks[chunk &+ 1].first) : Int.max
  }

  // MARK: Reading

  /// The chunks of a version's section.
  @inline(__always) func chunks(ofSection section: Int) -> Range<Int> {
    Int(firstChunks[section])..<Int(firstChunks[section &+ 1])
  }

  @inline(__always) func chunk(at flat: Int) -> Int {
    var chunk = Int(guide[flat &>> guideShift])
    while chunk &+ 1 < chunks.count && Int(chunks[chunk &+ 1].first) <= flat { chunk &+= 1 }
    return chunk
  }

  /// The window that contains an item.
  @inline(__always) func window(at flat: Int) -> Window {
    if let columns { return Window(columns) }
    let chunk = chunks[chunk(at: flat)]
    return Window(chunk.leaf, at: Int(chunk.first), count: chunk.count)
  }

  /// The same, of a version.
  @inline(__always) func leafWindow(at flat: Int) -> LeafWindow {
    let chunk = chunks[chunk(at: flat)]
    return LeafWindow(chunk.leaf, at: Int(chunk.first), count: chunk.count)
  }

  @inline(__always) func key(at flat: Int) -> Key { window(at: flat).key(flat) }

  @inline(__always) func content(at flat: Int) -> UInt64 { window(at: flat).content(flat) }

  /// All columns of an item except its slot.
  func values(at flat: Int) -> ItemValues {
    if let columns { return columns.values(flat) }
    let chunk = chunks[chunk(at: flat)]
    return chunk.leaf.values(flat - Int(chunk.first))
  }

  /// The items of an item's section.
  func section(around flat: Int) -> Range<Int> {
    let section = Int(position(of: flat).section)
    return Int(starts[section])..<Int(starts[section + 1])
  }

  /// Section and position within it.
  func position(of flat: Int) -> Position {
    var low = 0
    var high = sectionCount
    while high - low > 1 {
      let middle = (low &+ high) &>> 1
      if Int(starts[middle]) <= flat { low = middle } else { high = middle }
    }
    return Position(section: UInt32(low), item: UInt32(flat - Int(starts[low])))
  }
}
