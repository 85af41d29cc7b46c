// The records of items. An item that the first changeset deletes and the second inserts is found again
// by its key, and in its section where keys are scoped.

extension Draft {
  mutating func joinItems(_ first: borrowing Changeset, _ second: borrowing Changeset) throws(Refusal) {
    let most = first.mostItemTouches + second.mostItemTouches
    try touches.reserve(most)
    let between = first.correspondence.afterCount
    // Numbers of things have 32 bits.
    if between + most >= Int(none) { throw Refusal(.noMemory) }
    try touches.addItems(of: first, flags: 0, behind: UInt32(between))
    let behind = UInt32(between + first.payload.before.items.count)
    try touches.addItems(of: second, flags: Touch.Flags.isSecond, behind: behind)
    try findAgain(first, second)
    try join(areItems: true, first, second)
    try sortRuns()
  }

  /// What the second inserts gets the number of what the first deleted. Else one name is one thing: whatever
  /// is at two places of the state between, or there and not there, the two do not agree on.
  private mutating func findAgain(
    _ first: borrowing Changeset, _ second: borrowing Changeset
  ) throws(Refusal) {
    let between = UInt32(first.correspondence.afterCount)
    var names = try ItemNames(capacity: touches.count, isScoped: payload.isScoped)
    for i in 0..<touches.count {
      let touch = touches[i]
      let section = payload.isScoped ? section(of: touch, second, between) : Key(low: 0, high: 0)
      guard let twin = names.add(touch.key, in: section) else { continue }
      let other = touches[Int(twin)]
      if other.thing == touch.thing { continue }
      if other.thing < between { throw second.mismatch(item: other) }
      if touch.thing < between { throw second.mismatch(item: touch) }
      touches[i].thing = other.thing
    }
  }

  /// The key of the section that an item is in: between, or else on the side that has it.
  private func section(of touch: Touch, _ second: borrowing Changeset, _ between: UInt32) -> Key {
    if touch.thing < between {
      let section = Correspondence.section(of: touch.thing, in: second.correspondence.beforeStarts)
      return second.payload.before.sections[section]
    }
    return touch.flags & Touch.Flags.isSecond == 0
      ? payload.before.sections[Correspondence.section(of: touch.place, in: list.beforeStarts)]
      : payload.after.sections[Correspondence.section(of: touch.place, in: list.afterStarts)]
  }

  private mutating func sortRuns() throws(Refusal) {
    var order = try Buffer<UInt64>(capacity: list.runs.count)
    for i in 0..<list.runs.count { order.push(UInt64(list.runs[i].after) << 32 | UInt64(i)) }
    try order.sort()
    var sorted = try Buffer<Run>(capacity: order.count)
    for i in 0..<order.count { sorted.push(list.runs[Int(UInt32(truncatingIfNeeded: order[i]))]) }
    swap(&list.runs, &sorted)
  }
}

extension Changeset {
  /// Of one that this finds otherwise than what came before it left it.
  func mismatch(item touch: Touch) -> Refusal { mismatch(touch, areItems: true) }

  fileprivate var mostItemTouches: Int {
    payload.before.items.count + payload.after.items.count + 2 * payload.updated.count
  }
}

extension Buffer where Element == Touch {
  /// What is deleted, then what is inserted, then what is updated; there is room. What the state between
  /// does not have is numbered from `behind` on.
  @inline(never) fileprivate mutating func addItems(
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
