// References to models, collected for retaining or releasing in batches, so that no host callback runs while
// a change is incomplete or a lock is held.
//
//     models   [ p q r | s t | u ]
//     batches    class 1  2     1        adjacent models of one class share a batch
//
// A model without a class is never retained and is not recorded.

public struct ModelReferences: ~Copyable {
  private struct Batch: BitwiseCopyable {
    var cellClass: UInt32
    var count: UInt32
  }

  private var models = Buffer<Model>()
  private var batches = Buffer<Batch>()

  public init() {}

  public var isEmpty: Bool { models.isEmpty }
  var count: Int { models.count }
  var bytes: Int { models.bytes + batches.bytes }

  mutating func reserve(extra: Int) throws(Refusal) {
    try models.reserve(extra: extra)
    try batches.reserve(extra: extra)
  }

  public mutating func add(_ model: Model, _ cellClass: UInt32) throws(Refusal) {
    if model.isNull || cellClass == 0 { return }
    try reserve(extra: 1)
    push(model, cellClass)
  }

  mutating func add(_ values: ItemValues) throws(Refusal) { try add(values.model, values.cellClass) }

  /// Adds within the reserved capacity; cannot fail.
  mutating func push(_ values: ItemValues) { push(values.model, values.cellClass) }

  mutating func push(_ model: Model, _ cellClass: UInt32) {
    if model.isNull || cellClass == 0 { return }
    models.push(model)
    let last = batches.count - 1
    if last >= 0 && batches[last].cellClass == cellClass {
      batches[last].count += 1
    } else {
      batches.push(Batch(cellClass: cellClass, count: 1))
    }
  }

  /// Adds within the reserved capacity; cannot fail.
  mutating func append(_ other: borrowing ModelReferences) {
    unsafe other.forEachBatch { cellClass, first, count in
      for i in 0..<count { unsafe push(first[i], cellClass) }
    }
  }

  public func retainAll() {
    unsafe forEachBatch { unsafe CellClass.retain($0, $1, $2) }
  }

  public func releaseAll() {
    unsafe forEachBatch { unsafe CellClass.release($0, $1, $2) }
  }

  private func forEachBatch(_ body: (UInt32, UnsafePointer<Model>, Int) -> Void) {
    guard var next = unsafe models.pointer else { return }
    for i in 0..<batches.count {
      let batch = batches[i]
      unsafe body(batch.cellClass, next, Int(batch.count))
      unsafe next += Int(batch.count)
    }
  }

  mutating func removeAll() {
    models.removeAll()
    batches.removeAll()
  }

  mutating func free() {
    models.free()
    batches.free()
  }
}

extension Leaf {
  /// Calls `body` with each range of models of one class.
  private func forEachBatch(
    _ items: Range<Int>, _ body: (UInt32, UnsafePointer<Model>, Int) -> Void
  ) {
    guard let models = unsafe optional.start(of: .model)?.assumingMemoryBound(to: Model.self),
      let classes = unsafe optional.start(of: .cellClass)?.assumingMemoryBound(to: UInt32.self)
    else { return }
    var start = items.lowerBound
    while start < items.upperBound {
      let cellClass = unsafe classes[start]
      var end = start
      while end < items.upperBound, unsafe classes[end] == cellClass, unsafe !models[end].isNull { end += 1 }
      if end > start && cellClass != 0 { unsafe body(cellClass, models + start, end - start) }
      start = max(end, start + 1)
    }
  }

  func retainModels() { retainModels(0, count) }
  /// Retains the models of `count` items from `offset` on.
  func retainModels(_ offset: Int, _ count: Int) {
    unsafe forEachBatch(offset..<offset + count) { unsafe CellClass.retain($0, $1, $2) }
  }
  @inline(never) func releaseModels() {
    unsafe forEachBatch(0..<count) { unsafe CellClass.release($0, $1, $2) }
  }

  /// Drops a reference of a version that never owned the leaf's models.
  func dropWithoutModels() {
    if dropReference() { free() }
  }

  /// Drops a reference; the last one releases the models and the memory.
  func release() {
    if !dropReference() { return }
    releaseModels()
    free()
  }
}

/// The references that a change of a list or a snapshot releases. The host is called in two steps:
///
///     change ─► readers admitted ─► retainShared ─► update lock or mark released ─► releaseAll
///
/// A rewritten leaf hands its models' references to the leaf that replaces it. If another version still
/// references the old leaf, `retainShared` retains the models again, while the leaf is still held here. Until
/// then no other change of the same object may begin: it could release the references that were handed over,
/// the last ones of models that the other version still contains.
public struct PendingReleases: ~Copyable {
  var rewritten = Buffer<Leaf>()
  /// Leaves that were removed with all their items.
  var dropped = Buffer<Leaf>()
  var released = ModelReferences()
  /// New models of a change that failed.
  var returned = ModelReferences()
  var supplementaries = Buffer<SupplementaryBlock>()
  /// New blocks, each with one more reference, whose models are not retained yet.
  var installed = Buffer<SupplementaryBlock>()

  public init() {}

  var isEmpty: Bool {
    rewritten.isEmpty && dropped.isEmpty && released.isEmpty && returned.isEmpty && supplementaries.isEmpty
      && installed.isEmpty
  }

  var bytes: Int {
    rewritten.bytes + dropped.bytes + released.bytes + returned.bytes + supplementaries.bytes
      + installed.bytes
  }

  mutating func reserve(leaves: Int, models: Int, supplementaries extra: Int) throws(Refusal) {
    try rewritten.reserve(extra: leaves)
    try released.reserve(extra: models)
    try supplementaries.reserve(extra: extra)
  }

  /// Releases nothing: the rewritten leaves stay in the version from which this one was copied, and keep
  /// their models.
  mutating func discard() {
    for i in 0..<rewritten.count { rewritten[i].dropWithoutModels() }
    rewritten.removeAll()
    released.removeAll()
  }

  /// Retains the models of new blocks, before anything is released.
  mutating func retainInstalled() {
    for i in 0..<installed.count {
      installed[i].retainModels()
      installed[i].release()
    }
    installed.removeAll()
  }

  /// Rewritten leaves that other versions reference get their own models back; the others are freed.
  mutating func retainShared() {
    retainInstalled()
    var shared = 0
    for i in 0..<rewritten.count {
      let leaf = rewritten[i]
      if leaf.isShared {
        leaf.retainModels()
        rewritten[shared] = leaf
        shared += 1
      } else {
        leaf.free()
      }
    }
    rewritten.truncate(to: shared)
  }

  /// Call after `retainShared`, with no lock held: the host may call anything.
  mutating func releaseAll() {
    for i in 0..<rewritten.count { rewritten[i].release() }
    released.releaseAll()
    returned.releaseAll()
    for i in 0..<dropped.count { dropped[i].release() }
    for i in 0..<supplementaries.count { supplementaries[i].release() }
    rewritten.removeAll()
    dropped.removeAll()
    released.removeAll()
    returned.removeAll()
    supplementaries.removeAll()
  }
}
