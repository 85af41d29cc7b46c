// One side of a diff as the matching reads it: sections, and items counted over all of them ("flat"),
// wherever they are stored.
//
//     starts   [ 0        300      420 ]          sections' first items, and the total
//     chunks   [ leaf 4 | leaf 0 | leaf 9 ]       of a version: its leaves in order
//                0        256      300
//     columns  one stretch for all                of a host's call: its arrays as lent
//
// A window is what can be read in one go from a flat position: up to the end of a leaf, or of all.

import CPlatform

struct Chunk: BitwiseCopyable {
  var leaf: Leaf
  var first: UInt32
  /// The leaf's number in its version.
  var id: UInt32
  /// The leaf's, here so that finding an item's address does not touch the leaf.
  var count: Int

  /// Brings near what is searched first when an item is looked for.
  @inline(__always) func prefetch() {
    unsafe iqp_prefetch(leaf.slots)
    unsafe iqp_prefetch(leaf.slots + 64)
  }
}

public struct Input: ~Copyable {
  private let inPlace = InPlace()
  var sectionKeys = Buffer<Key>()
  var sectionIDs = Buffer<UInt32>()
  var supplementaries = Buffer<SupplementaryBlock?>()
  var starts = Buffer<UInt32>()
  var chunks = Buffer<Chunk>()
  /// By section, and the total: its first chunk.
  var firstChunks = Buffer<UInt32>()
  /// By flat position >> guideShift: the chunk that holds the first item of that stretch.
  var guide = Buffer<UInt32>()
  private var guideShift = 0
  private var droppingEmpty = false
  /// For each empty section that was dropped, how many were kept before it.
  private(set) var droppedBefore = Buffer<UInt32>()
  var columns: Columns? = nil
  /// After-positions of sections marked for reload.
  var markedSections = Buffer<UInt32>()
  /// Whether any item may have a model or a class.
  var traits: UInt32 = 0

  var sectionCount: Int { sectionKeys.count }
  var count: Int { starts.isEmpty ? 0 : Int(starts[starts.count - 1]) }
  var bytes: Int {
    sectionKeys.bytes + sectionIDs.bytes + supplementaries.bytes + starts.bytes + chunks.bytes
      + firstChunks.bytes + guide.bytes + markedSections.bytes + droppedBefore.bytes
  }

  /// Empty, with its memory kept.
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
  }

  // MARK: Filling

  private mutating func reserve(sections: Int, chunks: Int) throws(Refusal) {
    try sectionKeys.reserve(sections)
    try sectionIDs.reserve(sections)
    try supplementaries.reserve(sections)
    try starts.reserve(sections + 1)
    try firstChunks.reserve(sections + 1)
    try self.chunks.reserve(chunks)
    try guide.reserve(2 * chunks + 2)
  }

  /// A version (without its empty sections, where asked for), or one section of it.
  mutating func set(
    _ arrangement: borrowing Arrangement, section only: UInt32? = nil, droppingEmpty: Bool = false
  ) throws(Refusal) {
    removeAll()
    self.droppingEmpty = droppingEmpty
    try reserve(sections: only == nil ? arrangement.sectionCount : 1, chunks: arrangement.leafCount)
    if droppingEmpty { try droppedBefore.reserve(arrangement.sectionCount) }
    try markedSections.reserve(sectionKeys.capacity)
    var flat: UInt32 = 0
    if let only {
      add(section: only, of: arrangement, &flat)
    } else {
      addSections(of: arrangement, under: arrangement.root, &flat)
    }
    starts.push(flat)
    firstChunks.push(UInt32(chunks.count))
    fillGuide()
  }

  private mutating func addSections(
    of arrangement: borrowing Arrangement, under link: Link, _ flat: inout UInt32
  ) {
    if link.isNone { return }
    if !link.isNode {
      add(section: link.end, of: arrangement, &flat)
      return
    }
    for i in 0..<Int(arrangement.order.heads[link.node].count) {
      addSections(
        of: arrangement, under: arrangement.order.links[link.node * arrangement.order.fanOut + i], &flat)
    }
  }

  private mutating func add(section id: UInt32, of arrangement: borrowing Arrangement, _ flat: inout UInt32) {
    let section = arrangement.sections[Int(id)]
    if droppingEmpty && section.count == 0 {
      droppedBefore.push(UInt32(sectionCount))
      return
    }
    if section.isMarked { markedSections.push(UInt32(sectionCount)) }
    sectionKeys.push(section.key)
    sectionIDs.push(id)
    supplementaries.push(section.supplementaries)
    starts.push(flat)
    firstChunks.push(UInt32(chunks.count))
    addLeaves(of: arrangement, under: section.root, &flat)
  }

  private mutating func addLeaves(
    of arrangement: borrowing Arrangement, under link: Link, _ flat: inout UInt32
  ) {
    if link.isNone { return }
    if !link.isNode {
      let leaf = arrangement.leaf(link.end)
      chunks.push(Chunk(leaf: leaf, first: flat, id: link.end, count: leaf.count))
      flat += UInt32(leaf.count)
      traits |= leaf.traits
      return
    }
    for i in 0..<Int(arrangement.items.heads[link.node].count) {
      addLeaves(
        of: arrangement, under: arrangement.items.links[link.node * arrangement.items.fanOut + i], &flat)
    }
  }

  /// A version's sections without their items.
  mutating func setSections(_ arrangement: borrowing Arrangement) throws(Refusal) {
    removeAll()
    try reserve(sections: arrangement.sectionCount, chunks: 0)
    var flat: UInt32 = 0
    for position in 0..<arrangement.sectionCount {
      let section = arrangement.sections[Int(arrangement.section(at: position))]
      sectionKeys.push(section.key)
      starts.push(flat)
      flat += section.count
    }
    starts.push(flat)
  }

  /// A host's columns, in sections that the caller adds with their first items, in order.
  mutating func set(_ columns: Columns, sections: Int) throws(Refusal) {
    removeAll()
    try reserve(sections: sections, chunks: 0)
    self.columns = columns
    traits = columns.traits
  }

  mutating func addSection(_ key: Key, first: Int, supplementaries block: SupplementaryBlock?) {
    sectionKeys.push(key)
    sectionIDs.push(noIndex)
    supplementaries.push(block)
    starts.push(UInt32(first))
  }

  /// An empty section that is not shown.
  mutating func dropSection() throws(Refusal) { try droppedBefore.append(UInt32(sectionCount)) }

  mutating func endSections() { starts.push(UInt32(columns?.count ?? 0)) }

  /// Every item of a marked section is to be reloaded.
  func addMarks(to marks: inout Buffer<Mark>) throws(Refusal) {
    for i in 0..<markedSections.count {
      let section = Int(markedSections[i])
      for flat in starts[section]..<starts[section + 1] { try marks.append(Mark(place: flat, reloads: 1)) }
    }
  }

  /// So many stretches that each has about half a chunk.
  private mutating func fillGuide() {
    guideShift = 0
    while count >> guideShift > 2 * chunks.count { guideShift += 1 }
    var chunk = 0
    for stretch in 0..<(chunks.isEmpty ? 0 : (count >> guideShift) + 1) {
      let flat = stretch << guideShift
      while chunk + 1 < chunks.count && Int(chunks[chunk + 1].first) <= flat { chunk += 1 }
      guide.push(UInt32(chunk))
    }
  }

  // MARK: Reading

  @inline(__always) func chunk(at flat: Int) -> Int {
    var chunk = Int(guide[flat >> guideShift])
    while chunk + 1 < chunks.count && Int(chunks[chunk + 1].first) <= flat { chunk += 1 }
    return chunk
  }

  /// What can be read from `flat` on, to `end` at most.
  @inline(__always) func window(at flat: Int, end: Int) -> Window {
    if let columns {
      return unsafe Window(
        keys: columns.keys.base + flat &* columns.keys.stride,
        contents: columns.contents.base + flat &* columns.contents.stride,
        keyStride: columns.keys.stride, contentStride: columns.contents.stride, count: end - flat,
        leaf: nil, offset: 0)
    }
    let chunk = chunks[chunk(at: flat)]
    let offset = flat - Int(chunk.first)
    return unsafe Window(
      keys: UnsafeRawPointer(chunk.leaf.keys + offset),
      contents: UnsafeRawPointer(chunk.leaf.contents + offset), keyStride: 16,
      contentStride: 8, count: min(chunk.count - offset, end - flat), leaf: chunk.leaf, offset: offset)
  }

  /// What can be read of a version up to `flat`, from `start` on at the earliest.
  @inline(__always) func tail(at flat: Int, from start: Int) -> Window {
    window(at: max(start, Int(chunks[chunk(at: flat)].first)), end: flat + 1)
  }

  @inline(__always) func key(at flat: Int) -> Key { window(at: flat, end: flat + 1).key(0) }

  @inline(__always) func content(at flat: Int) -> UInt64 { window(at: flat, end: flat + 1).content(0) }

  /// All of an item but its slot.
  func appearances(at flat: Int) -> (content: UInt64, model: Model, cellClass: UInt32) {
    if let columns { return (columns.content(flat), columns.model(flat), columns.cellClass(flat)) }
    let chunk = chunks[chunk(at: flat)]
    let i = flat - Int(chunk.first)
    return (chunk.leaf.content(i), chunk.leaf.model(i), chunk.leaf.cellClass(i))
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
