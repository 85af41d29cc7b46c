// A user drags items: an edit that only items with the trait may begin, and that is reported at both ends.
//
//     begin     opens the edit, so that nothing else changes the list; then asks the classes, with no lock held
//               BEGAN; room for one more event is kept
//     commit    DROPPED, then UPDATE                   OpenEdit+Reorder
//     abandon   CANCELLED                              takes no memory

extension List {
  /// Refuses `refused` with the key of the first item that is not movable, `handle`, and what `beginEdit`
  /// refuses. `handle` is the handle of this list.
  public func beginReorder(_ handle: Handle, _ items: borrowing Buffer<UInt64>) throws(Refusal) -> UInt64 {
    let number = try beginEdit(handle, waiting: 0)
    do throws(Refusal) {
      try checkMovable(items)
      try report(reorderOf: items, number)
      return number
    } catch {
      // Nothing has changed, and nothing was reported.
      do throws(Refusal) { try abandonEdit(number) } catch {}
      throw error
    }
  }

  private func checkMovable(_ items: borrowing Buffer<UInt64>) throws(Refusal) {
    for i in 0..<items.count {
      let found: (traits: Traits, key: Key)
      do throws(Refusal) { found = try traits(ofItem: items[i]) } catch { throw error.at(element: i) }
      if !found.traits.contains(.movable) { throw Refusal(.noTrait, key: found.key) }
    }
  }

  @_optimize(size) private func report(reorderOf items: borrowing Buffer<UInt64>, _ number: UInt64)
    throws(Refusal)
  {
    let isReported = wants(EventKind.reorder)
    try change(.edit(number)) { _ throws(Refusal) in
      if isReported { try features.channel.reserve(2) }
      write { state in
        openEdit.value.isReorder = true
        if !isReported { return }
        var record = EventRecord(EventKind.reorder)
        record.item = items[0]
        record.count = items.count
        record.flags = ReorderEventFlags.began
        record.version = state.version
        state.locate(&record)
        features.channel.push(record)
        openEdit.value.reorder = record
      }
    }
  }
}
