// A list as plain arrays of keys, and the correspondence of two of them, computed by brute force.

@testable import ListEngine

struct PlainList: CustomStringConvertible {
  var sections: [Int]
  var items: [[Int]]

  init(_ sections: [(Int, [Int])]) {
    self.sections = sections.map { $0.0 }
    items = sections.map { $0.1 }
  }

  var flat: [Int] { items.flatMap { $0 } }

  var description: String {
    zip(sections, items).map { "\($0)\($1)" }.joined(separator: " ")
  }
}

/// A test case: two lists, and what is updated.
struct Case: CustomStringConvertible {
  var before: PlainList
  var after: PlainList
  /// Keys of items and sections; those not on both sides have no effect.
  var reloaded: Set<Int> = []
  var reconfigured: Set<Int> = []
  var reloadedSections: Set<Int> = []
  /// Keys of sections whose supplementaries change: one delete, one insert and one update each.
  var changedSupplementaries: Set<Int> = []
  /// Other supplementary changes, in order.
  var supplementaries: [ReplayedList.ReplayedSupplementary] = []
  /// Other updates: flags by key of the item.
  var updates: [Int: UInt32] = [:]
  /// Emits runs and updates of one item each, as a matcher may.
  var splitsRuns = false

  init(_ before: PlainList, _ after: PlainList) {
    self.before = before
    self.after = after
  }

  var description: String {
    "\(before) -> \(after); reloaded \(reloaded.sorted()), reconfigured \(reconfigured.sorted())"
      + (splitsRuns ? ", splitsRuns" : "")
  }

  func correspondence() throws -> Correspondence {
    var result = Correspondence()
    try fillSections(&result)
    try fillRuns(&result)
    try fillUpdates(&result)
    return result
  }

  private func fillSections(_ result: inout Correspondence) throws {
    try Self.fillStarts(&result.beforeStarts, before)
    try Self.fillStarts(&result.afterStarts, after)
    for key in before.sections {
      try result.afterOfBefore.append(after.sections.firstIndex(of: key).map { UInt32($0) } ?? noIndex)
    }
    for (section, key) in after.sections.enumerated() {
      let partner = before.sections.firstIndex(of: key)
      try result.beforeOfAfter.append(partner.map { UInt32($0) } ?? noIndex)
      if partner != nil, reloadedSections.contains(key) {
        try result.sectionUpdates.append(UInt32(section))
      }
      if let partner, changedSupplementaries.contains(key) {
        for (kind, code) in [
          (ChangeKind.supplementaryDelete, 1), (.supplementaryInsert, 2), (.supplementaryUpdate, 3),
        ] {
          let flags = kind == .supplementaryUpdate ? ChangeFlags.reload | ChangeFlags.byKey : 0
          try result.supplementaries.append(
            SupplementaryChange(
              kind: kind, flags: flags, beforeSection: UInt32(partner), afterSection: UInt32(section),
              supplementaryKind: UInt32(code), supplementaryIndex: 7, mask: 0))
        }
      }
    }
  }

  private static func fillStarts(_ starts: inout Buffer<UInt32>, _ list: PlainList) throws {
    var count = 0
    try starts.append(0)
    for items in list.items {
      count += items.count
      try starts.append(UInt32(count))
    }
  }

  private func fillRuns(_ result: inout Correspondence) throws {
    let places = Self.places(before)
    var index: UInt32 = 0
    var last: (section: Int, run: Run)?
    for items in after.items {
      for key in items {
        defer { index += 1 }
        guard let place = places[key] else { continue }
        if !splitsRuns, let held = last, held.section == place.section,
          held.run.before + held.run.count == place.flat, held.run.after + held.run.count == index
        {
          last!.run.count += 1
          continue
        }
        if let held = last { try result.runs.append(held.run) }
        last = (place.section, Run(before: place.flat, after: index, count: 1))
      }
      if let held = last { try result.runs.append(held.run) }
      last = nil
    }
  }

  private func fillUpdates(_ result: inout Correspondence) throws {
    let places = Self.places(before)
    for (index, key) in after.flat.enumerated() {
      guard let place = places[key] else { continue }
      if let flags = flags(of: key) {
        let mask: UInt64 = flags & ChangeFlags.reconfigure != 0 ? 5 : 0
        try result.updates.append(
          Update(before: place.flat, after: UInt32(index), count: 1, flags: flags, mask: mask))
      }
    }
  }

  /// The flags of an update of an item that is on both sides, if it has one.
  func flags(of key: Int) -> UInt32? {
    if let flags = updates[key] { return flags }
    if reloaded.contains(key) { return ChangeFlags.reload | ChangeFlags.byClass }
    if reconfigured.contains(key) { return ChangeFlags.reconfigure | ChangeFlags.byContent }
    return nil
  }

  private static func places(_ list: PlainList) -> [Int: (section: Int, flat: UInt32)] {
    var places: [Int: (section: Int, flat: UInt32)] = [:]
    var flat: UInt32 = 0
    for (section, items) in list.items.enumerated() {
      for key in items {
        places[key] = (section, flat)
        flat += 1
      }
    }
    return places
  }
}

extension Array where Element: BitwiseCopyable {
  init(_ buffer: borrowing Buffer<Element>) {
    self.init()
    for i in 0..<buffer.count { append(buffer[i]) }
  }
}
