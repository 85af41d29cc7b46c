// What of `before` is what of `after`: the common ground from which every dialect is derived.
//
// Items are counted over all sections ("flat"), sections from 0. The worked example that runs through
// this folder and Match, with its flat positions:
//
//     before   A[1 2 3] B[4 5]          1 2 3 4 5
//              section starts 0 3 5     0 1 2 3 4
//     after    B[5 4*] A[1 3 6]         5 4 1 3 6
//              section starts 0 2 5     0 1 2 3 4
//
//     runs     (before, after, count)   (4,0,1) (3,1,1) (0,2,1) (2,3,1)     sorted by after
//     solved   A stays, B moves (equally few; A keeps more items in place)
//              within B[5 4]: of equals the first in after stays: 5 stays, 4 moves
//     updates  4*: (3, 1, 1)
//
// Filled by matching, completed by `solve()`, and read by Batch, Steps, Splices and Maps.

/// Consecutive items that match one to one, within one section on either side.
public struct Run: BitwiseCopyable {
  public var before: UInt32
  public var after: UInt32
  public var count: UInt32
  /// 1: keeps its place in its section; 0: moves. Set by `solve()`.
  public var stays: UInt32

  public init(before: UInt32, after: UInt32, count: UInt32, stays: Bool = false) {
    self.before = before
    self.after = after
    self.count = count
    self.stays = stays ? 1 : 0
  }
}

/// Consecutive matched items that look different, all for the same reason.
public struct Update: BitwiseCopyable {
  public var before: UInt32
  public var after: UInt32
  public var count: UInt32
  /// `ChangeFlags`.
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

/// A header, footer or other supplementary element of a matched section came, went or changed.
public struct SupplementaryChange: BitwiseCopyable {
  public var kind: ChangeKind
  /// `ChangeFlags`, for an update.
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
  /// First flat item of each section, and the number of items at the end: sections + 1 entries.
  public var beforeStarts = Buffer<UInt32>()
  public var afterStarts = Buffer<UInt32>()
  /// The section on the other side with the same key, or `noIndex`.
  public var afterOfBefore = Buffer<UInt32>()
  public var beforeOfAfter = Buffer<UInt32>()
  /// By after-section: 1 if it keeps its place among the sections. Set by `solve()`.
  public var sectionStays = Buffer<UInt8>()
  /// Sorted by `after`.
  public var runs = Buffer<Run>()
  /// Sorted by `after`.
  public var updates = Buffer<Update>()
  /// After-positions of the sections that were marked for reload, ascending.
  public var sectionUpdates = Buffer<UInt32>()
  /// Sorted by after-section, kind, index.
  public var supplementaries = Buffer<SupplementaryChange>()

  public init() {}

  public var beforeSectionCount: Int { max(beforeStarts.count - 1, 0) }
  public var afterSectionCount: Int { max(afterStarts.count - 1, 0) }
  public var beforeCount: Int { beforeStarts.isEmpty ? 0 : Int(beforeStarts[beforeStarts.count - 1]) }
  public var afterCount: Int { afterStarts.isEmpty ? 0 : Int(afterStarts[afterStarts.count - 1]) }

  /// Adds to the updates, joined to the last one where both are neighbours on both sides, in one section,
  /// and alike. Room for one was reserved.
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

  /// Whether an item is the first of its section.
  private static func isFirst(_ flat: UInt32, in starts: borrowing Buffer<UInt32>) -> Bool {
    starts[section(of: flat, in: starts)] == flat
  }

  var bytes: Int {
    beforeStarts.bytes + afterStarts.bytes + afterOfBefore.bytes + beforeOfAfter.bytes
      + sectionStays.bytes + runs.bytes + updates.bytes + sectionUpdates.bytes + supplementaries.bytes
  }
}
