// A changeset that is being made of another, or of bytes: what matched and the payload. The fewest moves are
// found at the end.

struct ChangesetBuilder: ~Copyable {
  private let inPlace = InPlace()
  var correspondence = Correspondence()
  var payload = Changeset.Payload()

  mutating func solved(reload: UInt32, _ duplicates: DuplicateCounts) throws(Refusal) -> Changeset {
    try Changeset.solving(&correspondence, &payload, reload: reload, duplicates)
  }
}
