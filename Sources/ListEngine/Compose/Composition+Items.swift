// The records of items. An item that the first changeset deletes and the second inserts is found again
// by its key, and in its section where keys are scoped.

extension Composition {
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
    try joinItemTouches(first, second)
    try tellItems()
    try sortRuns()
  }

  /// What the second inserts gets the number of what the first deleted. Else one name is one thing: whatever
  /// is at two places of the state between, or there and not there, the two do not agree on.
  private mutating func findAgain(
    _ first: borrowing Changeset, _ second: borrowing Changeset
  ) throws(Refusal) {
    let between = UInt32(first.correspondence.afterCount)
    var names = try ItemNames(capacity: touches.count, isScoped: result.payload.isScoped)
    for i in 0..<touches.count {
      let touch = touches[i]
      let section = result.payload.isScoped ? section(of: touch, second, between) : Key(low: 0, high: 0)
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
      ? result.payload.before.sections[
        Correspondence.section(of: touch.place, in: result.correspondence.beforeStarts)]
      : result.payload.after.sections[
        Correspondence.section(of: touch.place, in: result.correspondence.afterStarts)]
  }

  private mutating func joinItemTouches(
    _ first: borrowing Changeset, _ second: borrowing Changeset
  ) throws(Refusal) {
    var places = try PlacesBetween(second)
    let between = UInt32(first.correspondence.afterCount)
    try join { composition, joint, said, head throws(Refusal) in
      if !said.meets(composition.touches) { throw second.mismatch(item: head) }
      if joint.old != none {
        joint.before =
          said.firstSpeaks ? composition.touches[Int(joint.old)].place : places.before(of: head.thing, first)
      }
      if joint.new != none {
        joint.after =
          said.secondSpeaks ? composition.touches[Int(joint.new)].place : places.after(of: head.thing, second)
      }
      let isAgain = joint.isInBoth && head.thing >= between
      if isAgain {
        try composition.result.correspondence.runs.append(
          Run(before: joint.before, after: joint.after, count: 1))
      }
    }
  }

  private mutating func tellItems() throws(Refusal) {
    let count = countJoints()
    try result.payload.before.items.reserve(count.gone)
    try result.payload.after.items.reserve(count.come)
    try result.payload.updated.reserve(count.inBoth)
    try result.correspondence.updates.reserve(count.inBoth)
    try forEachJoint(in: .before) { composition, joint in
      if joint.isInBoth { return }
      let old = composition.touches[Int(joint.old)]
      composition.result.payload.before.items.push(KeptItem(key: old.key, look: old.look))
    }
    try forEachJoint(in: .after) { composition, joint in
      let new = composition.touches[Int(joint.new)]
      if !joint.isInBoth {
        composition.result.payload.after.items.push(KeptItem(key: new.key, look: new.look))
        return
      }
      let old = composition.touches[Int(joint.old)]
      composition.result.payload.updated.push(KeptUpdate(key: new.key, before: old.look, after: new.look))
      composition.result.correspondence.updates.push(
        Update(
          before: joint.before, after: joint.after, count: 1, flags: joint.reason.flags,
          mask: joint.reason.mask))
    }
  }

  private mutating func sortRuns() throws(Refusal) {
    var order = try Buffer<UInt64>(capacity: result.correspondence.runs.count)
    for i in 0..<result.correspondence.runs.count {
      order.push(UInt64(result.correspondence.runs[i].after) << 32 | UInt64(i))
    }
    try order.sort()
    var sorted = try Buffer<Run>(capacity: order.count)
    for i in 0..<order.count {
      sorted.push(result.correspondence.runs[Int(UInt32(truncatingIfNeeded: order[i]))])
    }
    swap(&result.correspondence.runs, &sorted)
  }
}

extension Changeset {
  fileprivate func mismatch(item touch: Touch) -> Refusal {
    mismatch(
      touch, at: Correspondence.position(of: touch.thing, guess: none, in: correspondence.beforeStarts))
  }
}
