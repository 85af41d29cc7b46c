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

  /// Into room that was reserved: cannot fail.
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

  /// Into room that was reserved: cannot fail.
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
  /// Calls `body` with each stretch of models of one class.
  private func forEachBatch(
    _ items: Range<Int>, _ body: (UInt32, UnsafePointer<Model>, Int) -> Void
  ) {
    guard let models = unsafe models, let classes = unsafe classes else { return }
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
  /// Those of so many items, from `offset` on.
  func retainModels(_ offset: Int, _ count: Int) {
    unsafe forEachBatch(offset..<offset + count) { unsafe CellClass.retain($0, $1, $2) }
  }
  func releaseModels() { unsafe forEachBatch(0..<count) { unsafe CellClass.release($0, $1, $2) } }

  /// One version less holds the leaf, one that never owned its models.
  func dropWithoutModels() {
    if dropReference() { free() }
  }

  /// One version less holds the leaf; the last one's models and memory go.
  func letGo() {
    if !dropReference() { return }
    releaseModels()
    free()
  }
}

/// What a change of a list or a snapshot gives up. The host is called for it in two steps:
///
///     change ─► readers let in ─► retainShared ─► update lock, mark given back ─► releaseAll
///
/// A leaf that was rewritten handed its models' references to the leaf that took its place, as if it
/// had died. Where it lives on in another version, as many references are taken anew, while this
/// count still keeps the leaf. Until that is done no other change of the same object may begin: it
/// could release the references that were handed over, the last ones of models that are still shown.
public struct PendingReleases: ~Copyable {
  var rewritten = Buffer<Leaf>()
  /// Leaves that went with all their items.
  var dropped = Buffer<Leaf>()
  var released = ModelReferences()
  /// Models that came in with a change that then failed.
  var returned = ModelReferences()
  var supplementaries = Buffer<SupplementaryBlock>()
  /// New blocks, each counted once more for this, whose models are still to be retained.
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

  /// As if nothing had been given up: the leaves that were rewritten live on in the version that this one
  /// was made from, with the models that are theirs.
  mutating func forget() {
    for i in 0..<rewritten.count { rewritten[i].dropWithoutModels() }
    rewritten.removeAll()
    released.removeAll()
  }

  /// What is taken on, ahead of what is given up.
  mutating func retainInstalled() {
    for i in 0..<installed.count {
      installed[i].retainModels()
      installed[i].letGo()
    }
    installed.removeAll()
  }

  /// What other versions go on showing is theirs from here on; of what only this count kept, the memory goes.
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

  /// After `retainShared`, with nothing held: the host may do anything.
  mutating func releaseAll() {
    for i in 0..<rewritten.count { rewritten[i].letGo() }
    released.releaseAll()
    returned.releaseAll()
    for i in 0..<dropped.count { dropped[i].letGo() }
    for i in 0..<supplementaries.count { supplementaries[i].letGo() }
    rewritten.removeAll()
    dropped.removeAll()
    released.removeAll()
    returned.removeAll()
    supplementaries.removeAll()
  }
}
