// The extents of a view that follows a list, beside a slow model: all items one by one. Random sessions that check the
// list's state have one (ListState.checkStamps), so it sees updates, edits before and after their end, undo and trims. Only
// tests that ask for it: it takes memory, which others count.

@testable import ListEngine

final class FollowedExtents {
  private var extents = Extents()
  private let features = ListFeatures()
  private var random: SeededGenerator
  /// The sizes that were set, by handle.
  private var sizes: [UInt64: Int] = [:]
  /// The layout of sections that have one of their own, by handle: the number of columns, or of lanes.
  private var columns: [UInt64: Int] = [:]
  private var lanes: [UInt64: Int] = [:]
  /// The lanes of items by handle, and the sections that they are of.
  private var laneOf: [UInt64: (section: UInt64, lane: Int)] = [:]
  private let rule = 10
  private let spacing = 2
  private let sectionSpacing = 7

  /// One for each list that was checked, by its number.
  nonisolated(unsafe) private static var readers: [UInt64: FollowedExtents] = [:]

  nonisolated(unsafe) private static var isOn = false

  static func begin() { isOn = true }

  static func forget() { readers.removeAll() }

  static func end() {
    isOn = false
    forget()
  }

  static func look(_ state: borrowing ListState) throws {
    if !isOn { return }
    if readers.count > 1000 { readers.removeAll() }
    let reader = try readers[state.number] ?? FollowedExtents(seed: UInt64(readers.count))
    readers[state.number] = reader
    try reader.look(state)
  }

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    var options = LayoutOptions()
    options.grain = 1
    options.sectionSpacing = Double(sectionSpacing)
    try extents.begin(options)
    _ = extents.layouts.replaceOfAll(by: layout(columns: 1))
    _ = try extents.setSize(width: 100, height: 100)
  }

  private func layout(columns: UInt32, isLanes: Bool = false) -> SectionLayout {
    var layout = SectionLayout()
    if isLanes { layout.kind = SectionLayout.lanes }
    layout.columns = columns
    layout.item.height.unit = Length.fixed
    layout.item.height.value = Double(rule)
    layout.lineSpacing = Double(spacing)
    layout.insets.top = 3
    layout.insets.bottom = 4
    return layout
  }

  func look(_ state: borrowing ListState) throws {
    if !(try extents.look(state, features, most: 2)) {
      try expect(try extents.look(state, features), "a look without a limit did not end")
    }
    try compare(state)
    if random.next() % 4 == 0 { try change(state) }
  }

  /// Sets sizes, and layouts of sections.
  private func change(_ state: borrowing ListState) throws {
    let sections = state.sectionIDs
    for _ in 0..<3 {
      guard let id = sections.randomElement(using: &random) else { return }
      let count = Int(state.arrangement.sections[id].count)
      if count > 0 {
        let location = state.arrangement.location(
          ofItem: Int.random(in: 0..<count, using: &random), inSection: id)
        let handle = state.slots.handle(state.slot(of: location))
        let length = random.next() % 5 == 0 ? nil : Int.random(in: 0...30, using: &random)
        sizes[handle] = length
        var new = Buffer<NewSize>()
        try new.append(NewSize(name: ElementName(item: handle), length: length))
        try extents.reserve(new, state, features)
        extents.set(new[0], state, features)
      }
    }
    if random.next() % 4 == 0, let id = sections.randomElement(using: &random) {
      let columns = Int.random(in: 1...3, using: &random)
      let isLanes = random.next() % 2 == 0
      let handle = state.handle(ofSection: id)
      self.columns[handle] = isLanes ? nil : columns
      lanes[handle] = isLanes ? columns : nil
      laneOf = laneOf.filter { $0.value.section != handle }
      let number = try extents.layouts.use(layout(columns: UInt32(columns), isLanes: isLanes))
      _ = extents.sections.setLayout(
        number, of: id, generation: state.arrangement.sections[id].generation)
      try extents.layOutAnew()
    }
    _ = try extents.look(state, features)
    try compare(state)
    try settle(state)
  }

  /// Gives lanes to what a window shows of a section of lanes.
  private func settle(_ state: borrowing ListState) throws {
    let inLanes = state.sectionIDs.filter { lanes[state.handle(ofSection: $0)] != nil }
    guard let id = inLanes.randomElement(using: &random) else { return }
    let handle = state.handle(ofSection: id)
    let from = Int.random(in: 0...100, using: &random)
    let to = from + Int.random(in: 0...60, using: &random)
    var walk = LaneWalk(lanes: lanes[handle] ?? 1, rule: rule, spacing: spacing)
    var isSettled = false
    for item in state.handles(ofSection: id) {
      var lane = lane(of: item, in: handle, &walk)
      if lane == nil && walk.earliest < to && walk.cell.start + rule > from {
        lane = walk.shortest
        laneOf[item] = (handle, walk.shortest)
        isSettled = true
      }
      _ = walk.add(sizes[item] ?? rule, lane)
    }
    let found = try extents.settleLanes(of: id, from: from, to: to, state)
    try expect(found == isSettled, "lanes from \(from) to \(to): \(found)")
    extents.lanes.forgetFresh()
    _ = try extents.look(state, features)
    try compare(state)
  }

  /// What has a size and no lane gets the shortest one.
  private func lane(of item: UInt64, in section: UInt64, _ walk: inout LaneWalk) -> Int? {
    if let known = laneOf[item], known.section == section { return known.lane }
    if sizes[item] == nil { return nil }
    laneOf[item] = (section, walk.shortest)
    return walk.shortest
  }

  private func compare(_ state: borrowing ListState) throws {
    var at = 0
    var isFirst = true
    var starts: [(start: Int, end: Int, section: SectionID, index: Int)] = []
    for id in state.sectionIDs {
      let handle = state.handle(ofSection: id)
      let columns = self.columns[handle] ?? 1
      let start = isFirst ? at : at + sectionSpacing
      try expect(extents.start(ofSection: id, state) == start, "section \(id) does not begin at \(start)")
      var headers = 0
      var footers = 0
      if let block = state.arrangement.sections[id].supplementaries {
        for i in 0..<block.count {
          if block[i].kind == Supplementary.header { headers += 22 }
          if block[i].kind == Supplementary.footer { footers += 22 }
        }
      }
      let items = state.handles(ofSection: id)
      var end = start + headers
      if !items.isEmpty { end += 3 }
      if let lanes = lanes[handle] {
        var walk = LaneWalk(lanes: lanes, rule: rule, spacing: spacing)
        for (index, item) in items.enumerated() {
          let length = sizes[item] ?? rule
          let spot = walk.add(length, lane(of: item, in: handle, &walk))
          starts.append((end + spot.start, end + spot.start + length, id, index))
        }
        end += max(0, (walk.ends.max() ?? 0) - spacing)
      }
      // A row is as long as its longest item.
      for first in stride(from: 0, to: lanes[handle] == nil ? items.count : 0, by: columns) {
        if first > 0 { end += spacing }
        let row = first..<min(items.count, first + columns)
        let length = row.map { sizes[items[$0]] ?? rule }.max() ?? 0
        for index in row { starts.append((end, end + length, id, index)) }
        end += length
      }
      if !items.isEmpty { end += 4 }
      end += footers
      let shape = extents.shape(of: id, start: start, state, features)
      try expect(shape.end == end, "section \(id) ends at \(shape.end), not \(end)")
      if end > start {
        at = end
        isFirst = false
      }
    }
    try expect(extents.content.length == at, "the content is \(extents.content.length), not \(at)")
    try compare(starts, state)
  }

  private func compare(
    _ starts: [(start: Int, end: Int, section: SectionID, index: Int)], _ state: borrowing ListState
  ) throws {
    for item in starts {
      let metrics = extents.metrics(of: item.section, state)
      let shape = extents.shape(
        of: item.section, start: extents.start(ofSection: item.section, state), state, features)
      let location = state.arrangement.location(ofItem: item.index, inSection: item.section)
      let start = extents.start(ofItem: location, in: item.section, shape, metrics, state)
      try expect(start == item.start, "item \(item) begins at \(start)")
      // The first item of its row is found where it ends, and anywhere before down to what is before it.
      if metrics.isLanes {
        let isFirst = !starts.contains {
          $0.section == item.section && $0.index < item.index && $0.end > item.end - 1 && $0.end > $0.start
        }
        if item.end > item.start && isFirst {
          let found = extents.item(endingAfter: item.end - 1, in: item.section, shape, metrics, state)
          try expect(found?.index == item.index, "\(item) is not found: \(String(describing: found))")
        }
      } else if item.end > item.start && item.index % metrics.columns == 0 {
        let found = extents.item(endingAfter: item.end - 1, in: item.section, shape, metrics, state)
        try expect(
          found?.index == item.index && found?.start == item.start,
          "\(item) is not found: \(String(describing: found))")
        let section = extents.section(endingAfter: item.start, state)
        try expect(section?.id == item.section && section?.start == shape.start, "the section of \(item)")
      }
    }
  }
}

/// Lanes in front of an item: see LaneSum.
private struct LaneWalk {
  let lanes: Int
  let rule: Int
  let spacing: Int
  var ends: [Int]
  private var level = 0
  private var cells = 0

  init(lanes: Int, rule: Int, spacing: Int) {
    (self.lanes, self.rule, self.spacing) = (lanes, rule, spacing)
    ends = Array(repeating: 0, count: lanes)
  }

  var shortest: Int { ends.firstIndex(of: ends.min() ?? 0) ?? 0 }
  var cell: (lane: Int, start: Int) {
    (cells % lanes, (cells > 0 ? level : ends.max() ?? 0) + cells / lanes * (rule + spacing))
  }
  var earliest: Int { cells > 0 ? cell.start : ends.min() ?? 0 }

  mutating func add(_ length: Int, _ lane: Int?) -> (lane: Int, start: Int) {
    guard let lane else {
      let found = cell
      if cells == 0 { level = found.start }
      cells += 1
      let rows = (cells + lanes - 1) / lanes
      ends = Array(repeating: level + rows * (rule + spacing), count: lanes)
      return found
    }
    let start = ends[lane]
    cells = 0
    ends[lane] += length + spacing
    return (lane, start)
  }
}

extension ListState {
  fileprivate var sectionIDs: [SectionID] {
    (0..<arrangement.sectionCount).map { arrangement.section(at: $0) }
  }

  fileprivate func handles(ofSection id: SectionID) -> [UInt64] {
    (0..<Int(arrangement.sections[id].count)).map {
      slots.handle(slot(of: arrangement.location(ofItem: $0, inSection: id)))
    }
  }
}
