// Fills a payload from the source of a changeset.

extension Changeset {
  /// O(k log n + s).
  mutating func keepPayload<Source: ChangesetSource & ~Copyable>(
    of source: borrowing Source, _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    var payload = Payload()
    payload.isScoped = source.isScoped
    try payload.before.fill(from: source, .before, correspondence, arrangement)
    try payload.after.fill(from: source, .after, correspondence, arrangement)
    var count = 0
    for u in 0..<correspondence.updates.count { count += Int(correspondence.updates[u].count) }
    try payload.updated.reserve(count)
    source.forEachUpdate(correspondence, arrangement) { key, before, after in
      payload.updated.push(KeptUpdate(key: key, before: before.appearance, after: after.appearance))
    }
    payload.isKept = true
    swap(&self.payload, &payload)
  }
}

extension Changeset.Payload.OneSide {
  fileprivate mutating func fill<Source: ChangesetSource & ~Copyable>(
    from source: borrowing Source, _ side: Side, _ correspondence: borrowing Correspondence,
    _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    try sections.fill(from: source, side, correspondence, arrangement)
    try items.reserve(correspondence.itemCount(on: side) - correspondence.matchedCount)
    try source.forEachUnmatched(on: side, correspondence, arrangement) { key, values in
      items.push(KeptItem(key: key, appearance: values.appearance))
    }
    try fillSupplementaries(from: source, side, correspondence, arrangement)
  }

  /// Keeps all supplementaries of an unmatched section, and the changed ones of every other section.
  private mutating func fillSupplementaries<Source: ChangesetSource & ~Copyable>(
    from source: borrowing Source, _ side: Side, _ correspondence: borrowing Correspondence,
    _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    let order = try correspondence.supplementaryOrder(of: side)
    let elsewhere = side == .before ? ChangeKind.supplementaryInsert : .supplementaryDelete
    var next = 0
    for section in 0..<correspondence.sectionCount(on: side) {
      if correspondence.counterpart(ofSection: section, on: side) == noIndex {
        let block = source.supplementaries(ofSection: section, on: side, in: arrangement)
        for i in 0..<(block?.count ?? 0) {
          if let block { try supplementaries.append(KeptSupplementary(section, block[i])) }
        }
        continue
      }
      while next < order.count && Int(order[next] >> 32) == section {
        let change = correspondence.supplementaries[Int(UInt32(truncatingIfNeeded: order[next]))]
        next += 1
        if change.kind == elsewhere { continue }
        let block = source.supplementaries(ofSection: section, on: side, in: arrangement)
        if let found = block?.supplementary(change.supplementaryKind, change.supplementaryIndex) {
          try supplementaries.append(KeptSupplementary(section, found))
        }
      }
    }
  }
}

extension Buffer<Key> {
  /// The keys of all sections of a side.
  mutating func fill<Source: ChangesetSource & ~Copyable>(
    from source: borrowing Source, _ side: Side, _ correspondence: borrowing Correspondence,
    _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    let count = correspondence.sectionCount(on: side)
    try reserve(count)
    for section in 0..<count { push(source.key(ofSection: section, on: side, in: arrangement)) }
  }
}

extension Changeset.Payload {
  mutating func keep(_ supplementary: KeptSupplementary, of side: Side) throws(Refusal) {
    if side == .before {
      try before.supplementaries.append(supplementary)
    } else {
      try after.supplementaries.append(supplementary)
    }
  }
}

extension Changeset.Payload.OneSide {
  mutating func copy(_ other: borrowing Changeset.Payload.OneSide) throws(Refusal) {
    try sections.copy(other.sections)
    try items.copy(other.items)
    try supplementaries.copy(other.supplementaries)
  }
}

extension Correspondence {
  /// The supplementary changes in the order of a side's sections: section in the high half, number in the low
  /// half.
  func supplementaryOrder(of side: Side) throws(Refusal) -> Buffer<UInt64> {
    var order = try Buffer<UInt64>(capacity: supplementaries.count)
    for i in 0..<supplementaries.count {
      let section = side == .before ? supplementaries[i].beforeSection : supplementaries[i].afterSection
      order.push(UInt64(section) << 32 | UInt64(i))
    }
    try order.sort()
    return order
  }
}

extension SupplementaryBlock {
  func supplementary(_ kind: UInt32, _ index: UInt32) -> Supplementary? {
    for i in 0..<count where self[i].kind == kind && self[i].index == index { return self[i] }
    return nil
  }
}
