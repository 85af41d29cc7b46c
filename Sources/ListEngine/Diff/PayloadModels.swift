// The models of what a payload keeps, beside it: a payload has none itself, so that it can be encoded. A
// column is parallel to one of the payload, or empty if all its models are null.
//
//     payload     before.items   2 7 9        updated   4: content 1 -> 2
//     models      before.items   p q -        before.updated   r      after.updated   s
//
// The class that retains a model is that of the payload's record.

struct PayloadModels: ~Copyable {
  struct OneSide: ~Copyable {
    /// The models of items that the other side does not have.
    var items = Buffer<Model>()
    /// The models of updated items, as they are on this side.
    var updated = Buffer<Model>()
    var supplementaries = Buffer<Model>()

    var bytes: Int { items.bytes + updated.bytes + supplementaries.bytes }
  }

  var before = OneSide()
  var after = OneSide()
  /// Otherwise all columns are empty because the models are not known.
  var areKept = false

  var bytes: Int { before.bytes + after.bytes }

  /// Owns no reference of its own.
  func copy() throws(Refusal) -> PayloadModels {
    var copy = PayloadModels()
    try copy.before.copy(before)
    try copy.after.copy(after)
    copy.areKept = areKept
    return copy
  }
}

extension PayloadModels.OneSide {
  fileprivate mutating func copy(_ other: borrowing PayloadModels.OneSide) throws(Refusal) {
    try items.copy(other.items)
    try updated.copy(other.updated)
    try supplementaries.copy(other.supplementaries)
  }
}

extension Buffer<Model> {
  /// The model of a record of the payload.
  func model(_ i: Int) -> Model { isEmpty ? .null : self[i] }

  /// Keeps no memory for null models.
  mutating func freeIfNull() {
    for i in 0..<count where !self[i].isNull { return }
    free()
  }
}

// MARK: Keeping

extension PayloadModels {
  /// Fills the columns from the source of the changeset, which has kept its payload.
  mutating func fill<Source: ChangesetSource & ~Copyable>(
    from source: borrowing Source, _ changeset: borrowing Changeset, _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    try before.fill(from: source, .before, changeset.payload.before, changeset.correspondence, arrangement)
    try after.fill(from: source, .after, changeset.payload.after, changeset.correspondence, arrangement)
    var old = try Buffer<Model>(capacity: changeset.payload.updated.count)
    var new = try Buffer<Model>(capacity: changeset.payload.updated.count)
    source.forEachUpdate(changeset.correspondence, arrangement) { _, before, after in
      old.push(before.model)
      new.push(after.model)
    }
    old.freeIfNull()
    new.freeIfNull()
    swap(&before.updated, &old)
    swap(&after.updated, &new)
    areKept = true
  }
}

extension PayloadModels.OneSide {
  fileprivate mutating func fill<Source: ChangesetSource & ~Copyable>(
    from source: borrowing Source, _ side: Side, _ payload: borrowing Changeset.Payload.OneSide,
    _ correspondence: borrowing Correspondence, _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    var models = try Buffer<Model>(capacity: payload.items.count)
    try source.forEachUnmatched(on: side, correspondence, arrangement) { _, values in
      models.push(values.model)
    }
    models.freeIfNull()
    swap(&items, &models)
    try supplementaries.reserve(payload.supplementaries.count)
    for i in 0..<payload.supplementaries.count {
      let kept = payload.supplementaries[i]
      let block = source.supplementaries(ofSection: Int(kept.section), on: side, in: arrangement)
      let found = block?.supplementary(kept.supplementary.kind, kept.supplementary.index)
      supplementaries.push(found?.model ?? .null)
    }
    supplementaries.freeIfNull()
  }
}

// MARK: References

extension PayloadModels {
  /// Calls the host.
  func retain(for payload: borrowing Changeset.Payload) {
    unsafe forEachBatch(payload) { unsafe CellClass.retain($0, $1, $2) }
  }

  /// Calls the host, so no lock may be held.
  func release(for payload: borrowing Changeset.Payload) {
    unsafe forEachBatch(payload) { unsafe CellClass.release($0, $1, $2) }
  }

  private func forEachBatch(
    _ payload: borrowing Changeset.Payload, _ body: (UInt32, UnsafePointer<Model>, Int) -> Void
  ) {
    unsafe before.forEachBatch(payload.before, body)
    unsafe after.forEachBatch(payload.after, body)
    unsafe before.updated.forEachBatch({ payload.updated[$0].before.cellClass }, body)
    unsafe after.updated.forEachBatch({ payload.updated[$0].after.cellClass }, body)
  }
}

extension PayloadModels.OneSide {
  fileprivate func forEachBatch(
    _ payload: borrowing Changeset.Payload.OneSide, _ body: (UInt32, UnsafePointer<Model>, Int) -> Void
  ) {
    unsafe items.forEachBatch({ payload.items[$0].appearance.cellClass }, body)
    unsafe supplementaries.forEachBatch({ payload.supplementaries[$0].supplementary.cellClass }, body)
  }
}

extension Buffer<Model> {
  /// Calls `body` with each range of models of one class.
  fileprivate func forEachBatch(
    _ cellClass: (Int) -> UInt32, _ body: (UInt32, UnsafePointer<Model>, Int) -> Void
  ) {
    guard let models = unsafe pointer else { return }
    var start = 0
    while start < count {
      let shared = cellClass(start)
      var end = start
      while end < count, !self[end].isNull, cellClass(end) == shared { end += 1 }
      if end > start && shared != 0 { unsafe body(shared, models + start, end - start) }
      start = max(end, start + 1)
    }
  }
}
