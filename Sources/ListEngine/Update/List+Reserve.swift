// Reserves memory before items come, so that the tables of a list do not grow while they do.
//
//     index      a larger copy, made while readers are admitted; then the two are swapped
//     slots      the block, or more pages
//     leaves     rows for leaves that are half full, and nodes over them; not the leaves themselves
//
// A reservation changes capacities only. What failed in between keeps the larger ones.

extension List {
  /// Reserves memory for `items` items in all.
  public func reserve(_ items: Int) throws(Refusal) {
    if items < 0 || items > options.maxItems {
      throw Refusal(.limit, role: .items, value: items, limit: Int(options.maxItems))
    }
    try change(.maintenance) { _ throws(Refusal) in
      // It has no index, and its items are those of its source.
      if isDerived { return }
      if items <= state.value.arrangement.count { return }
      var index = try state.value.index.copy(reserving: items)
      try write { state throws(Refusal) in
        let extra = items - state.arrangement.count
        try state.slots.reserve(extra: extra)
        try state.arrangement.reserve(items: extra)
        swap(&state.index, &index)
      }
    }
  }
}

extension Arrangement {
  /// Reserves rows and nodes for the leaves of `extra` more items.
  fileprivate mutating func reserve(items extra: Int) throws(Refusal) {
    let new = 2 * extra / leafCapacity + 1
    try leaves.reserve(leaves.count + new)
    try items.reserve(nodes: 2 * items.nodeCount(forChildren: new), children: leaves.capacity)
  }
}
