// The rebased changeset, item by item of its two sides.
//
//     after      A  x  y  C  z           x, y and z from the present; A and C as the step says
//     before     B  D  w                 what goes: B and D as the step says, w from the present

struct Rebased: ~Copyable {
  let changeset: Changeset
  let models: PayloadModels
  /// The items that the next step in the same direction passes over, as positions of `after`.
  var passed: Buffer<PassedRange>
}

extension Rebase {
  /// `older`: what the next step passes over in the step's own `after`.
  func build(
    _ step: borrowing Changeset, _ models: borrowing PayloadModels, older: borrowing Buffer<PassedRange>,
    _ present: borrowing Arrangement
  ) throws(Refusal) -> Rebased {
    let builder = try Box(making: { RebaseBuilder() })
    try builder.value.copyRest(step, models)
    try builder.value.builder.correspondence.beforeStarts.copy(starts)
    try builder.value.buildAfter(self, step, models, older, present)
    try builder.value.buildBefore(self, step, models, present)
    return try builder.value.finish(step)
  }
}

private struct RebaseBuilder: ~Copyable {
  var builder = ChangesetBuilder()
  var models = PayloadModels()
  var passed = Buffer<PassedRange>()
  /// How many items of the new `after` there are.
  private var reached: UInt32 = 0
  /// Where the step was read up to.
  private var run = 0
  private var inserted = 0
  private var update = 0
  private var updated = 0
  private var range = 0
  private var place = 0

  init() {}

  mutating func finish(_ step: borrowing Changeset) throws(Refusal) -> Rebased {
    models.freeIfNull()
    var models = PayloadModels()
    var passed = Buffer<PassedRange>()
    swap(&models, &self.models)
    swap(&passed, &self.passed)
    return Rebased(
      changeset: try builder.solved(reload: step.reload, DuplicateCounts()), models: models, passed: passed)
  }

  /// The step knows all sections and their elements.
  mutating func copyRest(_ step: borrowing Changeset, _ from: borrowing PayloadModels) throws(Refusal) {
    try builder.correspondence.afterOfBefore.copy(step.correspondence.afterOfBefore)
    try builder.correspondence.beforeOfAfter.copy(step.correspondence.beforeOfAfter)
    try builder.correspondence.sectionUpdates.copy(step.correspondence.sectionUpdates)
    try builder.correspondence.supplementaries.copy(step.correspondence.supplementaries)
    try builder.payload.before.sections.copy(step.payload.before.sections)
    try builder.payload.after.sections.copy(step.payload.after.sections)
    try builder.payload.before.supplementaries.copy(step.payload.before.supplementaries)
    try builder.payload.after.supplementaries.copy(step.payload.after.supplementaries)
    builder.payload.isScoped = step.payload.isScoped
    builder.payload.isKept = true
    try models.before.supplementaries.copy(from.before.supplementaries)
    try models.after.supplementaries.copy(from.after.supplementaries)
    models.areKept = true
  }

  // MARK: After

  mutating func buildAfter(
    _ rebase: borrowing Rebase, _ step: borrowing Changeset, _ from: borrowing PayloadModels,
    _ older: borrowing Buffer<PassedRange>, _ present: borrowing Arrangement
  ) throws(Refusal) {
    for section in 0..<step.correspondence.afterSectionCount {
      try builder.correspondence.afterStarts.append(reached)
      let end = step.correspondence.afterStarts[section + 1]
      for item in step.correspondence.afterStarts[section]..<end {
        try addPassed(at: item + UInt32(section), rebase, present)
        while range < older.count && older[range].end <= item { range += 1 }
        if range < older.count && older[range].first <= item {
          try passed.add(PassedRange(first: reached, count: 1))
        }
        try add(item, rebase, step, from, present)
      }
      try addPassed(at: end + UInt32(section), rebase, present)
    }
    try builder.correspondence.afterStarts.append(reached)
  }

  /// An item of the step's `after`.
  private mutating func add(
    _ item: UInt32, _ rebase: borrowing Rebase, _ step: borrowing Changeset, _ from: borrowing PayloadModels,
    _ present: borrowing Arrangement
  ) throws(Refusal) {
    let source = rebase.sources[Int(item)]
    while run < step.correspondence.runs.count,
      step.correspondence.runs[run].after + step.correspondence.runs[run].count <= item
    {
      run += 1
    }
    let isMatched = run < step.correspondence.runs.count && step.correspondence.runs[run].after <= item
    if !isMatched {
      let kept = step.payload.after.items[inserted]
      let model = from.after.items.model(inserted)
      inserted += 1
      if source != noIndex {
        try addUpdate(source, present, to: ItemValues(kept.appearance, model: model))
        return try addMatch(source, rebase.starts)
      }
      try builder.payload.after.items.append(kept)
      try models.after.items.append(model)
      reached += 1
      return
    }
    if update < step.correspondence.updates.count, step.correspondence.updates[update].after <= item {
      let told = step.correspondence.updates[update]
      try addUpdate(
        source, step.payload.updated[updated], from.before.updated.model(updated),
        from.after.updated.model(updated), flags: told.flags, mask: told.mask)
      updated += 1
      if item + 1 == told.after + told.count { update += 1 }
    }
    try addMatch(source, rebase.starts)
  }

  /// Adds the items at a place, each with the items below it.
  private mutating func addPassed(
    at target: UInt32, _ rebase: borrowing Rebase, _ present: borrowing Arrangement
  ) throws(Refusal) {
    while place < rebase.places.count, rebase.places[place] >> 32 == UInt64(target) {
      let root = UInt32(truncatingIfNeeded: rebase.places[place])
      place += 1
      try addPassed(root, rebase, present)
      let end = rebase.starts[Correspondence.section(of: root, in: rebase.starts) + 1]
      var item = root + 1
      while item < end && rebase.levels[Int(item)] > rebase.levels[Int(root)] {
        if rebase.counterparts[Int(item)] == Rebase.withParent { try addPassed(item, rebase, present) }
        item += 1
      }
    }
  }

  private mutating func addPassed(
    _ item: UInt32, _ rebase: borrowing Rebase, _ present: borrowing Arrangement
  ) throws(Refusal) {
    if rebase.levels[Int(item)] != rebase.newLevels[Int(item)] {
      var values = present.entry(at: item).values
      values.appearance.level = rebase.newLevels[Int(item)]
      try addUpdate(item, present, to: values)
    }
    try passed.add(PassedRange(first: reached, count: 1))
    try addMatch(item, rebase.starts)
  }

  private mutating func addMatch(_ source: UInt32, _ starts: borrowing Buffer<UInt32>) throws(Refusal) {
    if let last = builder.correspondence.runs.last, last.before + last.count == source,
      last.after + last.count == reached, builder.correspondence.afterStarts.last != reached,
      !Correspondence.isFirst(source, in: starts)
    {
      builder.correspondence.runs[builder.correspondence.runs.count - 1].count += 1
    } else {
      try builder.correspondence.runs.append(Run(before: source, after: reached, count: 1))
    }
    reached += 1
  }

  // MARK: Updates

  /// An item of the present that looks otherwise afterwards.
  private mutating func addUpdate(
    _ source: UInt32, _ present: borrowing Arrangement, to values: ItemValues
  ) throws(Refusal) {
    let entry = present.entry(at: source)
    let reasons = entry.values.appearance.difference(values.appearance)
    if reasons == 0 && entry.values.model == values.model { return }
    let change = KeptUpdate(key: entry.key, before: entry.values.appearance, after: values.appearance)
    let flags = ChangeFlags.reconfigure | (reasons == 0 ? ChangeFlags.byContent : reasons)
    try addUpdate(source, change, entry.values.model, values.model, flags: flags, mask: UInt64.max)
  }

  private mutating func addUpdate(
    _ source: UInt32, _ change: KeptUpdate, _ before: Model, _ after: Model, flags: UInt32, mask: UInt64
  ) throws(Refusal) {
    try builder.correspondence.updates.append(
      Update(before: source, after: reached, count: 1, flags: flags, mask: mask))
    try builder.payload.updated.append(change)
    try models.before.updated.append(before)
    try models.after.updated.append(after)
  }

  // MARK: Before

  /// Adds the items that go.
  mutating func buildBefore(
    _ rebase: borrowing Rebase, _ step: borrowing Changeset, _ from: borrowing PayloadModels,
    _ present: borrowing Arrangement
  ) throws(Refusal) {
    var known = 0
    var deleted = 0
    for item in 0..<rebase.counterparts.count {
      let isKnown =
        known < rebase.presentOfBefore.count && rebase.presentOfBefore[known] == UInt32(item)
      if isKnown { known += 1 }
      if rebase.counterparts[item] != Rebase.gone { continue }
      if isKnown {
        try builder.payload.before.items.append(step.payload.before.items[deleted])
        try models.before.items.append(from.before.items.model(deleted))
        deleted += 1
      } else {
        let entry = present.entry(at: UInt32(item))
        try builder.payload.before.items.append(KeptItem(key: entry.key, appearance: entry.values.appearance))
        try models.before.items.append(entry.values.model)
      }
    }
  }
}

extension PayloadModels {
  fileprivate mutating func freeIfNull() {
    before.freeIfNull()
    after.freeIfNull()
  }
}

extension PayloadModels.OneSide {
  fileprivate mutating func freeIfNull() {
    items.freeIfNull()
    updated.freeIfNull()
  }
}
