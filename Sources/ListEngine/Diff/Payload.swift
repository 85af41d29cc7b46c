// What a changeset keeps on request, so that it can be carried out, turned round or sent where neither
// of its sides is: what came, what went, and both looks of what changed. Models never.
//
// In the worked example, before A[1 2 3] B[4 5], after B[5 4*] A[1 3 6]:
//
//     before     sections A B      items 2         (deleted, in the order of before)
//     after      sections B A      items 6         (inserted, in the order of after)
//     updated    4: content 1 -> 2                 (in the order of the correspondence's updates)
//
// Positions are not here: the gaps between the runs are what was deleted and inserted, in the same
// order. What neither came nor went nor changed is nowhere, so the cost is that of the changes and
// the sections.
//
// What holds of every payload, and what a decoder has to see to: sections' keys are unique on either
// side and those of matched sections equal; runs ascend in after, lie within one section on either side
// and share no item; updates lie within a run each; the kept items are as many as the gaps are long;
// elements ascend by (section, kind, index), and those of matched sections are the changed ones.

extension Changeset {
  public struct Payload: ~Copyable {
    public struct OneSide: ~Copyable {
      /// The keys of all sections.
      var sections = Buffer<Key>()
      /// The items that the other side does not have.
      var items = Buffer<KeptItem>()
      /// Those of sections that the other side does not have, and those that changed, came or went.
      var supplementaries = Buffer<KeptSupplementary>()
    }

    var before = OneSide()
    var after = OneSide()
    /// One for each item of the correspondence's updates.
    var updated = Buffer<KeptUpdate>()
    /// Whether item keys are unique within their section only.
    var isScoped = false
    var isKept = false
  }

  /// Refuses a changeset that was made without.
  func checkPayload() throws(Refusal) {
    if !payload.isKept { throw Refusal(.noPayload) }
  }

  /// The same, and one that does not go with the keys of what it is to be applied to.
  func check(isScoped: Bool) throws(Refusal) {
    try checkPayload()
    if payload.isScoped != isScoped { throw Refusal(.scope) }
  }

  /// A changeset of what matched and what is known of it: the fewest moves are found here. Takes both
  /// over.
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

/// What an item looks like, as far as it can be said without its model.
struct Appearance: BitwiseCopyable {
  var content: UInt64
  var cellClass: UInt32

  static func == (a: Appearance, b: Appearance) -> Bool {
    a.content == b.content && a.cellClass == b.cellClass
  }
}

struct KeptItem: BitwiseCopyable {
  var key: Key
  var appearance: Appearance
}

struct KeptUpdate: BitwiseCopyable {
  var key: Key
  var before: Appearance
  var after: Appearance
}

/// The model of `element` is null.
struct KeptSupplementary: BitwiseCopyable {
  var section: UInt32
  var supplementary: Supplementary

  init(_ section: Int, _ supplementary: Supplementary) {
    self.section = UInt32(truncatingIfNeeded: section)
    self.supplementary = supplementary
    self.supplementary.model = .null
  }
}
