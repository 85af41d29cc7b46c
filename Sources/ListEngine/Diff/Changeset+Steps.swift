// The steps dialect in four forms: ranges or single items, by section or flat. Each is derived on first use
// and kept.

extension Changeset {
  struct Steps: ~Copyable {
    var ranges = Late<Change>()
    var singles = Late<Change>()
  }

  /// Single steps are derived from the ranges, so the ranges are derived too. A changeset that reloads
  /// everything has no steps.
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
  /// The ranges must be derived already.
  fileprivate mutating func lent(single: Bool) throws(Refusal) -> Lent<Change> {
    if !single { return ranges.lent }
    if !singles.isMade { try singles.set(ranges.buffer.single()) }
    return singles.lent
  }
}

extension Correspondence {
  /// Requires a solved correspondence. The steps of the flat list; their section fields are `noIndex`. O(k
  /// log k).
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
