// The steps dialect in four forms: ranges or single items, by section or flat. Each is derived on first use
// and kept.

extension Changeset {
  struct Steps: ~Copyable {
    var ranges = LazyArray<Change>()
    var singles = LazyArray<Change>()
  }

  /// Single steps are derived from the ranges, so the ranges are derived too. A changeset that reloads
  /// everything has no steps.
  public func steps(flat: Bool = false, single: Bool = false) throws(Refusal) -> Borrowed<Change> {
    if reload != Reload.no { return .empty }
    try lock.lock()
    defer { lock.unlock() }
    if flat {
      if !derived.value.flatSteps.ranges.isMade {
        try derived.value.flatSteps.ranges.set(correspondence.flatSteps())
      }
      return try derived.value.flatSteps.borrowed(single: single)
    }
    if !derived.value.steps.ranges.isMade {
      try derived.value.steps.ranges.set(correspondence.steps(summary))
    }
    return try derived.value.steps.borrowed(single: single)
  }
}

extension Changeset.Steps {
  /// The ranges must be derived already.
  fileprivate mutating func borrowed(single: Bool) throws(Refusal) -> Borrowed<Change> {
    if !single { return ranges.borrowed }
    if !singles.isMade { try singles.set(ranges.buffer.single()) }
    return singles.borrowed
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
