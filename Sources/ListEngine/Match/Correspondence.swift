// Which items and sections of `before` correspond to which of `after`. Every dialect is derived from it.
//
// A flat position counts items over all sections; indices start at 0. This example is used throughout Match
// and Diff:
//
//     before   A[1 2 3] B[4 5]          1 2 3 4 5
//              section starts 0 3 5     0 1 2 3 4
//     after    B[5 4*] A[1 3 6]         5 4 1 3 6
//              section starts 0 2 5     0 1 2 3 4
//
//     runs     (before, after, count)   (4,0,1) (3,1,1) (0,2,1) (2,3,1)     sorted by after
//     solved   A stays, B moves (either is one move; A keeps more items in place)
//              within B[5 4]: of equal candidates the first in after stays: 5 stays, 4 moves
//     updates  4*: (3, 1, 1)
//
// The matcher fills it, `solve()` completes it, and Batch, Steps, Splices and Maps read it.

/// Consecutive items that match one to one, within one section of each side.
public struct Run: BitwiseCopyable {
  public var before: UInt32
  public var after: UInt32
  public var count: UInt32
  /// 1: stays in place within its section; 0: moves. Set by `solve()`.
  public var stays: UInt32

  public init(before: UInt32, after: UInt32, count: UInt32, stays: Bool = false) {
    self.before = before
    self.after = after
    self.count = count
    self.stays = stays ? 1 : 0
  }
}

/// Consecutive matched items whose appearance differs, all with the same flags and mask.
public struct Update: BitwiseCopyable {
  public var before: UInt32
  public var after: UInt32
  public var count: UInt32
  /// See `ChangeFlags`.
  public var flags: UInt32
  public var mask: UInt64

  public init(before: UInt32, after: UInt32, count: UInt32, flags: UInt32, mask: UInt64) {
    self.before = before
    self.after = after
    self.count = count
    self.flags = flags
    self.mask = mask
  }

  func isContinued(by next: Update) -> Bool {
    after + count == next.after && before + count == next.before && flags == next.flags && mask == next.mask
  }
}

/// A supplementary of a matched section was inserted, deleted or updated.
public struct SupplementaryChange: BitwiseCopyable {
  public var kind: ChangeKind
  /// `ChangeFlags` of an update.
  public var flags: UInt32
  public var beforeSection: UInt32
  public var afterSection: UInt32
  public var supplementaryKind: UInt32
  public var supplementaryIndex: UInt32
  public var mask: UInt64

  public init(
    kind: ChangeKind, flags: UInt32, beforeSection: UInt32, afterSection: UInt32,
    supplementaryKind: UInt32, supplementaryIndex: UInt32, mask: UInt64
  ) {
    self.kind = kind
    self.flags = flags
    self.beforeSection = beforeSection
    self.afterSection = afterSection
    self.supplementaryKind = supplementaryKind
    self.supplementaryIndex = supplementaryIndex
    self.mask = mask
  }
}

public struct Correspondence: ~Copyable {
  private let inPlace = InPlace()
  /// The flat position of each section's first item, then the number of items: sections + 1 entries.
  public var beforeStarts = Buffer<UInt32>()
  public var afterStarts = Buffer<UInt32>()
  /// The index of the section with the same key on the other side, or `noIndex`.
  public var afterOfBefore = Buffer<UInt32>()
  public var beforeOfAfter = Buffer<UInt32>()
  /// 1 for each section of `after` that stays in place among the sections. Set by `solve()`.
  public var sectionStays = Buffer<UInt8>()
  /// Sorted by `after`.
  public var runs = Buffer<Run>()
  /// Sorted by `after`.
  public var updates = Buffer<Update>()
  /// The sections of `after` that are marked for reload, by index, ascending.
  public var sectionUpdates = Buffer<UInt32>()
  /// Sorted by section of `after`, kind and index.
  public var supplementaries = Buffer<SupplementaryChange>()

  public init() {}

  public var beforeSectionCount: Int { max(beforeStarts.count - 1, 0) }
  public var afterSectionCount: Int { max(afterStarts.count - 1, 0) }
  public var beforeCount: Int { beforeStarts.isEmpty ? 0 : Int(beforeStarts[beforeStarts.count - 1]) }
  public var afterCount: Int { afterStarts.isEmpty ? 0 : Int(afterStarts[afterStarts.count - 1]) }

  /// Removes everything and keeps the memory.
  mutating func removeAll() {
    beforeStarts.removeAll()
    afterStarts.removeAll()
    afterOfBefore.removeAll()
    beforeOfAfter.removeAll()
    sectionStays.removeAll()
    runs.removeAll()
    updates.removeAll()
    sectionUpdates.removeAll()
    supplementaries.removeAll()
  }

  /// Appends an update; extends the last one instead if it is adjacent on both sides, in the same section and
  /// has the same flags and mask. Capacity for one must be reserved.
  mutating func add(_ update: Update) {
    if let last = updates.last, last.isContinued(by: update),
      !Correspondence.isFirst(update.before, in: beforeStarts),
      !Correspondence.isFirst(update.after, in: afterStarts)
    {
      updates[updates.count - 1].count += 1
    } else {
      updates.push(update)
    }
  }

  /// Whether an item is the first of its section. Not inlined, so that the loops that rarely ask stay small.
  @inline(never) static func isFirst(_ flat: UInt32, in starts: borrowing Buffer<UInt32>) -> Bool {
    starts[section(of: flat, in: starts)] == flat
  }

  var bytes: Int {
    beforeStarts.bytes + afterStarts.bytes + afterOfBefore.bytes + beforeOfAfter.bytes
      + sectionStays.bytes + runs.bytes + updates.bytes + sectionUpdates.bytes + supplementaries.bytes
  }
}
