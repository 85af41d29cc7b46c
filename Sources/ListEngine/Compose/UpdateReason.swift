// Why something is told as updated, and what two such reasons, one after the other, come to.
//
//     first            second           between the states    joined
//     by content       by content       the content           by content, in what either mask says
//     by content       by content       nothing               nothing: it is what it was
//     marked           by class         the class             marked and by class: a new cell

struct UpdateReason: BitwiseCopyable {
  /// `ChangeFlags`, 0 where nothing is told.
  var flags: UInt32 = 0
  var mask: UInt64 = 0

  private static let lasting = ChangeFlags.byMark | ChangeFlags.byEqual

  /// Of what both said, one after the other, where between the first state and the last `found` differs:
  /// some of `byContent`, `byClass`, `byKey`. A mark stays; that `equal` said so stays where nothing else
  /// tells.
  static func joining(_ first: UpdateReason, _ second: UpdateReason, found: UInt32, hasContent: Bool)
    -> UpdateReason
  {
    var flags = (first.flags | second.flags) & lasting | found
    if found != 0 || hasContent { flags &= ~ChangeFlags.byEqual }
    if flags == 0 { return UpdateReason() }
    let reloads =
      found & (ChangeFlags.byClass | ChangeFlags.byKey) != 0 || first.wantsReload || second.wantsReload
    if reloads { return UpdateReason(flags: flags | ChangeFlags.reload) }
    var mask = first.mask | second.mask
    // Nobody was asked what differs: all may.
    if (first.flags | second.flags) & ChangeFlags.reconfigure == 0 { mask = .max }
    if (first.flags | second.flags) & ChangeFlags.reload != 0 { mask = .max }
    return UpdateReason(flags: flags | ChangeFlags.reconfigure, mask: mask)
  }

  private var wantsReload: Bool {
    flags & ChangeFlags.byMark != 0 && flags & ChangeFlags.reload != 0
  }
}

extension Appearance {
  /// In what it differs, as `ChangeFlags`.
  func difference(_ other: Appearance) -> UInt32 {
    (content == other.content ? 0 : ChangeFlags.byContent)
      | (cellClass == other.cellClass ? 0 : ChangeFlags.byClass)
  }
}
