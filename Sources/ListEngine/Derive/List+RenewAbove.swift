// Makes the tables anew of what the lists above a derived list hide: with more room, without stale entries, and with
// the handles of another first source if a list of the chain has gone.

extension List {
  /// Makes room for so many more entries. Refuses `busy` if states were changed since `changes` was read.
  @_optimize(size) func renewAbove(items: Int, sections: Int, since changes: UInt64) throws(Refusal) {
    var old = HiddenAbove()
    try read { _ throws(Refusal) in
      old.first = derivation.above.first
      try old.items.copyEntries(derivation.above.items)
      try old.sections.copyEntries(derivation.above.sections)
    }
    var handles = HandlesAbove()
    _ = try withFirstSource { first, list, state throws(Refusal) in
      try handles.find(old, first, list, state)
    }
    var new = HiddenAbove()
    new.first = handles.first
    try new.items.fill(old.items, handles.items, extra: items, isScoped: options.isScoped)
    try new.sections.fill(old.sections, handles.sections, extra: sections, isScoped: false)
    try write { _ throws(Refusal) in
      if derivation.statesChanged != changes { throw Refusal(.busy) }
      swap(&derivation.above, &new)
      derivation.statesChanged &+= 1
    }
  }

  /// For a call about items by key: the handles that the first source has for them, 0 where it has none. Afterwards
  /// what is remembered has handles of the same one. None if the source is the first one.
  @_optimize(size) func firstHandles(of keys: borrowing Buffer<ScopedKey>) throws(Refusal) -> HandlesAbove {
    while true {
      var handles = HandlesAbove()
      let hasFirst = try withFirstSource { first, list, state throws(Refusal) in
        handles.first = first
        try handles.items.reserve(keys.count)
        for i in 0..<keys.count { handles.items.push(list.firstHandle(of: keys[i], state)) }
      }
      if !hasFirst { return HandlesAbove() }
      let (isSame, changes) = read { _ in
        (derivation.above.first == handles.first, derivation.statesChanged)
      }
      if isSame { return handles }
      do throws(Refusal) { try renewAbove(items: 0, sections: 0, since: changes) } catch {
        if error.kind.code != Refusal.Kind.busy.code { throw error }
      }
    }
  }
}

/// Handles of items and sections in the first source, 0 where it has none.
struct HandlesAbove: ~Copyable {
  var first = FirstSource()
  var items = Buffer<UInt64>()
  var sections = Buffer<UInt64>()

  init() {}

  /// Takes the handles of the entries if the first source is the same and still has them; otherwise finds them by key.
  fileprivate mutating func find(
    _ old: borrowing HiddenAbove, _ first: FirstSource, _ list: borrowing List, _ state: borrowing ListState
  ) throws(Refusal) {
    self.first = first
    let isSame = first == old.first
    try items.reserve(old.items.entries.count)
    for i in 0..<old.items.entries.count {
      let handle = old.items.entries[i].handle
      let isThere = isSame && list.firstHas(handle, state)
      items.push(isThere ? handle : isSame ? 0 : list.firstHandle(of: old.items.key(of: i), state))
    }
    if old.sections.isEmpty { return }
    try sections.reserve(old.sections.entries.count)
    let index = try list.firstSectionIndex()
    for i in 0..<old.sections.entries.count {
      let handle = old.sections.entries[i].handle
      let key = old.sections.key(of: i)
      let isThere = isSame && list.firstHas(section: handle, key, state)
      sections.push(isThere ? handle : isSame ? 0 : list.firstHandle(ofSection: key, state, index))
    }
  }
}

extension StatesByKey {
  /// Takes over the entries of another one that have a handle, with room for `extra` more, and for as many again.
  fileprivate mutating func fill(
    _ old: borrowing StatesByKey, _ handles: borrowing Buffer<UInt64>, extra: Int, isScoped: Bool
  ) throws(Refusal) {
    var count = extra
    for i in 0..<handles.count where handles[i] != 0 && old.entries[i].states != 0 { count += 1 }
    if count == 0 { return }
    try reserve(extra: 2 * count, isScoped: isScoped)
    for i in 0..<handles.count where handles[i] != 0 && old.entries[i].states != 0 {
      add(old.key(of: i), handles[i], old.entries[i].states)
    }
  }
}
