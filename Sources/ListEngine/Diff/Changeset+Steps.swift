// Steps in four forms, each made when first asked for and kept: of ranges or of single items, by section
// or flat.

extension Changeset {
  struct Steps: ~Copyable {
    var ranges = Late<Change>()
    var singles = Late<Change>()
  }

  /// One at a time each step is made of its range, so that the ranges are made too. A reload of everything
  /// has none.
  public func steps(flat: Bool = false, single: Bool = false) throws(Refusal) -> Lent<Change> {
    if reload != Reload.no { return .nothing }
    lock.lock()
    defer { lock.unlock() }
    if flat {
      if !derived.value.flatSteps.ranges.isMade {
        try derived.value.flatSteps.ranges.set(correspondence.flatSteps())
      }
      return try derived.value.flatSteps.lent(single: single)
    }
    if !derived.value.steps.ranges.isMade { try derived.value.steps.ranges.set(correspondence.steps()) }
    return try derived.value.steps.lent(single: single)
  }
}

extension Changeset.Steps {
  /// Of ranges that are made.
  fileprivate mutating func lent(single: Bool) throws(Refusal) -> Lent<Change> {
    if !single { return ranges.lent }
    if !singles.isMade { try singles.set(ranges.buffer.single()) }
    return singles.lent
  }
}

extension Correspondence {
  /// Of a solved correspondence: steps of the flat list, which name no sections. O(k log k).
  func flatSteps() throws(Refusal) -> Buffer<Change> {
    var changes = try flattened().steps()
    for i in 0..<changes.count {
      changes[i].beforeSection = noIndex
      changes[i].afterSection = noIndex
      changes[i].finalSection = noIndex
    }
    return changes
  }
}
