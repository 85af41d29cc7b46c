// The records that two changesets have of items, or of supplementary elements, joined and told as those
// of one.
//
//     first      deleted 2          5: - -> 3        4: 3 -> 2
//     second     2: - -> 0          5: 3 -> -        4: 2 -> 1        3: 1 -> -
//     joined     2: 1 -> 0          (gone)           4: 3 -> 1        3: 2 -> -
//
// Of what only one of them speaks, the other's runs, or its sections, tell where it was or is.

/// One thing of the result.
struct Joint: BitwiseCopyable {
  /// The item's place, or the element's section; `none` where there is none.
  var before: UInt32
  var after: UInt32
  /// The numbers of records.
  var old: UInt32
  var new: UInt32
  var reason = Reason()
}

extension Draft {
  /// Joins `touches`, which are all of items, or else of elements.
  @inline(never) mutating func join(
    areItems: Bool, _ first: borrowing Changeset, _ second: borrowing Changeset
  ) throws(Refusal) {
    try sortTouches()
    try joints.reserve(touches.count)
    joints.removeAll()
    var places = try PlacesBetween(second)
    var next = 0
    while next < order.count {
      let head = touches[Int(UInt32(truncatingIfNeeded: order[next]))]
      var said = Said()
      while next < order.count {
        let number = UInt32(truncatingIfNeeded: order[next])
        let touch = touches[Int(number)]
        if touch.thing != head.thing || touch.rank != head.rank { break }
        said.take(touch, number)
        next += 1
      }
      if !said.meets(touches) { throw second.mismatch(head, areItems: areItems) }
      var joint = Joint(before: none, after: none, old: said.old, new: said.new)
      if areItems {
        if joint.old != none {
          joint.before =
            said.firstSpeaks ? touches[Int(joint.old)].place : places.before(of: head.thing, first)
        }
        if joint.new != none {
          joint.after =
            said.secondSpeaks ? touches[Int(joint.new)].place : places.after(of: head.thing, second)
        }
      } else {
        (joint.before, joint.after) = sections(of: head.thing, first, second)
        if joint.before == none { joint.old = none }
        if joint.after == none { joint.new = none }
      }
      if joint.old != none && joint.new != none {
        joint.reason = said.reason(touches[Int(joint.old)], touches[Int(joint.new)])
        let isAgain = areItems && head.thing >= UInt32(first.correspondence.afterCount)
        if isAgain { try list.runs.append(Run(before: joint.before, after: joint.after, count: 1)) }
        if joint.reason.flags == 0 { continue }
      }
      if joint.old != none || joint.new != none { joints.push(joint) }
    }
    try tell(areItems: areItems)
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

  /// Joints that have a place on a side, in its order.
  private mutating func sortJoints(by side: Side) throws(Refusal) {
    order.removeAll()
    try order.reserve(joints.count)
    for i in 0..<joints.count {
      let place = side == .before ? joints[i].before : joints[i].after
      if place != none { order.push(UInt64(place) << 32 | UInt64(i)) }
    }
    try order.sort()
  }

  // MARK: The result

  private mutating func tell(areItems: Bool) throws(Refusal) {
    var olds = 0
    var news = 0
    for i in 0..<joints.count {
      if joints[i].old != none { olds += 1 }
      if joints[i].new != none { news += 1 }
    }
    if areItems {
      let both = olds + news - joints.count
      try payload.before.items.reserve(olds - both)
      try payload.after.items.reserve(news - both)
      try payload.updated.reserve(both)
      try list.updates.reserve(both)
    } else {
      try payload.before.elements.reserve(olds)
      try payload.after.elements.reserve(news)
      try list.elements.reserve(joints.count)
    }
    try sortJoints(by: .before)
    for i in 0..<order.count { tellBefore(joints[Int(UInt32(truncatingIfNeeded: order[i]))], areItems) }
    try sortJoints(by: .after)
    for i in 0..<order.count {
      let joint = joints[Int(UInt32(truncatingIfNeeded: order[i]))]
      if areItems { tellItem(joint) } else { tellElement(joint) }
    }
  }

  private mutating func tellBefore(_ joint: Joint, _ areItems: Bool) {
    if joint.old == none { return }
    let old = touches[Int(joint.old)]
    if !areItems {
      payload.before.elements.push(KeptElement(Int(joint.before), old.element))
    } else if joint.new == none {
      payload.before.items.push(KeptItem(key: old.key, look: old.look))
    }
  }

  /// Of after.
  private mutating func tellItem(_ joint: Joint) {
    let new = touches[Int(joint.new)]
    if joint.old == none {
      payload.after.items.push(KeptItem(key: new.key, look: new.look))
      return
    }
    list.updates.push(
      Update(
        before: joint.before, after: joint.after, count: 1, flags: joint.reason.flags,
        mask: joint.reason.mask))
    payload.updated.push(KeptUpdate(key: new.key, before: touches[Int(joint.old)].look, after: new.look))
  }

  /// Of a section of after.
  private mutating func tellElement(_ joint: Joint) {
    let element = touches[Int(joint.new != none ? joint.new : joint.old)].element
    if joint.before != none {
      let kind: ChangeKind =
        joint.old == none ? .elementInsert : joint.new == none ? .elementDelete : .elementUpdate
      list.elements.push(
        ElementChange(
          kind: kind, flags: joint.reason.flags, beforeSection: joint.before, afterSection: joint.after,
          elementKind: element.kind, elementIndex: element.index, mask: joint.reason.mask))
    }
    if joint.new != none { payload.after.elements.push(KeptElement(Int(joint.after), element)) }
  }
}

/// Where items of the state between were and are, which are asked for in ascending order.
private struct PlacesBetween: ~Copyable {
  private let order: BeforeOrder
  // The runs of the first and of the second that were come to.
  private var r = 0
  private var s = 0

  init(_ second: borrowing Changeset) throws(Refusal) {
    order = try BeforeOrder(second.correspondence.runs)
  }

  mutating func before(of item: UInt32, _ first: borrowing Changeset) -> UInt32 {
    while first.correspondence.runs[r].after + first.correspondence.runs[r].count <= item { r += 1 }
    let run = first.correspondence.runs[r]
    return run.before + (item - run.after)
  }

  mutating func after(of item: UInt32, _ second: borrowing Changeset) -> UInt32 {
    while true {
      let run = second.correspondence.runs[order[s]]
      if run.before + run.count > item { return run.after + (item - run.before) }
      s += 1
    }
  }
}

extension Changeset {
  /// What came before it left that otherwise than this found it.
  func mismatch(_ touch: Touch, areItems: Bool) -> Refusal {
    let at =
      areItems
      ? Correspondence.position(of: touch.thing, guess: none, in: correspondence.beforeStarts)
      : Position(section: touch.thing, item: none)
    let section = Int(at.section)
    return Refusal(
      .mismatch, key: touch.key,
      section: section < payload.before.sections.count ? payload.before.sections[section] : nil, position: at)
  }
}
