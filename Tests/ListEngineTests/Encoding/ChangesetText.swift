// The complete content of a changeset as text, for comparing two of them; and random content to make
// changesets from.

@testable import ListEngine

enum ChangesetText {
  /// Every dialect, the counts and the payload.
  static func lines(_ changeset: borrowing Changeset) throws -> [String] {
    var lines = ["\(changeset.summary)"]
    let batch = try changeset.batch()
    for i in 0..<batch.count { lines.append("batch \(batch[i])") }
    let steps = try changeset.steps()
    for i in 0..<steps.count { lines.append("step \(steps[i])") }
    for updates in [true, false] {
      let splices = try changeset.splices(updates: updates)
      for i in 0..<splices.count { lines.append("splice \(splices[i])") }
    }
    return lines + payload(changeset)
  }

  static func payload(_ changeset: borrowing Changeset) -> [String] {
    var lines: [String] = []
    for i in 0..<changeset.payload.updated.count { lines.append("updated \(changeset.payload.updated[i])") }
    return lines + side("before", changeset.payload.before) + side("after", changeset.payload.after)
  }

  private static func side(_ name: String, _ side: borrowing Changeset.Payload.OneSide) -> [String] {
    var lines: [String] = []
    for i in 0..<side.sections.count { lines.append("\(name) \(side.sections[i])") }
    for i in 0..<side.items.count { lines.append("\(name) \(side.items[i])") }
    for i in 0..<side.supplementaries.count { lines.append("\(name) \(side.supplementaries[i])") }
    return lines
  }

  static func expectSame(_ a: [String], _ b: [String], _ what: String) throws {
    for i in 0..<max(a.count, b.count) where i >= a.count || i >= b.count || a[i] != b[i] {
      throw Mismatch(
        description: "\(what): \(i < a.count ? a[i] : "nothing"), not \(i < b.count ? b[i] : "nothing")")
    }
  }
}

/// A sequence of random states.
struct RandomHistory {
  var edits: RandomEdits
  let isScoped: Bool
  private(set) var content: Content = []

  init(seed: UInt64, isScoped: Bool, classes: [UInt32]? = nil) {
    edits = RandomEdits(seed: seed)
    self.isScoped = isScoped
    if let classes {
      edits.hasModels = true
      edits.classes = classes
    }
  }

  /// With scoped keys, many sections have the same keys. Occasionally a former state returns.
  mutating func next() -> Content {
    edits.change(&content)
    if !isScoped { return content }
    return content.map { part in
      var part = part
      var seen = Set<Name>()
      for i in part.items.indices { part.items[i].name = Name(Int(part.items[i].name.low) % 25) }
      part.items.removeAll { !seen.insert($0.name).inserted }
      return part
    }
  }

  mutating func goBack(to content: Content) { self.content = content }
}

extension Content {
  var withoutModels: Content {
    map { part in
      var part = part
      for i in part.items.indices { part.items[i].model = 0 }
      for i in part.supplementaries.indices { part.supplementaries[i].model = 0 }
      return part
    }
  }

  /// The expected result of applying a changeset from `before` to this: an item keeps its model if it keeps
  /// its class, a supplementary if it keeps its key as well.
  func applied(to before: Content, isScoped: Bool) -> Content {
    var olds: [CheckedList.Identity: Item] = [:]
    for part in before {
      for item in part.items {
        olds[CheckedList.Identity(section: isScoped ? part.name : nil, item: item.name)] = item
      }
    }
    return map { part in
      var part = part
      for i in part.items.indices {
        let item = part.items[i]
        let old = olds[CheckedList.Identity(section: isScoped ? part.name : nil, item: item.name)]
        part.items[i].model = old?.cellClass == item.cellClass ? old!.model : 0
      }
      let supplementaries = before.first { $0.name == part.name }?.supplementaries ?? []
      for i in part.supplementaries.indices {
        let new = part.supplementaries[i]
        let old = supplementaries.first { $0.value.rank == new.value.rank }
        let stays = old?.name == new.name && old?.cellClass == new.cellClass
        part.supplementaries[i].model = stays ? old!.model : 0
      }
      return part
    }
  }

  func diff(
    to after: Content, _ policy: UInt32 = Duplicates.refuse, keepsKeys: Bool = false
  ) throws -> Changeset {
    var options = SnapshotOptions()
    options.duplicates = policy
    return try snapshot(options, leafCapacity: 4).diff(
      to: after.snapshot(options, leafCapacity: 4), keepsKeys)
  }
}

extension Snapshot {
  func diff(to after: borrowing Snapshot, _ keepsKeys: Bool = false) throws -> Changeset {
    var options = UpdateOptions()
    options.verifies = true
    options.keepsPayload = true
    options.keepsKeys = keepsKeys
    return try Changeset.between(self, after, options)
  }

  var content: Content { body.value.arrangement.content }
}
