// The extents of a view that follows a list, beside a slow model: all items one by one. Random sessions that check the
// list's state have one (ListState.checkStamps), so it sees updates, edits before and after their end, undo and trims. Only
// tests that ask for it: it takes memory, which others count.

@testable import ListEngine

final class FollowedExtents {
  private var extents = Extents()
  private let features = ListFeatures()
  private var random: SeededGenerator
  /// The sizes that were set, by handle, and those across where they count.
  private var sizes: [UInt64: Int] = [:]
  private var widths: [UInt64: (across: Int, isOfFlow: Bool)] = [:]
  /// The layout of sections that have one of their own, by handle: the number of columns, or of lanes, or a flow.
  private var columns: [UInt64: Int] = [:]
  private var lanes: [UInt64: Int] = [:]
  private var flows: Set<UInt64> = []
  /// The lanes of items by handle, and the sections that they are of.
  private var laneOf: [UInt64: (section: UInt64, lane: Int)] = [:]
  private let rule = 10
  private let spacing = 2
  private let room = 100
  private let gap = 3
  private let ruleAcross = 30
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

  private func layout(columns: UInt32, kind: UInt32 = SectionLayout.rows) -> SectionLayout {
    var layout = SectionLayout()
    layout.kind = kind
    layout.columns = columns
    layout.itemSpacing = Double(gap)
    layout.item.width.unit = Length.fixed
    layout.item.width.value = Double(ruleAcross)
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
        let across = length == nil || random.next() % 2 == 0 ? nil : Int.random(in: 0...130, using: &random)
        sizes[handle] = length
        let section = state.handle(ofSection: id)
        widths[handle] = across.flatMap { counts($0, section) ? ($0, flows.contains(section)) : nil }
        var new = Buffer<NewSize>()
        try new.append(NewSize(name: ElementName(item: handle), length: length))
        new[0].across = across
        try extents.reserve(new, state, features)
        extents.set(new[0], state, features)
      }
    }
    if random.next() % 4 == 0, let id = sections.randomElement(using: &random) {
      let columns = Int.random(in: 1...3, using: &random)
      let kinds: [UInt32] = [SectionLayout.rows, SectionLayout.flow, SectionLayout.lanes]
      let kind = kinds[Int.random(in: 0..<3, using: &random)]
      let handle = state.handle(ofSection: id)
      self.columns[handle] = kind == SectionLayout.rows ? columns : nil
      lanes[handle] = kind == SectionLayout.lanes ? columns : nil
      flows.remove(handle)
      if kind == SectionLayout.flow { flows.insert(handle) }
      laneOf = laneOf.filter { $0.value.section != handle }
      let number = try extents.layouts.use(layout(columns: UInt32(columns), kind: kind))
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

  // MARK: Lines

  private func column(_ columns: Int) -> Int {
    columns == 1 ? room : (room - (columns - 1) * gap) / columns
  }

  /// Whether a size across counts in a section.
  private func counts(_ across: Int, _ section: UInt64) -> Bool {
    if flows.contains(section) { return true }
    guard let columns = columns[section], columns > 1 else { return false }
    return across > column(columns)
  }

  /// What an item takes of its line: of the room, or of the columns.
  private func width(of item: UInt64, in section: UInt64) -> Int {
    let own = sizes[item] == nil ? nil : widths[item]
    if flows.contains(section) { return min(own?.across ?? ruleAcross, room) }
    let columns = columns[section] ?? 1
    let column = column(columns)
    guard let own, !own.isOfFlow, columns > 1, own.across > column else { return 1 }
    return min(columns, (own.across + gap + column + gap - 1) / (column + gap))
  }

  /// How many items each line has.
  private func lines(_ items: [UInt64], in section: UInt64) -> [Range<Int>] {
    let isFlow = flows.contains(section)
    let most = isFlow ? room : columns[section] ?? 1
    var found: [Range<Int>] = []
    var used = 0
    for (index, item) in items.enumerated() {
      let width = width(of: item, in: section)
      let more = (isFlow ? gap : 0) + width
      if let last = found.last, last.count < 64, used + more <= most {
        found[found.count - 1] = last.lowerBound..<index + 1
        used += more
      } else {
        found.append(index..<index + 1)
        used = width
      }
    }
    return found
  }

  private func compare(_ state: borrowing ListState) throws {
    var at = 0
    var isFirst = true
    var starts: [ItemStart] = []
    for id in state.sectionIDs {
      let handle = state.handle(ofSection: id)
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
          let start = end + spot.start
          starts.append(ItemStart(start: start, end: start + length, section: id, index: index))
        }
        end += max(0, (walk.ends.max() ?? 0) - spacing)
      }
      // A row is as long as its longest item.
      for row in lanes[handle] == nil ? lines(items, in: handle) : [] {
        if row.lowerBound > 0 { end += spacing }
        let length = row.map { sizes[items[$0]] ?? rule }.max() ?? 0
        for index in row {
          starts.append(
            ItemStart(
              start: end, end: end + length, section: id, index: index, isFirst: index == row.lowerBound))
        }
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
    _ starts: [ItemStart], _ state: borrowing ListState
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
      } else if item.end > item.start && item.isFirst {
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
