// The supplementaries of one section (header, footer, the host's kinds), sorted by kind and index, in one
// block of memory:
//
//     | references 4 | count 4 | unused 8 | supplementaries 56 × count |
//
// A block is immutable and reference-counted, so that versions share it. It owns a reference to each of its
// models.

import CPlatform

public struct Supplementary: BitwiseCopyable {
  public var kind: UInt32
  public var index: UInt32
  public var key: Key
  public var content: UInt64
  public var model: Model
  public var cellClass: UInt32

  public static let header: UInt32 = 1
  public static let footer: UInt32 = 2
  static let empty: UInt32 = 3
  static let loading: UInt32 = 4
  static let failed: UInt32 = 5
  static let pageStart: UInt32 = 6
  static let pageEnd: UInt32 = 7
  /// The first kind that is reserved for hosts.
  public static let host: UInt32 = 16

  public init(kind: UInt32, index: UInt32, key: Key, content: UInt64, model: Model, cellClass: UInt32) {
    self.kind = kind
    self.index = index
    self.key = key
    self.content = content
    self.model = model
    self.cellClass = cellClass
  }

  var values: ItemValues { ItemValues(Appearance(content: content, cellClass: cellClass), model: model) }

  /// Sort value: kind, then index.
  var rank: UInt64 { UInt64(kind) << 32 | UInt64(index) }
}

@safe public struct SupplementaryBlock: BitwiseCopyable {
  private let base: UnsafeMutableRawPointer

  private static func bytes(_ count: Int) -> Int { 16 + count * MemoryLayout<Supplementary>.stride }

  /// Allocates an uninitialised block for `count` supplementaries with one reference; nil if `count` is 0.
  static func make(count: Int) throws(Refusal) -> SupplementaryBlock? {
    if count == 0 { return nil }
    let base = unsafe try Memory.allocate(bytes(count))
    unsafe base.storeBytes(of: 1, as: Int32.self)
    unsafe base.storeBytes(of: Int32(count), toByteOffset: 4, as: Int32.self)
    return unsafe SupplementaryBlock(base: base)
  }

  /// Sorts the supplementaries; their models must be retained. Refuses a duplicate (kind, index).
  static func make(_ supplementaries: borrowing Buffer<Supplementary>, section: Key) throws(Refusal)
    -> SupplementaryBlock?
  {
    guard let block = try make(count: supplementaries.count) else { return nil }
    for i in 0..<supplementaries.count {
      var hole = i
      while hole > 0 && block[hole - 1].rank > supplementaries[i].rank {
        block[hole] = block[hole - 1]
        hole -= 1
      }
      block[hole] = supplementaries[i]
      if hole > 0 && block[hole - 1].rank == supplementaries[i].rank {
        block.free()
        throw Refusal(.duplicateElement, key: supplementaries[i].key, section: section)
          .about(supplementaries[i].kind, supplementaries[i].index)
      }
    }
    block.retainModels()
    return block
  }

  private init(base: UnsafeMutableRawPointer) { unsafe self.base = base }

  private var references: UnsafeMutablePointer<Int32> {
    unsafe base.assumingMemoryBound(to: Int32.self)
  }

  public var count: Int { unsafe Int(references[1]) }

  public subscript(i: Int) -> Supplementary {
    get {
      assert(i < count)
      return unsafe (base + 16).assumingMemoryBound(to: Supplementary.self)[i]
    }
    nonmutating set { unsafe (base + 16).assumingMemoryBound(to: Supplementary.self)[i] = newValue }
  }

  /// The index of the supplementary with that kind and index.
  func find(kind: UInt32, index: UInt32) -> Int? {
    let rank = UInt64(kind) << 32 | UInt64(index)
    for i in 0..<count where self[i].rank == rank { return i }
    return nil
  }

  /// Identifies the block.
  @unsafe var address: UnsafeRawPointer { unsafe UnsafeRawPointer(base) }

  static func == (a: SupplementaryBlock, b: SupplementaryBlock) -> Bool { unsafe a.base == b.base }

  func retain() { _ = unsafe iqp_add32(references, 1) }

  func retainModels() { retainModels(0..<count) }

  func retainModels(_ supplementaries: Range<Int>) {
    for i in supplementaries {
      var model = self[i].model
      if !model.isNull && self[i].cellClass != 0 { unsafe CellClass.retain(self[i].cellClass, &model, 1) }
    }
  }

  /// Releases the memory; the caller releases the models.
  func free() { unsafe Memory.release(base, SupplementaryBlock.bytes(count)) }

  func release() {
    if unsafe iqp_add32(references, -1) > 0 { return }
    for i in 0..<count {
      var model = self[i].model
      if !model.isNull && self[i].cellClass != 0 { unsafe CellClass.release(self[i].cellClass, &model, 1) }
    }
    free()
  }
}
