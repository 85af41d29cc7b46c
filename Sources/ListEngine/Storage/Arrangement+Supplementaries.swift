// The supplementaries of a section. Every change replaces the whole block.

extension Arrangement {
  /// Inserts a supplementary, or replaces the one with the same kind and index.
  mutating func setSupplementary(
    _ supplementary: Supplementary, of section: SectionID, _ releases: inout PendingReleases
  ) throws(Refusal) {
    let old = sections[section].supplementaries
    let count = old?.count ?? 0
    var at = 0
    while at < count, let old, old[at].rank < supplementary.rank { at += 1 }
    let replaces = at < count && old?[at].rank == supplementary.rank
    try replaceSupplementaries(of: section, count: replaces ? count : count + 1, &releases) { i in
      if i == at { return supplementary }
      return unsafe old.unsafelyUnwrapped[i < at || replaces ? i : i - 1]
    }
  }

  mutating func removeSupplementary(
    kind: UInt32, index: UInt32, of section: SectionID, _ releases: inout PendingReleases
  ) throws(Refusal) {
    let record = sections[section]
    guard let old = record.supplementaries, let at = old.find(kind: kind, index: index) else {
      throw Refusal(.noElement, section: record.key).about(kind, index)
    }
    try replaceSupplementaries(of: section, count: old.count - 1, &releases) {
      old[$0 < at ? $0 : $0 + 1]
    }
  }

  /// Sets the whole block; both share it.
  mutating func setSupplementaries(
    _ supplementaries: SupplementaryBlock?, of section: SectionID, _ releases: inout PendingReleases
  ) throws(Refusal) {
    try releases.supplementaries.reserve(extra: 1)
    if let old = sections[section].supplementaries { releases.supplementaries.push(old) }
    supplementaries?.retain()
    sections[section].supplementaries = supplementaries
    order.touch(section)
  }

  private mutating func replaceSupplementaries(
    of id: SectionID, count: Int, _ releases: inout PendingReleases, _ supplementary: (Int) -> Supplementary
  ) throws(Refusal) {
    try releases.supplementaries.reserve(extra: 1)
    try releases.installed.reserve(extra: 1)
    let block = try SupplementaryBlock.make(count: count)
    if let block {
      for i in 0..<count { block[i] = supplementary(i) }
      block.retain()
      releases.installed.push(block)
    }
    if let old = sections[id].supplementaries { releases.supplementaries.push(old) }
    sections[id].supplementaries = block
    order.touch(id)
  }
}
