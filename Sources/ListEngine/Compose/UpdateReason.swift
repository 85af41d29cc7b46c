// The reason of an update, and how two successive reasons are joined.
//
//     first            second           changed overall       joined
//     by content       by content       the content           by content, with both masks
//     by content       by content       nothing               no update
//     marked           by class         the class             marked and by class: a reload

struct UpdateReason: BitwiseCopyable {
  /// `ChangeFlags`; 0 if there is no update.
  var flags: UInt32 = 0
  var mask: UInt64 = 0

  private static let lasting = ChangeFlags.byMark | ChangeFlags.byEqual | ChangeFlags.byChildren

  /// Joins two successive reasons. `found` is the overall difference: some of `byContent`, `byClass`,
  /// `byLevel`, `byKey`. A mark and `byChildren` are kept; `byEqual` is kept only if there is no other reason.
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
    // `changed` was not called: every part may differ.
    if (first.flags | second.flags) & ChangeFlags.reconfigure == 0 { mask = .max }
    if (first.flags | second.flags) & ChangeFlags.reload != 0 { mask = .max }
    return UpdateReason(flags: flags | ChangeFlags.reconfigure, mask: mask)
  }

  private var wantsReload: Bool {
    flags & ChangeFlags.byMark != 0 && flags & ChangeFlags.reload != 0
  }
}
