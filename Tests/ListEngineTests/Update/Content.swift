// A list's content as plain arrays, and as the columns in memory that a host passes.

@testable import ListEngine

/// A key that can be hashed.
struct Name: Hashable, CustomStringConvertible {
  var low: UInt64
  var high: UInt64 = 0x4b

  init(_ number: Int) { low = UInt64(number) }
  init(_ key: Key) {
    low = key.low
    high = key.high
  }

  var key: Key { Key(low: low, high: high) }
  var description: String { high == 0x4b ? "\(low)" : "#\(low % 1000)" }
}

struct Item: Equatable, CustomStringConvertible {
  var name: Name
  var content: UInt64 = 0
  var model: UInt = 0
  var cellClass: UInt32 = 0
  var level: UInt16 = 0

  init(_ number: Int, content: UInt64 = 0) {
    name = Name(number)
    self.content = content
  }

  init(_ name: Name, _ content: UInt64, _ model: UInt, _ cellClass: UInt32, _ level: UInt16 = 0) {
    self.name = name
    self.content = content
    self.model = model
    self.cellClass = cellClass
    self.level = level
  }

  /// With the columns of `fields` of another item.
  func updated(by new: Item, _ fields: UInt32) -> Item {
    func source(_ column: ItemColumn) -> Item { fields & column.bit != 0 ? new : self }
    return Item(
      name, source(.content).content, source(.model).model, source(.cellClass).cellClass, source(.level).level
    )
  }

  var description: String {
    "\(name)=\(content)" + (model == 0 ? "" : "/\(model):\(cellClass)") + (level == 0 ? "" : "^\(level)")
  }
}

struct PlainSupplementary: Equatable {
  var kind: UInt32
  var index: UInt32
  var name: Name
  var content: UInt64
  var model: UInt
  var cellClass: UInt32

  var value: Supplementary {
    Supplementary(
      kind: kind, index: index, key: name.key, content: content, model: Model(address: model),
      cellClass: cellClass)
  }
}

struct Part: Equatable, CustomStringConvertible {
  var name: Name
  var items: [Item]
  var supplementaries: [PlainSupplementary] = []

  init(_ number: Int, _ items: [Item]) {
    name = Name(number)
    self.items = items
  }

  var description: String { "\(name)\(items)" }
}

typealias Content = [Part]
/// Disambiguates the name inside array extensions.
typealias Supplementary = ListEngine.Supplementary

/// How the columns of a call are laid out in memory.
struct Layout {
  var hasModels = true
  var hasClasses = true
  var hasLevels = true
  /// All fields of an item are adjacent, at odd addresses.
  var isInterleaved = false

  static let plain = Layout(hasModels: false, hasClasses: false, hasLevels: false)
}

extension [Item] {
  func withColumns<Result>(_ layout: Layout = Layout(), _ body: (Columns) throws -> Result) rethrows -> Result
  {
    let stride = layout.isInterleaved ? 39 : 38
    var bytes = [UInt8](repeating: 0xcc, count: 1 + stride * count + 8)
    return try bytes.withUnsafeMutableBytes { memory in
      let base = memory.baseAddress! + (layout.isInterleaved ? 1 : 0)
      func column(_ offset: Int, _ width: Int) -> (UnsafeMutableRawPointer, Int) {
        layout.isInterleaved ? (base + offset, stride) : (base + offset * count, width)
      }
      let (keys, contents, models, classes) = (column(0, 16), column(16, 8), column(24, 8), column(32, 4))
      let levels = column(36, 2)
      for (i, item) in enumerated() {
        (keys.0 + i * keys.1).storeBytes(of: item.name.key, as: Key.self)
        (contents.0 + i * contents.1).storeBytes(of: item.content, as: UInt64.self)
        (models.0 + i * models.1).storeBytes(of: item.model, as: UInt.self)
        (classes.0 + i * classes.1).storeBytes(of: item.cellClass, as: UInt32.self)
        (levels.0 + i * levels.1).storeBytes(of: item.level, as: UInt16.self)
      }
      var columns = Columns(count: count)
      columns.lend(.key, keys.0, stride: keys.1)
      columns.lend(.content, contents.0, stride: contents.1)
      if layout.hasModels { columns.lend(.model, models.0, stride: models.1) }
      if layout.hasClasses { columns.lend(.cellClass, classes.0, stride: classes.1) }
      if layout.hasLevels { columns.lend(.level, levels.0, stride: levels.1) }
      return try body(columns)
    }
  }
}

extension Content {
  /// Without the fields that the layout omits.
  func seen(_ layout: Layout) -> Content {
    map { part in
      var part = part
      for i in part.items.indices {
        if !layout.hasModels { part.items[i].model = 0 }
        if !layout.hasClasses { part.items[i].cellClass = 0 }
        if !layout.hasLevels { part.items[i].level = 0 }
      }
      return part
    }
  }

  var withoutEmpty: Content { filter { !$0.items.isEmpty } }

  /// Sets the list to this content.
  func set(
    _ list: borrowing List, _ layout: Layout = Layout(), _ options: UpdateOptions = UpdateOptions(),
    wantsChangeset: Bool = true
  ) throws -> Changeset? {
    var sections = try SectionInputs(capacity: count)
    var first = 0
    for part in self {
      var supplementaries = Buffer<Supplementary>()
      for supplementary in part.supplementaries { try supplementaries.append(supplementary.value) }
      try sections.push(part.name.key, first: first, supplementaries: supplementaries)
      first += part.items.count
    }
    // Not with `flatMap` over a consumed closure: a noncopyable changeset cannot be a generic result.
    var changeset: Changeset? = nil
    try flatMap { $0.items }.withColumns(layout) {
      changeset = try list.set(sections, $0, options, wantsChangeset: wantsChangeset)
    }
    return changeset
  }

  /// Builds the content in a new snapshot, section by section.
  func snapshot(
    _ options: SnapshotOptions = SnapshotOptions(), _ layout: Layout = Layout(), leafCapacity: Int = 8
  ) throws -> Snapshot {
    let snapshot = Snapshot(options, leafCapacity: leafCapacity, fanOut: 4)
    for part in self {
      try snapshot.insertSections([part.name].keys(), at: nil)
      try part.items.withColumns(layout) { try snapshot.append($0, to: nil) }
      for supplementary in part.supplementaries {
        try snapshot.setSupplementary(supplementary.value, of: part.name.key)
      }
    }
    return snapshot
  }
}

extension [Name] {
  func keys() throws -> Buffer<Key> {
    var keys = Buffer<Key>()
    for name in self { try keys.append(name.key) }
    return keys
  }
}

/// The content of an arrangement, read from its fields.
extension Arrangement {
  var content: Content {
    var content: Content = []
    for position in 0..<sectionCount {
      let section = sections[section(at: position)]
      var part = Part(0, [])
      part.name = Name(section.key)
      for i in 0..<(section.supplementaries?.count ?? 0) {
        let supplementary = section.supplementaries![i]
        part.supplementaries.append(
          PlainSupplementary(
            kind: supplementary.kind, index: supplementary.index, name: Name(supplementary.key),
            content: supplementary.content,
            model: supplementary.model.address, cellClass: supplementary.cellClass))
      }
      content.append(part)
    }
    forEachItem { section, leafID, offset in
      let leaf = leaf(leafID)
      let position = Int(start(ofSection: section).units)
      content[position].items.append(
        Item(
          Name(leaf.key(offset)), leaf.content(offset), leaf.values(offset).model.address,
          leaf.values(offset).cellClass, leaf.level(offset)))
    }
    return content
  }
}
