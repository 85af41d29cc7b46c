// A changeset under construction, made from other changesets or from bytes: its matches and its payload.
// `solved` then finds the fewest moves.

struct ChangesetBuilder: ~Copyable {
  private let inPlace = InPlace()
  var correspondence = Correspondence()
  var payload = Changeset.Payload()

  mutating func solved(reload: UInt32, _ duplicates: DuplicateCounts) throws(Refusal) -> Changeset {
    try Changeset.solving(&correspondence, &payload, reload: reload, duplicates)
  }
}
