// What a changeset says of one item, in one record: where it was and is, and how it looked and looks.
//
//     deleted    before 1, after -      old look
//     inserted   before -, after 4                   new look
//     updated    before 3, after 1      old look     new look      why
//
// Two changesets are composed by joining the records of the first and of the second at the state
// between them. An item that neither of them says anything of has none.

struct Touch: BitwiseCopyable {
  var before = none
  var after = none
  var key: Key
  var old = Look(content: 0, cellClass: 0)
  var new = Look(content: 0, cellClass: 0)
  var reason = Reason()
}

/// Why something is told as updated.
struct Reason: BitwiseCopyable {
  /// `ChangeFlags`, 0 where nothing is told.
  var flags: UInt32 = 0
  var mask: UInt64 = 0

  private static let lasting = ChangeFlags.byMark | ChangeFlags.byEqual

  /// Of what both said, one after the other, where between the first state and the last `found` differs:
  /// some of `byContent`, `byClass`, `byKey`. A mark stays; that `equal` said so stays where nothing else
  /// tells.
  static func joining(_ first: Reason, _ second: Reason, found: UInt32, hasContent: Bool) -> Reason {
    var flags = (first.flags | second.flags) & lasting | found
    if found != 0 || hasContent { flags &= ~ChangeFlags.byEqual }
    if flags == 0 { return Reason() }
    let reloads =
      found & (ChangeFlags.byClass | ChangeFlags.byKey) != 0 || first.wantsReload || second.wantsReload
    if reloads { return Reason(flags: flags | ChangeFlags.reload) }
    var mask = first.mask | second.mask
    // Nobody was asked what differs: all may.
    if (first.flags | second.flags) & ChangeFlags.reconfigure == 0 { mask = .max }
    if (first.flags | second.flags) & ChangeFlags.reload != 0 { mask = .max }
    return Reason(flags: flags | ChangeFlags.reconfigure, mask: mask)
  }

  private var wantsReload: Bool {
    flags & ChangeFlags.byMark != 0 && flags & ChangeFlags.reload != 0
  }
}

extension Look {
  /// In what it differs, as `ChangeFlags`.
  func difference(_ other: Look) -> UInt32 {
    (content == other.content ? 0 : ChangeFlags.byContent)
      | (cellClass == other.cellClass ? 0 : ChangeFlags.byClass)
  }
}

extension Changeset {
  /// Deleted items by before, inserted ones by after, then those that are told as updated.
  func touches() throws(Refusal) -> Buffer<Touch> {
    var all = try Buffer<Touch>(
      capacity: payload.before.items.count + payload.after.items.count + payload.updated.count)
    var deleted = try Gaps(correspondence, .before)
    while let gap = deleted.next(correspondence) {
      for flat in gap.first..<gap.first + gap.count {
        let item = payload.before.items[all.count]
        all.push(Touch(before: flat, key: item.key, old: item.look))
      }
    }
    var inserted = try Gaps(correspondence, .after)
    while let gap = inserted.next(correspondence) {
      for flat in gap.first..<gap.first + gap.count {
        let item = payload.after.items[all.count - payload.before.items.count]
        all.push(Touch(after: flat, key: item.key, new: item.look))
      }
    }
    var next = 0
    for u in 0..<correspondence.updates.count {
      let update = correspondence.updates[u]
      for i in 0..<update.count {
        let change = payload.updated[next]
        next += 1
        all.push(
          Touch(
            before: update.before + i, after: update.after + i, key: change.key, old: change.before,
            new: change.after, reason: Reason(flags: update.flags, mask: update.mask)))
      }
    }
    return all
  }
}

extension Buffer where Element == Touch {
  /// Those that have a place on a side, in its order: the place above, the number below.
  func order(by side: Side) throws(Refusal) -> Buffer<UInt64> {
    var order = try Buffer<UInt64>(capacity: count)
    for i in 0..<count {
      let place = side == .before ? self[i].before : self[i].after
      if place != none { order.push(UInt64(place) << 32 | UInt64(i)) }
    }
    try order.sort()
    return order
  }
}
