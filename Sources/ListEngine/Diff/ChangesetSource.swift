// What a changeset keeps on request (keys, payload) is read from the change that made it, while both sides can
// still be read:
//
//                     update (Matcher)             edit (OpenEdit)
//     before          the arrangement              the edit's records, else as after
//     after           staged items and patches,    the arrangement
//                     else as before
//
// The correspondence says which item is which. Positions are flat ones of its sides.

protocol ChangesetSource: ~Copyable {
  /// Whether item keys are unique within their section only.
  var isScoped: Bool { get }
  /// The side that the arrangement holds: all of its items can be read in order.
  static var arrangedSide: Side { get }

  func key(ofSection section: Int, on side: Side, in arrangement: borrowing Arrangement) -> Key

  func supplementaries(
    ofSection section: Int, on side: Side, in arrangement: borrowing Arrangement
  ) -> SupplementaryBlock?

  /// The items of a side that the other side does not have, in ascending order.
  func forEachUnmatched(
    on side: Side, _ correspondence: borrowing Correspondence, _ arrangement: borrowing Arrangement,
    _ body: (KeptItem) -> Void
  ) throws(Refusal)

  /// One for each item of the correspondence's updates, in their order.
  func forEachUpdate(
    _ correspondence: borrowing Correspondence, _ arrangement: borrowing Arrangement,
    _ body: (KeptUpdate) -> Void
  )
}

extension Correspondence {
  func sectionCount(on side: Side) -> Int { side == .before ? beforeSectionCount : afterSectionCount }
  func itemCount(on side: Side) -> Int { side == .before ? beforeCount : afterCount }

  /// The section's position on the other side, or `noIndex`.
  func counterpart(ofSection section: Int, on side: Side) -> UInt32 {
    side == .before ? afterOfBefore[section] : beforeOfAfter[section]
  }

  func forEachUpdatedItem(_ body: (_ before: UInt32, _ after: UInt32) -> Void) {
    for u in 0..<updates.count {
      let update = updates[u]
      for i in 0..<update.count { body(update.before + i, update.after + i) }
    }
  }
}
