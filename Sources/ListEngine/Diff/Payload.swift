// The payload that a changeset keeps on request, so that it can be applied, inverted or encoded without its two sides:
// the inserted and deleted items, and the appearance before and after each update. It never keeps models.
//
// In the worked example, before A[1 2 3] B[4 5], after B[5 4*] A[1 3 6]:
//
//     before     sections A B      items 2         (deleted, in the order of before)
//     after      sections B A      items 6         (inserted, in the order of after)
//     updated    4: content 1 -> 2                 (in the order of the correspondence's updates)
//
// Positions are not stored: the gaps between the runs are the deleted and inserted items, in the same order.
// Unchanged items are not stored either, so the cost depends on the changes and the sections only.
//
// Invariants, which a decoder must check:
//
//  1. Section keys are unique on each side, and equal for matched sections.
//  2. Runs ascend in `after`, lie within one section on each side and share no item.
//  3. Every update lies within one run.
//  4. There are as many kept items as items in the gaps.
//  5. Supplementaries ascend by (section, kind, index); those of matched sections are the changed ones.

extension Changeset {
  public struct Payload: ~Copyable {
    public struct OneSide: ~Copyable {
      /// The keys of all sections.
      var sections = Buffer<Key>()
      /// The items that the other side does not have.
      var items = Buffer<KeptItem>()
      /// The supplementaries of unmatched sections, and those that were inserted, deleted or updated.
      var supplementaries = Buffer<KeptSupplementary>()

      var bytes: Int { sections.bytes + items.bytes + supplementaries.bytes }
    }

    var before = OneSide()
    var after = OneSide()
    /// One entry for each item of the correspondence's updates.
    var updated = Buffer<KeptUpdate>()
    /// Whether item keys are unique only within their section.
    var isScoped = false
    var isKept = false

    var bytes: Int { before.bytes + after.bytes + updated.bytes }
  }

  /// Refuses a changeset without a payload.
  func checkPayload() throws(Refusal) {
    if !payload.isKept { throw Refusal(.noPayload) }
  }

  /// Also refuses a payload whose scope of keys differs from that of the target.
  func check(isScoped: Bool) throws(Refusal) {
    try checkPayload()
    if payload.isScoped != isScoped { throw Refusal(.mixedScopes) }
  }

  /// Makes a changeset from matches and payload, and takes over both. The fewest moves are found here.
  static func solving(
    _ correspondence: inout Correspondence, _ payload: inout Payload, reload: UInt32,
    _ duplicates: DuplicateCounts
  ) throws(Refusal) -> Changeset {
    try Box(making: { SolveScratch() }).solve(&correspondence)
    var changeset = try Changeset(correspondence.summary(), reload: reload, duplicates: duplicates)
    changeset.take(&correspondence)
    swap(&changeset.payload, &payload)
    return changeset
  }
}

extension Box where Value == SolveScratch {
  fileprivate func solve(_ correspondence: inout Correspondence) throws(Refusal) {
    try correspondence.solve(&value)
  }
}

struct KeptItem: BitwiseCopyable {
  var key: Key
  var appearance: Appearance

  static var appearanceOffset: Int { MemoryLayout<Key>.size }
}

struct KeptUpdate: BitwiseCopyable {
  var key: Key
  var before: Appearance
  var after: Appearance

  static var appearanceOffsets: (before: Int, after: Int) {
    (MemoryLayout<Key>.size, MemoryLayout<Key>.size + MemoryLayout<Appearance>.stride)
  }
}

/// The model of `supplementary` is null.
struct KeptSupplementary: BitwiseCopyable {
  var section: UInt32
  var supplementary: Supplementary

  init(_ section: Int, _ supplementary: Supplementary) {
    self.section = UInt32(truncatingIfNeeded: section)
    self.supplementary = supplementary
    self.supplementary.model = .null
  }
}
