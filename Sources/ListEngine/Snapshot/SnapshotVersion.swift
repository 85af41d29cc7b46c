// The version of a snapshot that an update or a diff reads: its state at one moment, which later edits do not change.
// Only the leaves and supplementaries are held; the sections and their order are copied to the matcher's input at once.
//
//     snapshot    A[1 2 3] B[4 5]
//     held        keys A B, starts 0 3 5, chunks | leaf 0 | leaf 1 |      moved to the matcher by `describe`
//     marks       reload item 2

struct SnapshotVersion: ~Copyable {
  private var held: HeldInput
  fileprivate var marks = Buffer<Mark>()
  private var hasSectionMarks = false
  let duplicates: DuplicateCounts
  /// Whether the snapshot's index is built, so that it has no duplicate keys.
  let hasUniqueKeys: Bool

  fileprivate init(
    _ body: borrowing SnapshotState, _ memory: inout Input, droppingEmpty: Bool
  ) throws(Refusal) {
    duplicates = body.duplicates
    hasUniqueKeys = body.index.isMade
    held = try HeldInput(body.arrangement, droppingEmpty: droppingEmpty, reusing: &memory)
  }

  /// Fills a matcher's after side; `marks` are sorted. Once only, unless `takeBack` comes in between.
  mutating func describe(to matcher: inout Matcher, _ marks: inout Buffer<Mark>) throws(Refusal) {
    swap(&matcher.pairing.after, &held.input)
    marks.removeAll()
    if self.marks.isEmpty && matcher.pairing.after.markedSections.isEmpty { return }
    if !hasSectionMarks { try matcher.pairing.after.addMarks(to: &self.marks) }
    hasSectionMarks = true
    var order = try Buffer<UInt64>(capacity: self.marks.count)
    for i in 0..<self.marks.count {
      order.push(UInt64(self.marks[i].flat) << 32 | UInt64(self.marks[i].reloads))
    }
    var sorting = KeySort()
    try sorting.reserve(order.count)
    sorting.sort(&order)
    try marks.reserve(order.count)
    for i in 0..<order.count {
      marks.push(Mark(flat: UInt32(order[i] >> 32), reloads: UInt32(truncatingIfNeeded: order[i])))
    }
  }
}

extension SnapshotVersion {
  /// Undoes `describe`.
  mutating func takeBack(from matcher: inout Matcher) { swap(&matcher.pairing.after, &held.input) }
}

extension Snapshot {
  /// The present state, without empty sections if `droppingEmpty` or the snapshot drops them. Takes `memory`.
  func freeze(
    indexed: Bool = false, droppingEmpty: Bool = false, reusing memory: inout Input
  ) throws(Refusal) -> SnapshotVersion {
    let droppingEmpty = droppingEmpty || options.dropsEmptySections
    var indexed = indexed
    if !indexed { indexed = try read { body throws(Refusal) in body.hasMarks } }
    if !indexed {
      return try read { body throws(Refusal) in
        try SnapshotVersion(body, &memory, droppingEmpty: droppingEmpty)
      }
    }
    return try readIndexed { body throws(Refusal) in
      var version = try SnapshotVersion(body, &memory, droppingEmpty: droppingEmpty)
      version.marks = try body.positions(ofMarks: options)
      return version
    }
  }
}
