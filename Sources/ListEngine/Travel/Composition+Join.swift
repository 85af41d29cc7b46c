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
  /// Of items, or else of elements.
  @inline(never) mutating func join(
    _ touches: borrowing Buffer<Touch>, areItems: Bool, _ first: borrowing Changeset,
    _ second: borrowing Changeset
  ) throws(Refusal) {
    let order = try touches.sorted()
    var joints = try Buffer<Joint>(capacity: touches.count)
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
        let isBetween = head.thing < UInt32(first.correspondence.afterCount)
        if joint.old != none {
          joint.before =
            said.firstSpeaks ? touches[Int(joint.old)].place : places.before(of: head.thing, first)
        }
        if joint.new != none {
          joint.after =
            said.secondSpeaks ? touches[Int(joint.new)].place : places.after(of: head.thing, second)
        }
        if !isBetween && joint.old != none && joint.new != none {
          try list.runs.append(Run(before: joint.before, after: joint.after, count: 1))
        }
      } else {
        (joint.before, joint.after) = sections(of: head.thing, first, second)
        if joint.before == none { joint.old = none }
        if joint.after == none { joint.new = none }
      }
      if joint.old == none && joint.new == none { continue }
      if joint.old != none && joint.new != none {
        joint.reason = said.reason(touches[Int(joint.old)], touches[Int(joint.new)])
        if joint.reason.flags == 0 { continue }
      }
      joints.push(joint)
    }
    try tellBefore(joints, touches, areItems)
    try tellAfter(joints, touches, areItems)
  }

  // MARK: The result

  private mutating func tellBefore(
    _ joints: borrowing Buffer<Joint>, _ touches: borrowing Buffer<Touch>, _ areItems: Bool
  ) throws(Refusal) {
    let order = try joints.order(by: .before)
    for i in 0..<order.count {
      let joint = joints[Int(UInt32(truncatingIfNeeded: order[i]))]
      if joint.old == none { continue }
      let old = touches[Int(joint.old)]
      if !areItems {
        try payload.before.elements.append(KeptElement(Int(joint.before), old.element))
      } else if joint.new == none {
        try payload.before.items.append(KeptItem(key: old.key, look: old.look))
      }
    }
  }

  private mutating func tellAfter(
    _ joints: borrowing Buffer<Joint>, _ touches: borrowing Buffer<Touch>, _ areItems: Bool
  ) throws(Refusal) {
    let order = try joints.order(by: .after)
    for i in 0..<order.count {
      let joint = joints[Int(UInt32(truncatingIfNeeded: order[i]))]
      if !areItems {
        try tellElement(joint, touches)
        continue
      }
      let new = touches[Int(joint.new)]
      if joint.old == none {
        try payload.after.items.append(KeptItem(key: new.key, look: new.look))
        continue
      }
      try list.updates.append(
        Update(
          before: joint.before, after: joint.after, count: 1, flags: joint.reason.flags,
          mask: joint.reason.mask))
      try payload.updated.append(
        KeptUpdate(key: new.key, before: touches[Int(joint.old)].look, after: new.look))
    }
  }

  /// Of a section of after.
  private mutating func tellElement(
    _ joint: Joint, _ touches: borrowing Buffer<Touch>
  ) throws(Refusal) {
    let element = touches[Int(joint.new != none ? joint.new : joint.old)].element
    if joint.before != none {
      let kind: ChangeKind =
        joint.old == none ? .elementInsert : joint.new == none ? .elementDelete : .elementUpdate
      try list.elements.append(
        ElementChange(
          kind: kind, flags: joint.reason.flags, beforeSection: joint.before, afterSection: joint.after,
          elementKind: element.kind, elementIndex: element.index, mask: joint.reason.mask))
    }
    if joint.new != none { try payload.after.elements.append(KeptElement(Int(joint.after), element)) }
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
  fileprivate func mismatch(_ touch: Touch, areItems: Bool) -> Refusal {
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

extension Buffer where Element == Joint {
  /// Those that have a place on a side, in its order: the place above, the number below.
  fileprivate func order(by side: Side) throws(Refusal) -> Buffer<UInt64> {
    var order = try Buffer<UInt64>(capacity: count)
    for i in 0..<count {
      let place = side == .before ? self[i].before : self[i].after
      if place != none { order.push(UInt64(place) << 32 | UInt64(i)) }
    }
    try order.sort()
    return order
  }
}
