// The records that two changesets have of items, or of supplementary elements, joined and told as those
// of one.
//
//     first      deleted 2          5: - -> 3        4: 3 -> 2
//     second     2: - -> 0          5: 3 -> -        4: 2 -> 1        3: 1 -> -
//     joined     2: 1 -> 0          (gone)           4: 3 -> 1        3: 2 -> -
//
// Of what only one of them speaks, the other's runs, or its sections, tell where it was or is: that, and how
// it is told, differs between items (+Items) and elements (+Elements).

/// One thing of the result.
struct Joint: BitwiseCopyable {
  /// The item's place, or the element's section; `none` where there is none.
  var before = none
  var after = none
  /// The numbers of records; one at least is there.
  var old: UInt32
  var new: UInt32
  var reason = Reason()

  var isInBoth: Bool { old != none && new != none }
}

extension Composition {
  /// Joins `touches`. `place` says where a thing, of which this is said, was and is; `head` is its first
  /// record.
  mutating func join(
    _ place: (_ composition: inout Composition, inout Joint, Said, _ head: Touch) throws(Refusal) -> Void
  ) throws(Refusal) {
    try sortTouches()
    try joints.reserve(touches.count)
    joints.removeAll()
    var next = 0
    while next < order.count {
      let head = touches[Int(UInt32(truncatingIfNeeded: order[next]))]
      let said = said(of: head, &next)
      var joint = Joint(old: said.old, new: said.new)
      try place(&self, &joint, said, head)
      if joint.isInBoth {
        joint.reason = said.reason(touches[Int(joint.old)], touches[Int(joint.new)])
        if joint.reason.flags == 0 { continue }
      }
      if joint.old != none || joint.new != none { joints.push(joint) }
    }
  }

  /// By thing, then rank; of equals the first stays first.
  private mutating func sortTouches() throws(Refusal) {
    order.removeAll()
    try order.reserve(touches.count)
    for i in 0..<touches.count { order.push(UInt64(i)) }
    for digit in 0..<3 {
      for i in 0..<order.count {
        let number = order[i] & 0xffff_ffff
        let touch = touches[Int(number)]
        let value = digit == 2 ? UInt64(touch.thing) : touch.rank >> UInt64(32 * digit) & 0xffff_ffff
        order[i] = value << 32 | number
      }
      try order.sort()
    }
  }

  /// All records of a thing; `next` comes to stand behind them.
  private func said(of head: Touch, _ next: inout Int) -> Said {
    var said = Said()
    while next < order.count {
      let number = UInt32(truncatingIfNeeded: order[next])
      let touch = touches[Int(number)]
      if touch.thing != head.thing || touch.rank != head.rank { break }
      said.take(touch, number)
      next += 1
    }
    return said
  }

  // MARK: Telling

  /// How many joints there are of each sort.
  func countJoints() -> (gone: Int, come: Int, inBoth: Int) {
    var counts = (gone: 0, come: 0, inBoth: 0)
    for i in 0..<joints.count {
      if joints[i].isInBoth {
        counts.inBoth += 1
      } else if joints[i].new == none {
        counts.gone += 1
      } else {
        counts.come += 1
      }
    }
    return counts
  }

  /// Calls `tell` with the joints that have a place on a side, in its order.
  mutating func forEachJoint(
    in side: Side, _ tell: (_ composition: inout Composition, Joint) -> Void
  ) throws(Refusal) {
    order.removeAll()
    try order.reserve(joints.count)
    for i in 0..<joints.count {
      let place = side == .before ? joints[i].before : joints[i].after
      if place != none { order.push(UInt64(place) << 32 | UInt64(i)) }
    }
    try order.sort()
    for i in 0..<order.count { tell(&self, joints[Int(UInt32(truncatingIfNeeded: order[i]))]) }
  }
}

extension Changeset {
  /// What came before it left that otherwise than this found it.
  func mismatch(_ touch: Touch, at position: Position) -> Refusal {
    let section = Int(position.section)
    return Refusal(
      .mismatch, key: touch.key,
      section: section < payload.before.sections.count ? payload.before.sections[section] : nil,
      position: position)
  }
}
