// States of items as a dictionary, beside a list that random edits change.

@testable import ListEngine

struct StatesModel {
  struct Identity: Hashable {
    var section: Name?
    var item: Name
  }

  var isScoped: Bool
  var states: [Identity: UInt32] = [:]
  var sections: [Name: UInt32] = [:]

  /// The items of a content in order.
  func flat(_ content: Content) -> [Identity] {
    content.flatMap { part in part.items.map { Identity(section: isScoped ? part.name : nil, item: $0.name) }
    }
  }

  mutating func set(_ isOn: Bool, _ state: UInt32, _ items: ArraySlice<Identity>) {
    for item in items {
      let old = states[item] ?? 0
      states[item] = isOn ? old | state : old & ~state
    }
  }

  /// What is not in the content loses its states.
  mutating func keep(_ content: Content) {
    let there = Set(flat(content))
    states = states.filter { there.contains($0.key) && $0.value != 0 }
    let names = Set(content.map { $0.name })
    sections = sections.filter { names.contains($0.key) && $0.value != 0 }
  }
}

extension List {
  /// Gives states to a range, or takes them away, without rules.
  func setForTest(_ isOn: Bool, _ mask: UInt32, _ first: Int, _ count: Int) throws {
    try write { state throws(Refusal) in
      try state.states.make { ItemStates() }
      try state.states.value.reserve(
        mask, slots: state.slots.all.count, leaves: state.arrangement.leaves.count)
      ItemStates.forEach(mask) { one in
        state.states.value[one].set(isOn, first, count, in: state.arrangement)
      }
    }
  }

  func setForTest(_ states: UInt32, ofSection position: Int) throws {
    try write { state throws(Refusal) in
      try state.states.make { ItemStates() }
      try state.states.value.reserve(sections: state.arrangement.sections.count)
      state.states.value.set(states, ofSection: state.arrangement.section(at: position))
    }
  }

  /// Compares the list with the model, by item, by run and by total.
  func checkStates(_ model: StatesModel, _ content: Content) throws {
    let items = model.flat(content)
    if !state.value.states.isMade {
      return try expect(model.states.allSatisfy { $0.value == 0 }, "no states")
    }
    try state.value.states.value.checkInvariants(state.value)
    for (i, item) in items.enumerated() {
      let location = state.value.arrangement.location(ofItem: i)
      let found = state.value.states.value.states(of: state.value.slot(of: location), in: location.leaf)
      let wanted = model.states[item] ?? 0
      try expect(found == wanted, "item \(i), \(item.item): \(found), not \(wanted)")
    }
    for bit in 0..<16 where ItemStates.Mask.all >> bit & 1 != 0 {
      try check(state: 1 << bit, model, items)
    }
    for (p, part) in content.enumerated() {
      let found = state.value.states.value.states(ofSection: state.value.arrangement.section(at: p))
      try expect(found == model.sections[part.name] ?? 0, "section \(p): \(found)")
    }
  }

  private func check(state one: UInt32, _ model: StatesModel, _ items: [StatesModel.Identity]) throws {
    let has = items.map { (model.states[$0] ?? 0) & one != 0 }
    if state.value.states.value.inUse & one == 0 {
      return try expect(!has.contains(true), "state \(one) has no column")
    }
    let total = state.value.states.value[one].total
    try expect(total == has.count { $0 }, "a total of \(total)")
    for isOn in [true, false] {
      var runs: [Range<Int>] = []
      let first = items.count / 3
      state.value.states.value[one].forEachRun(
        isOn, first, items.count - first, in: state.value.arrangement
      ) { runs.append($0..<$0 + $1) }
      var wanted: [Range<Int>] = []
      for i in first..<items.count where has[i] == isOn {
        if wanted.last?.upperBound == i {
          wanted[wanted.count - 1] = wanted[wanted.count - 1].lowerBound..<i + 1
        } else {
          wanted.append(i..<i + 1)
        }
      }
      try expect(runs == wanted, "\(one), \(isOn): runs \(runs), not \(wanted)")
    }
  }
}

extension ItemStates {
  fileprivate func checkInvariants(_ state: borrowing ListState) throws {
    for bit in 0..<16 where inUse >> bit & 1 != 0 {
      try self[1 << bit].checkInvariants(state.arrangement, state.slots)
    }
  }
}

extension StateColumn {
  fileprivate func checkInvariants(_ arrangement: borrowing Arrangement, _ slots: borrowing Slots) throws {
    var seen = 0
    for i in 0..<arrangement.leaves.count {
      guard let leaf = arrangement.leaves[i] else { continue }
      let summary = summary(LeafID(UInt32(i)))
      let count = bits(of: leaf)
      switch summary {
      case Summary.none: try expect(hasStaleBits || count == 0, "a stale bit that nobody knows of")
      case Summary.all:
        for k in 0..<leaf.count { try expect(Int(leaf.slot(k).raw) < bits.count * 64, "no bit") }
      case Summary.unknown: try expect(hasUnknown || i >= summaries.count, "an unknown leaf")
      default: try expect(count == Int(summary) && count < leaf.count, "\(count) bits, not \(summary)")
      }
      seen += summary == Summary.all ? leaf.count : summary == Summary.none ? 0 : count
    }
    try expect(seen == total, "\(seen) items, not \(total)")
    var suspended = 0
    for i in 0..<slots.all.count {
      let slot = Slot(UInt32(i))
      let isFree = slots.all[i].generation & 1 == 1
      if isFree { try expect(!bit(slot), "a free slot with a state") }
      if !isFree && slots.pendingItem(slot) != nil && bit(slot) { suspended += 1 }
    }
    try expect(suspended == deletedInEdit, "\(suspended) deleted items, not \(deletedInEdit)")
  }
}
