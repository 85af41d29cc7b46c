// Items near what is visible, which the host should prepare: PREFETCH reports the difference from what it reported
// before.
//
//     reported   7 8 9          visible 3 4 5 6, two ahead
//     now        1 2   7 8      PREFETCH 1 2, and cancelled 9

extension ViewState {
  /// The events are within the reserved room, and so are the handles.
  @_optimize(size) mutating func prefetch(
    _ plan: inout ViewPlan, _ list: borrowing List, _ recycler: borrowing CellRecycler
  ) {
    if plan.ahead.isEmpty && prefetched.isEmpty { return }
    reportNew(plan.before, from: 0, &plan, list)
    reportNew(plan.behind, from: plan.before.count, &plan, list)
    plan.sortAhead()
    for i in 0..<prefetched.count where !plan.ahead.contains(prefetched[i]) {
      let item = prefetched[i]
      if !recycler.cells.isDisplayed(item) { plan.pushPrefetch(item, 1, flags: PrefetchFlags.cancel, list) }
    }
    prefetched.removeAll()
    for i in 0..<plan.ahead.count { prefetched.push(plan.ahead[i]) }
  }

  @_optimize(size) private func reportNew(
    _ range: VisibleRange, from start: Int, _ plan: inout ViewPlan, _ list: borrowing List
  ) {
    var i = 0
    while i < range.count {
      var end = i
      while end < range.count && !prefetched.contains(plan.ahead[start + end]) { end += 1 }
      if end > i { plan.pushPrefetch(plan.ahead[start + i], end - i, flags: 0, list) }
      i = end + 1
    }
  }
}

extension ViewPlan {
  /// Nothing is reported about items that have gone.
  fileprivate mutating func pushPrefetch(
    _ item: UInt64, _ count: Int, flags: UInt32, _ list: borrowing List
  ) {
    var record = EventRecord(EventKind.prefetch)
    record.item = item
    record.flags = flags
    record.count = count
    let isThere = list.read { state in
      if state.slots.slot(item) == nil { return false }
      state.locate(&record)
      record.version = state.version
      return true
    }
    if isThere { push(record, to: list.features) }
  }
}

private enum PrefetchFlags {
  static let cancel: UInt32 = 1
}

extension CellTable {
  fileprivate func isDisplayed(_ item: UInt64) -> Bool {
    find(ElementName(item: item)).map { self[$0].isDisplayed } ?? false
  }
}

extension Buffer<UInt64> {
  /// Whether a sorted buffer has it.
  fileprivate func contains(_ value: UInt64) -> Bool {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == value
  }
}
