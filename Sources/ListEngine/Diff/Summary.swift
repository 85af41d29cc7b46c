// The counts of a changeset, in sections, items and supplementaries (not in ranges).

public struct Summary: BitwiseCopyable, Sendable {
  /// The value of move counts that were not computed.
  public static let uncounted = -1

  public var sectionsBefore = 0
  public var sectionsAfter = 0
  public var itemsBefore = 0
  public var itemsAfter = 0
  public var sectionDeletes = 0
  public var sectionInserts = 0
  public var sectionMoves = 0
  public var sectionUpdates = 0
  public var itemDeletes = 0
  public var itemInserts = 0
  public var itemMoves = 0
  /// The two kinds of item update.
  public var itemReloads = 0
  public var itemReconfigures = 0
  public var supplementaryDeletes = 0
  public var supplementaryInserts = 0
  public var supplementaryUpdates = 0
  /// The runs that move. A batch has two changes for each, steps have one.
  var movingRuns = 0

  public init() {}

  /// Whether sections are deleted, inserted or moved.
  var changesSections: Bool { sectionDeletes != 0 || sectionInserts != 0 || sectionMoves != 0 }
  /// Whether items leave a position of `before`, and whether items arrive at one of `after`.
  var removesItems: Bool { itemDeletes != 0 || movingRuns != 0 }
  var addsItems: Bool { itemInserts != 0 || movingRuns != 0 }

  /// Whether there is any change. Moves must be counted.
  var hasChanges: Bool {
    changedItems != 0 || changesSections || sectionUpdates != 0 || supplementaryDeletes != 0
      || supplementaryInserts != 0 || supplementaryUpdates != 0
  }

  var changedItems: Int { itemDeletes + itemInserts + itemMoves + itemReloads + itemReconfigures }
}

extension Correspondence {
  /// Requires a solved correspondence. O(runs + sections + updates).
  func summary() -> Summary {
    var matched = 0
    var staying = 0
    var stayingRuns = 0
    for i in 0..<runs.count {
      let run = runs[i]
      let stays = Int(run.stays)
      matched &+= Int(run.count)
      staying &+= Int(run.count) &* stays
      stayingRuns &+= stays
    }
    var summary = summary(matched: matched)
    summary.itemMoves = matched - staying
    summary.movingRuns = runs.count - stayingRuns
    summary.sectionMoves = 0
    for section in 0..<afterSectionCount where beforeOfAfter[section] != noIndex && sectionStays[section] == 0
    {
      summary.sectionMoves += 1
    }
    return summary
  }

  /// Without move counts; needs no runs.
  func summary(matched: Int) -> Summary {
    var summary = Summary()
    summary.sectionsBefore = beforeSectionCount
    summary.sectionsAfter = afterSectionCount
    summary.itemsBefore = beforeCount
    summary.itemsAfter = afterCount
    summary.itemMoves = Summary.uncounted
    summary.sectionMoves = Summary.uncounted
    summary.itemDeletes = beforeCount - matched
    summary.itemInserts = afterCount - matched
    countUpdates(&summary)
    countSections(&summary)
    countSupplementaries(&summary)
    return summary
  }

  private func countUpdates(_ summary: inout Summary) {
    for i in 0..<updates.count {
      let update = updates[i]
      if update.flags & ChangeFlags.reload != 0 {
        summary.itemReloads += Int(update.count)
      } else {
        summary.itemReconfigures += Int(update.count)
      }
    }
  }

  private func countSections(_ summary: inout Summary) {
    var matched = 0
    for section in 0..<afterSectionCount where beforeOfAfter[section] != noIndex {
      matched += 1
    }
    summary.sectionDeletes = beforeSectionCount - matched
    summary.sectionInserts = afterSectionCount - matched
    for i in 0..<sectionUpdates.count where beforeOfAfter[Int(sectionUpdates[i])] != noIndex {
      summary.sectionUpdates += 1
    }
  }

  private func countSupplementaries(_ summary: inout Summary) {
    for i in 0..<supplementaries.count {
      let kind = supplementaries[i].kind
      if kind == .supplementaryDelete {
        summary.supplementaryDeletes += 1
      } else if kind == .supplementaryInsert {
        summary.supplementaryInserts += 1
      } else {
        summary.supplementaryUpdates += 1
      }
    }
  }
}
