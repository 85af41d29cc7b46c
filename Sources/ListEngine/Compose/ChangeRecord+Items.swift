// The records of a changeset's items: one for each item that is deleted or inserted, two for each that is
// updated.

extension Changeset {
  var maxItemRecords: Int {
    payload.before.items.count + payload.after.items.count + 2 * payload.updated.count
  }
}

extension Buffer where Element == ChangeRecord {
  /// Appends deleted, then inserted, then updated items; capacity must be reserved. Items that are not in the
  /// middle state are numbered from `behind` on.
  @_optimize(size) mutating func addItems(
    of changeset: borrowing Changeset, flags: UInt32, behind: UInt32
  ) throws(Refusal) {
    let isSecond = flags != 0
    let isNew = flags | ChangeRecord.Flags.isNew
    var deleted = try UnmatchedItems(changeset.correspondence, .before)
    for i in 0..<changeset.payload.before.items.count {
      let item = changeset.payload.before.items[i]
      let flat = deleted.next(changeset.correspondence)
      let number = isSecond ? flat : behind + UInt32(i)
      push(ChangeRecord(number: number, flags: flags, flat: flat, key: item.key, appearance: item.appearance))
    }
    var inserted = try UnmatchedItems(changeset.correspondence, .after)
    for i in 0..<changeset.payload.after.items.count {
      let item = changeset.payload.after.items[i]
      let flat = inserted.next(changeset.correspondence)
      let number = isSecond ? behind + UInt32(i) : flat
      push(ChangeRecord(number: number, flags: isNew, flat: flat, key: item.key, appearance: item.appearance))
    }
    var next = 0
    for u in 0..<changeset.correspondence.updates.count {
      let update = changeset.correspondence.updates[u]
      let reason = UpdateReason(flags: update.flags, mask: update.mask)
      for i in 0..<update.count {
        let change = changeset.payload.updated[next]
        next += 1
        let (before, after) = (update.before + i, update.after + i)
        let number = isSecond ? before : after
        var record = ChangeRecord(
          number: number, flags: flags, flat: before, key: change.key, appearance: change.before)
        push(record)
        record.flags = isNew
        record.flat = after
        record.appearance = change.after
        record.reason = reason
        push(record)
      }
    }
  }
}
