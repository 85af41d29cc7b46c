// What a changeset says of its items: one record of each that is deleted or inserted, two of each that is
// updated.

extension Changeset {
  var mostItemTouches: Int {
    payload.before.items.count + payload.after.items.count + 2 * payload.updated.count
  }
}

extension Buffer where Element == Touch {
  /// What is deleted, then what is inserted, then what is updated; there is room. What the state between
  /// does not have is numbered from `behind` on.
  mutating func addItems(
    of changeset: borrowing Changeset, flags: UInt32, behind: UInt32
  ) throws(Refusal) {
    let isSecond = flags != 0
    let isNew = flags | Touch.Flags.isNew
    var gone = try Gaps(changeset.correspondence, .before)
    for i in 0..<changeset.payload.before.items.count {
      let item = changeset.payload.before.items[i]
      let place = gone.next(changeset.correspondence)
      let thing = isSecond ? place : behind + UInt32(i)
      push(Touch(thing: thing, flags: flags, place: place, key: item.key, look: item.look))
    }
    var come = try Gaps(changeset.correspondence, .after)
    for i in 0..<changeset.payload.after.items.count {
      let item = changeset.payload.after.items[i]
      let place = come.next(changeset.correspondence)
      let thing = isSecond ? behind + UInt32(i) : place
      push(Touch(thing: thing, flags: isNew, place: place, key: item.key, look: item.look))
    }
    var next = 0
    for u in 0..<changeset.correspondence.updates.count {
      let update = changeset.correspondence.updates[u]
      let reason = Reason(flags: update.flags, mask: update.mask)
      for i in 0..<update.count {
        let change = changeset.payload.updated[next]
        next += 1
        let (before, after) = (update.before + i, update.after + i)
        let thing = isSecond ? before : after
        var touch = Touch(thing: thing, flags: flags, place: before, key: change.key, look: change.before)
        push(touch)
        touch.flags = isNew
        touch.place = after
        touch.look = change.after
        touch.reason = reason
        push(touch)
      }
    }
  }
}
