// The records of a changeset's items: one for each item that is deleted or inserted, two for each that is
// updated.

extension Changeset {
  var mostItemTouches: Int {
    payload.before.items.count + payload.after.items.count + 2 * payload.updated.count
  }
}

extension Buffer where Element == ChangeRecord {
  /// Appends deleted, then inserted, then updated items; capacity must be reserved. Items that are not in the
  /// middle state are numbered from `behind` on.
  mutating func addItems(
    of changeset: borrowing Changeset, flags: UInt32, behind: UInt32
  ) throws(Refusal) {
    let isSecond = flags != 0
    let isNew = flags | ChangeRecord.Flags.isNew
    var gone = try UnmatchedItems(changeset.correspondence, .before)
    for i in 0..<changeset.payload.before.items.count {
      let item = changeset.payload.before.items[i]
      let place = gone.next(changeset.correspondence)
      let thing = isSecond ? place : behind + UInt32(i)
      push(ChangeRecord(thing: thing, flags: flags, place: place, key: item.key, appearance: item.appearance))
    }
    var come = try UnmatchedItems(changeset.correspondence, .after)
    for i in 0..<changeset.payload.after.items.count {
      let item = changeset.payload.after.items[i]
      let place = come.next(changeset.correspondence)
      let thing = isSecond ? behind + UInt32(i) : place
      push(ChangeRecord(thing: thing, flags: isNew, place: place, key: item.key, appearance: item.appearance))
    }
    var next = 0
    for u in 0..<changeset.correspondence.updates.count {
      let update = changeset.correspondence.updates[u]
      let reason = UpdateReason(flags: update.flags, mask: update.mask)
      for i in 0..<update.count {
        let change = changeset.payload.updated[next]
        next += 1
        let (before, after) = (update.before + i, update.after + i)
        let thing = isSecond ? before : after
        var record = ChangeRecord(
          thing: thing, flags: flags, place: before, key: change.key, appearance: change.before)
        push(record)
        record.flags = isNew
        record.place = after
        record.appearance = change.after
        record.reason = reason
        push(record)
      }
    }
  }
}
