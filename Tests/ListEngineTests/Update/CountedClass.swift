// Models whose holders are counted: after any update, each model's count must be what the leaves and
// element blocks that are alive hold of it, and in the end nothing.

@testable import ListEngine

/// A model is a number: its look is the last hexadecimal digit, so two of one look are "equal".
final class CountedClass {
  private final class Counts {
    var held: [UInt: Int] = [:]
    /// Released by more than retained it, at any moment.
    var wentBelow: UInt? = nil
    /// Models whose last holder has gone: the host has freed them.
    var dead: Set<UInt> = []
    /// Whether no new ones come in.
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
        if counts.dead.contains(model), counts.isClosed { counts.resurrected = model }
        counts.held[model, default: 0] += 1
      }
    }
    callbacks.release = { context, models, count in
      let counts = Unmanaged<Counts>.fromOpaque(context!).takeUnretainedValue()
      for i in 0..<count {
        let model = UInt(bitPattern: models![i])
        counts.held[model, default: 0] -= 1
        if counts.held[model]! < 0 { counts.wentBelow = model }
        if counts.held[model]! == 0 {
          counts.held[model] = nil
          counts.dead.insert(model)
        }
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

  /// Runs `body`, which brings in no model: none that died may be retained again.
  func withoutNewModels(_ body: () throws -> Void) throws {
    counts.dead = []
    counts.resurrected = nil
    counts.isClosed = true
    defer { counts.isClosed = false }
    try body()
  }

  func check(_ holders: Holders) throws {
    if let model = counts.resurrected {
      throw Mismatch(description: "model \(model) is retained after its death")
    }
    if let model = counts.wentBelow { throw Mismatch(description: "model \(model) released too often") }
    let expected = holders.held[id] ?? [:]
    for model in Set(expected.keys).union(counts.held.keys) {
      let (held, wanted) = (counts.held[model] ?? 0, expected[model] ?? 0)
      try expect(held == wanted, "model \(model) is held \(held) times, not \(wanted)")
    }
  }
}

/// What the leaves and element blocks of some versions hold, each counted once however many share it.
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
      for i in 0..<leaf.count { add(leaf.model(i), leaf.cellClass(i)) }
    }
    for i in 0..<arrangement.sections.count where arrangement.sections[i].isLive {
      guard let block = arrangement.sections[i].supplementaries, seen.insert(block.address).inserted else {
        continue
      }
      for i in 0..<block.count { add(block[i].model, block[i].cellClass) }
    }
  }
}
