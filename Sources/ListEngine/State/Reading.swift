// What can be asked of an arrangement, of a list's as of a snapshot's: the positions here are those of
// the host and are checked.

/// All about a section.
public struct SectionInfo: BitwiseCopyable, Sendable {
  public var key: Key
  public var position: Int
  public var count: Int
  /// Items in the sections before it.
  public var first: Int
  public var elementCount: Int
}

extension Arrangement {
  func checkSection(_ position: Int) throws(Refusal) -> UInt32 {
    guard position >= 0 && position < sectionCount else {
      throw Refusal(.range, position: Position(section: UInt32(clamping: position), item: none))
    }
    return section(at: position)
  }

  func info(ofSection id: UInt32) -> SectionInfo {
    let section = sections[Int(id)]
    let place = place(ofSection: id)
    return SectionInfo(
      key: section.key, position: Int(place.units), count: Int(section.count), first: Int(place.items),
      elementCount: section.elements?.count ?? 0)
  }

  /// Calls `body` with leaf, first offset and count of each stretch of the items first ..< first + count.
  /// A refusal names `argument` where it is about `first`, the one after it where about `count`.
  @inline(never) func forEachStretch(
    _ first: Int, _ count: Int, argument: UInt32 = 0, _ body: (Leaf, Int, Int) -> Void
  ) throws(Refusal) {
    if first < 0 || first > self.count { throw Refusal(.range, argument: argument) }
    if count < 0 || count > self.count - first { throw Refusal(.range, argument: argument + 1) }
    if count == 0 { return }
    var location = location(ofItem: first)
    var rest = count
    while true {
      let leaf = leaf(location.leaf)
      let width = min(rest, leaf.count - location.offset)
      body(leaf, location.offset, width)
      rest -= width
      guard rest > 0, let next = self.leaf(after: location.leaf) else { return }
      location = Location(leaf: next, offset: 0)
    }
  }
}

/// Where items are copied out to; nil for what is not wanted.
@safe public struct ItemBuffers: BitwiseCopyable {
  public var keys: UnsafeMutableRawPointer? = nil
  public var contents: UnsafeMutableRawPointer? = nil
  public var models: UnsafeMutableRawPointer? = nil
  public var classes: UnsafeMutableRawPointer? = nil
  /// 64-bit handles.
  public var handles: UnsafeMutableRawPointer? = nil

  public init() {}

  /// `count` items of a leaf, as the items `done` and on of the buffers.
  func copy(_ leaf: Leaf, _ offset: Int, _ count: Int, at done: Int) {
    unsafe keys?.advanced(by: done * 16).copyMemory(from: leaf.keys + offset, byteCount: count * 16)
    unsafe contents?.advanced(by: done * 8).copyMemory(from: leaf.contents + offset, byteCount: count * 8)
    for i in 0..<count {
      unsafe models?.storeBytes(of: leaf.model(offset + i), toByteOffset: (done + i) * 8, as: Model.self)
      unsafe classes?.storeBytes(
        of: leaf.cellClass(offset + i), toByteOffset: (done + i) * 4, as: UInt32.self)
    }
  }
}
