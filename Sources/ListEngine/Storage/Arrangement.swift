// The order of items: the sections in order, and the items of each in order. A list and a snapshot each have
// one; versions of one list share leaves.
//
//     order (forest, one tree)          section 2   section 0   section 5          sections by id
//                                           │           │           │
//     items (forest, a tree each)       ┌───┴───┐     leaf 3      (none)           leaves by id
//                                     leaf 0  leaf 4
//
// Leaves are shared between versions and copied on write. Leaf ids, trees and section records belong to one
// version. The id of a section or leaf is constant while it exists.

import CPlatform

public struct Section: BitwiseCopyable {
  public var key: Key
  var root = Link.none
  public var count: UInt32 = 0
  /// Increased each time a list reuses the record, so that old handles are refused.
  public var generation: UInt32 = 0
  /// Whether a section of a snapshot is marked for reload.
  var isMarked = false
  var isLive = true
  /// Whether the record may be used again. A section that an open edit has deleted is neither live nor free.
  var isFree = false
  public var supplementaries: SupplementaryBlock? = nil

  init(key: Key) { self.key = key }
}

/// The storage location of an item.
struct Location: BitwiseCopyable {
  var leaf: LeafID
  var offset: Int
}

public struct Arrangement: ~Copyable {
  /// A free row is nil.
  var leaves = Slab<Leaf?>()
  var items: Forest<ItemSum, LeafID, SectionID>
  /// A free row keeps its generation.
  var sections = Slab<Section>()
  var order: Forest<ItemSum, SectionID, SoleOwner>
  var root = Link.none
  /// Maps section keys to section ids.
  var sectionIndex = KeyIndex()
  // Half words, so that an empty list stays small.
  private var items32: UInt32 = 0
  private var sections32: UInt32 = 0
  private let capacity32: UInt32
  /// The number of generations used up for section records that do not exist yet.
  var usedGenerations: UInt32 = 0

  public internal(set) var count: Int {
    get { Int(items32) }
    set { items32 = UInt32(truncatingIfNeeded: newValue) }
  }
  public internal(set) var sectionCount: Int {
    get { Int(sections32) }
    set { sections32 = UInt32(truncatingIfNeeded: newValue) }
  }
  /// The most items in a leaf: 256; fewer in tests, so that few items make deep trees.
  var leafCapacity: Int { Int(capacity32) }

  public init(leafCapacity: Int = Leaf.largest, fanOut: Int = 64) {
    capacity32 = UInt32(leafCapacity)
    items = Forest(fanOut: fanOut)
    order = Forest(fanOut: fanOut)
  }

  deinit {
    for i in 0..<leaves.count { if let leaf = leaves[i] { leaf.release() } }
    for i in 0..<sections.count where sections[i].isLive { sections[i].supplementaries?.release() }
  }

  /// Another version with the same leaves. The cost depends on the leaves and sections, not on the items.
  public func copy() throws(Refusal) -> Arrangement {
    var copy = Arrangement(leafCapacity: leafCapacity, fanOut: items.fanOut)
    copy.items = try items.copy()
    copy.order = try order.copy()
    copy.sectionIndex = try sectionIndex.copy()
    let leafCopy = try leaves.copy()
    let sectionCopy = try sections.copy()
    // Nothing can fail from here on: the copy's deinit releases what the copy references, so it must own all
    // of it first.
    copy.leaves = leafCopy
    copy.sections = sectionCopy
    for i in 0..<leaves.count { leaves[i]?.retain() }
    for i in 0..<sections.count where sections[i].isLive { sections[i].supplementaries?.retain() }
    copy.root = root
    copy.count = count
    copy.sectionCount = sectionCount
    return copy
  }

  var treeBytes: Int {
    var total = items.bytes + order.bytes + sections.bytes + leaves.bytes + sectionIndex.bytes
    for i in 0..<leaves.count { total += leaves[i]?.bytes ?? 0 }
    return total
  }

  var leafCount: Int { leaves.usedCount }

  @inline(__always) func leaf(_ id: LeafID) -> Leaf {
    assert(leaves[id] != nil)
    return unsafe leaves[id].unsafelyUnwrapped
  }

  // MARK: Lookup

  /// The id of the section at an index that must exist.
  public func section(at position: Int) -> SectionID { order.child(ofUnit: position, in: root) }

  public func section(forKey key: Key) -> SectionID? { section(forKey: KeyScope.list.key(key)) }

  @inline(never) func section(forKey key: ScopedKey) -> SectionID? {
    sectionIndex.find(key.fingerprint) { sections[Int($0)].key == key.key }.map { SectionID($0) }
  }

  /// The scope of the keys of a section's items.
  func scope(ofSection id: SectionID, isScoped: Bool) -> KeyScope {
    KeyScope.list.narrowed(to: sections[id].key, if: isScoped)
  }

  /// The key of an item's section.
  func sectionKey(of location: Location) -> Key { sections[items.position(of: location.leaf).owner].key }

  /// A section's index, and the number of items before it.
  public func start(ofSection id: SectionID) -> ItemSum { order.position(of: id).before }

  /// The item at `index` of a section; it must exist.
  func location(ofItem index: Int, inSection id: SectionID) -> Location {
    let found = items.child(ofItem: index, in: sections[id].root)
    return Location(leaf: found.child, offset: found.offset)
  }

  /// The same where the item before it is known: `before.leaf` is `noIndex` if it is not. Nil if the section ends.
  @inline(__always) func location(
    ofItem index: Int, inSection id: SectionID, after before: Location
  ) -> Location? {
    if before.leaf == .noIndex { return location(ofItem: index, inSection: id) }
    if before.offset + 1 < leaf(before.leaf).count {
      return Location(leaf: before.leaf, offset: before.offset + 1)
    }
    return items.neighbour(of: before.leaf, step: 1).map { Location(leaf: $0, offset: 0) }
  }

  /// The item at a flat position.
  func location(ofItem index: Int) -> Location {
    let found = order.child(ofItem: index, in: root)
    return location(ofItem: found.offset, inSection: found.child)
  }

  /// The item at a flat position.
  func entry(at flat: UInt32) -> Entry {
    let location = location(ofItem: Int(flat))
    return leaf(location.leaf).entry(location.offset)
  }

  /// The section of a leaf, and the number of the section's items before the leaf.
  func start(ofLeaf id: LeafID) -> (section: SectionID, start: Int) {
    let found = items.position(of: id)
    return (found.owner, Int(found.before.items))
  }

  func position(of location: Location) -> Position {
    let found = start(ofLeaf: location.leaf)
    return Position(
      section: start(ofSection: found.section).units,
      item: UInt32(truncatingIfNeeded: found.start + location.offset))
  }

  /// The next leaf, in the same section or a later one.
  func leaf(after id: LeafID) -> LeafID? {
    if let next = items.neighbour(of: id, step: 1) { return next }
    var section = items.position(of: id).owner
    while let next = order.neighbour(of: section, step: 1) {
      if !sections[next].root.isNone { return items.edge(of: sections[next].root, last: false) }
      section = next
    }
    return nil
  }

  // MARK: Leaf and section ids

  /// Frees the id; the caller owns the leaf.
  mutating func dropLeaf(_ id: LeafID) {
    leaves[id] = nil
    leaves.remove(id.raw)
  }

  /// Capacity must be reserved.
  mutating func makeSection(_ key: Key, firstGeneration: UInt32) -> SectionID {
    var section = Section(key: key)
    if let id = sections.nextFree {
      section.generation = sections[Int(id)].generation &+ 1
    } else {
      section.generation = firstGeneration &+ usedGenerations
    }
    return SectionID(sections.add(section))
  }

  /// Frees a section's record, unless all its generations are used up. The caller owns what it referenced.
  mutating func dropSection(_ id: SectionID, firstGeneration: UInt32 = 0) {
    sections[id].isLive = false
    sections[id].isFree = true
    sections[id].supplementaries = nil
    sections[id].root = .none
    if sections[id].generation &+ 1 != firstGeneration { sections.remove(id.raw) }
  }
}

extension Slab where Row == Leaf? {
  @inline(__always) subscript(id: LeafID) -> Leaf? {
    get { self[Int(id.raw)] }
    set { self[Int(id.raw)] = newValue }
  }

  /// Into room that was reserved: cannot fail.
  @inline(__always) mutating func add(leaf: Leaf) -> LeafID { LeafID(add(leaf)) }
}

extension Slab where Row == Section {
  @inline(__always) subscript(id: SectionID) -> Section {
    get { self[Int(id.raw)] }
    set { self[Int(id.raw)] = newValue }
    _modify { yield &self[Int(id.raw)] }
  }
}
