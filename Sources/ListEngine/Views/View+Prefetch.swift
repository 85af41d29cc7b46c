// Items near what is visible, which the host should prepare: PREFETCH reports the difference from what it reported
// before.
//
//     reported   7 8 9          visible 3 4 5 6, two ahead
//     now        1 2   7 8      PREFETCH 1 2, and cancelled 9

extension View {
  /// The events are within the reserved room, and so are the handles.
  func prefetch(_ plan: inout ViewPlan, _ work: inout ViewWork, _ list: borrowing List) {
    if plan.ahead.isEmpty && state.value.prefetched.isEmpty { return }
    reportNew(plan, plan.before, from: 0, &work, list)
    reportNew(plan, plan.behind, from: plan.before.count, &work, list)
    plan.sortAhead()
    for i in 0..<state.value.prefetched.count where !plan.ahead.contains(state.value.prefetched[i]) {
      let item = state.value.prefetched[i]
      if !state.value.cells.isDisplayed(item) { push(item, 1, flags: PrefetchFlags.cancel, &work, list) }
    }
    state.value.prefetched.removeAll()
    for i in 0..<plan.ahead.count { state.value.prefetched.push(plan.ahead[i]) }
  }

  private func reportNew(
    _ plan: borrowing ViewPlan, _ range: VisibleRange, from start: Int, _ work: inout ViewWork,
    _ list: borrowing List
  ) {
    var i = 0
    while i < range.count {
      var end = i
      while end < range.count && !state.value.prefetched.contains(plan.ahead[start + end]) { end += 1 }
      if end > i {
        push(plan.ahead[start + i], end - i, flags: 0, &work, list)
      }
      i = end + 1
    }
  }
}

extension View {
  /// Nothing is reported about items that have gone.
  private func push(
    _ item: UInt64, _ count: Int, flags: UInt32, _ work: inout ViewWork, _ list: borrowing List
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
    if isThere { work.push(record, to: list.features) }
  }
}

private enum PrefetchFlags {
  static let cancel: UInt32 = 1
}

extension CellTable {
  fileprivate func isDisplayed(_ item: UInt64) -> Bool {
    find(CellName(item: item)).map { self[$0].isDisplayed } ?? false
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
