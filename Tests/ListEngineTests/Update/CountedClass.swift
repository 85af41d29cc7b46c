// Counts the references to models: after any update, a model's count must equal the references from live
// leaves and supplementary blocks, and 0 in the end.

@testable import ListEngine

/// A model is a number whose last hexadecimal digit is its appearance; two with the same digit are "equal".
final class CountedClass {
  private final class Counts {
    var held: [UInt: Int] = [:]
    /// The first model that was released more often than retained, at any time.
    var overReleased: UInt? = nil
    /// Whether retaining a model whose count is 0 is an error: the host has freed it.
    var isClosed = false
    var resurrected: UInt? = nil
  }

  let id: UInt32
  private let counts: Counts
  nonisolated(unsafe) private static var made = 0

  init() throws {
    let counts = Counts()
    var callbacks = CellClass.Callbacks()
    callbacks.context = Unmanaged.passRetained(counts).toOpaque()
    callbacks.retain = { context, models, count in
      let counts = Unmanaged<Counts>.fromOpaque(context!).takeUnretainedValue()
      for i in 0..<count {
        let model = UInt(bitPattern: models![i])
        if counts.isClosed, counts.held[model] == nil { counts.resurrected = model }
        counts.held[model, default: 0] += 1
      }
    }
    callbacks.release = { context, models, count in
      let counts = Unmanaged<Counts>.fromOpaque(context!).takeUnretainedValue()
      for i in 0..<count {
        let model = UInt(bitPattern: models![i])
        counts.held[model, default: 0] -= 1
        if counts.held[model]! < 0 { counts.overReleased = model }
        if counts.held[model]! == 0 { counts.held[model] = nil }
      }
    }
    callbacks.equal = { _, before, after in
      UInt(bitPattern: before) & 15 == UInt(bitPattern: after) & 15 ? 1 : 0
    }
    callbacks.changed = { _, before, after in UInt64(UInt(bitPattern: before) ^ UInt(bitPattern: after)) }
    Self.made += 1
    self.counts = counts
    id = try Array("counted \(Self.made)".utf8).withUnsafeBytes {
      try CellClasses.process.register(name: $0.baseAddress!, length: $0.count, callbacks)
    }
  }

  /// Runs `body`, which adds no model: retaining a dead one is an error.
  func withoutNewModels(_ body: () throws -> Void) throws {
    counts.resurrected = nil
    counts.isClosed = true
    defer { counts.isClosed = false }
    try body()
  }

  func check(_ holders: Holders) throws {
    if let model = counts.resurrected {
      throw Mismatch(description: "model \(model) is retained after its death")
    }
    if let model = counts.overReleased { throw Mismatch(description: "model \(model) released too often") }
    let expected = holders.held[id] ?? [:]
    for model in Set(expected.keys).union(counts.held.keys) {
      let (held, wanted) = (counts.held[model] ?? 0, expected[model] ?? 0)
      try expect(held == wanted, "model \(model) is held \(held) times, not \(wanted)")
    }
  }
}

/// The references of the leaves and supplementary blocks of some versions; shared ones are counted once.
struct Holders {
  /// By class, then model.
  private(set) var held: [UInt32: [UInt: Int]] = [:]
  private var seen = Set<UnsafeRawPointer>()

  private mutating func add(_ model: Model, _ cellClass: UInt32) {
    if !model.isNull && cellClass != 0 { held[cellClass, default: [:]][model.address, default: 0] += 1 }
  }

  mutating func add(_ arrangement: borrowing Arrangement) {
    for i in 0..<arrangement.leaves.count {
      guard let leaf = arrangement.leaves[i], seen.insert(UnsafeRawPointer(leaf.keys)).inserted else {
        continue
      }
      for i in 0..<leaf.count { add(leaf.values(i).model, leaf.values(i).cellClass) }
    }
    for i in 0..<arrangement.sections.count where arrangement.sections[i].isLive {
      guard let block = arrangement.sections[i].supplementaries, seen.insert(block.address).inserted else {
        continue
      }
      for i in 0..<block.count { add(block[i].model, block[i].cellClass) }
    }
  }

  /// The references of the steps of a list.
  mutating func add(_ steps: borrowing UndoSteps) {
    steps.forEach { step in
      let payload = (step.changeset.payload.before.items.count, step.changeset.payload.after.items.count)
      for i in 0..<payload.0 {
        add(step.models.before.items.model(i), step.changeset.payload.before.items[i].appearance.cellClass)
      }
      for i in 0..<payload.1 {
        add(step.models.after.items.model(i), step.changeset.payload.after.items[i].appearance.cellClass)
      }
      for i in 0..<step.changeset.payload.updated.count {
        let update = step.changeset.payload.updated[i]
        add(step.models.before.updated.model(i), update.before.cellClass)
        add(step.models.after.updated.model(i), update.after.cellClass)
      }
      for i in 0..<step.changeset.payload.before.supplementaries.count {
        let kept = step.changeset.payload.before.supplementaries[i].supplementary
        add(step.models.before.supplementaries.model(i), kept.cellClass)
      }
      for i in 0..<step.changeset.payload.after.supplementaries.count {
        let kept = step.changeset.payload.after.supplementaries[i].supplementary
        add(step.models.after.supplementaries.model(i), kept.cellClass)
      }
    }
  }
}
