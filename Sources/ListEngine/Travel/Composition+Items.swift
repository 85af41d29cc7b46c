// What two changesets say of one item, joined. Between the two states an item has one place, by which
// both know it; of an item that only one of them speaks of, the other's runs tell where it was or is.
//
//     first      deleted 2          5: - -> 3        4: 3 -> 2
//     second     2: - -> 0          5: 3 -> -        4: 2 -> 1        3: 1 -> -
//     joined     2: 1 -> 0          (gone)           4: 3 -> 1        3: 2 -> -

extension Draft {
  mutating func joinItems(_ first: borrowing Changeset, _ second: borrowing Changeset) throws(Refusal) {
    var early = try first.touches()
    var late = try second.touches()
    var joined = Buffer<Touch>()
    try joinBetween(first, second, early, late, &joined)
    try rematch(&early, &late, &joined)
    for i in 0..<early.count where early[i].after == none { try joined.append(early[i]) }
    for i in 0..<late.count where late[i].before == none { try joined.append(late[i]) }
    try sortRuns()
    try tell(joined)
  }

  // MARK: At the state between

  private mutating func joinBetween(
    _ first: borrowing Changeset, _ second: borrowing Changeset, _ early: borrowing Buffer<Touch>,
    _ late: borrowing Buffer<Touch>, _ joined: inout Buffer<Touch>
  ) throws(Refusal) {
    let earlyOrder = try early.order(by: .after)
    let lateOrder = try late.order(by: .before)
    let runOrder = try BeforeOrder(second.correspondence.runs)
    var i = 0
    var j = 0
    // The runs of either that the place between has come to.
    var r = 0
    var s = 0
    while i < earlyOrder.count || j < lateOrder.count {
      let left = i < earlyOrder.count ? earlyOrder[i] : .max
      let right = j < lateOrder.count ? lateOrder[j] : .max
      let between = UInt32(min(left, right) >> 32)
      var touch: Touch
      if left >> 32 == right >> 32 {
        touch = early[Int(UInt32(truncatingIfNeeded: left))]
        let next = late[Int(UInt32(truncatingIfNeeded: right))]
        if touch.key != next.key || !(touch.new == next.old) {
          let at = Correspondence.position(of: between, guess: none, in: second.correspondence.beforeStarts)
          throw Refusal(
            .mismatch, key: next.key, section: second.payload.before.sections[Int(at.section)], position: at)
        }
        touch.after = next.after
        touch.new = next.new
        touch.join(next.reason)
        i += 1
        j += 1
      } else if left < right {
        touch = early[Int(UInt32(truncatingIfNeeded: left))]
        while second.correspondence.runs[runOrder[s]].end(.before) <= between { s += 1 }
        let run = second.correspondence.runs[runOrder[s]]
        touch.after = run.after + (between - run.before)
        i += 1
      } else {
        touch = late[Int(UInt32(truncatingIfNeeded: right))]
        while first.correspondence.runs[r].end(.after) <= between { r += 1 }
        let run = first.correspondence.runs[r]
        touch.before = run.before + (between - run.after)
        j += 1
      }
      if touch.before != none || touch.after != none { try joined.append(touch) }
    }
  }

  // MARK: Deleted and inserted again

  /// What was matched has both places then, in `early` and in `late`, and is a run.
  private mutating func rematch(
    _ early: inout Buffer<Touch>, _ late: inout Buffer<Touch>, _ joined: inout Buffer<Touch>
  ) throws(Refusal) {
    let hash = KeyHash.seeded
    var index = KeyIndex()
    var total = 0
    for i in 0..<early.count where early[i].after == none { total += 1 }
    try index.reserve(total)
    for i in 0..<early.count where early[i].after == none {
      index.insert(hash.fingerprint(early[i].key, salt: 0), UInt32(i))
    }
    for i in 0..<late.count where late[i].before == none {
      let key = late[i].key
      let home = Correspondence.section(of: late[i].after, in: list.afterStarts)
      let found = index.find(hash.fingerprint(key, salt: 0)) { other in
        if early[Int(other)].key != key || early[Int(other)].after != none { return false }
        if !payload.isScoped { return true }
        let section = Correspondence.section(of: early[Int(other)].before, in: list.beforeStarts)
        return list.afterOfBefore[section] == UInt32(home)
      }
      guard let found else { continue }
      var touch = early[Int(found)]
      touch.after = late[i].after
      touch.new = late[i].new
      touch.join(Reason())
      early[Int(found)].after = touch.after
      late[i].before = touch.before
      try joined.append(touch)
      try list.runs.append(Run(before: touch.before, after: touch.after, count: 1))
    }
  }

  private mutating func sortRuns() throws(Refusal) {
    var order = try Buffer<UInt64>(capacity: list.runs.count)
    for i in 0..<list.runs.count { order.push(UInt64(list.runs[i].after) << 32 | UInt64(i)) }
    try order.sort()
    var sorted = try Buffer<Run>(capacity: order.count)
    for i in 0..<order.count { sorted.push(list.runs[Int(UInt32(truncatingIfNeeded: order[i]))]) }
    swap(&list.runs, &sorted)
  }

  // MARK: The result

  private mutating func tell(_ joined: borrowing Buffer<Touch>) throws(Refusal) {
    var order = try joined.order(by: .before)
    for i in 0..<order.count {
      let touch = joined[Int(UInt32(truncatingIfNeeded: order[i]))]
      if touch.after == none { try payload.before.items.append(KeptItem(key: touch.key, look: touch.old)) }
    }
    order = try joined.order(by: .after)
    for i in 0..<order.count {
      let touch = joined[Int(UInt32(truncatingIfNeeded: order[i]))]
      if touch.before == none {
        try payload.after.items.append(KeptItem(key: touch.key, look: touch.new))
      } else if touch.reason.flags != 0 {
        try list.updates.append(
          Update(
            before: touch.before, after: touch.after, count: 1, flags: touch.reason.flags,
            mask: touch.reason.mask))
        try payload.updated.append(KeptUpdate(key: touch.key, before: touch.old, after: touch.new))
      }
    }
  }
}

extension Touch {
  /// Of what has both its looks now: why it is told as updated, if it is.
  fileprivate mutating func join(_ second: Reason) {
    reason = Reason.joining(
      reason, second, found: old.difference(new), hasContent: old.content != 0 || new.content != 0)
  }
}

extension Run {
  fileprivate func end(_ side: Side) -> UInt32 { (side == .before ? before : after) + count }
}
