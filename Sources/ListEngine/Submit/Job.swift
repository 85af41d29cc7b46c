// The job of a submission: the change that it makes to its list.
//
//     snapshot    prepared beforehand (List+Prepare), then committed       what the list will show
//     filter      nothing is prepared: polls ask the host about items,     what a derived list will show of its source;
//                 as many as a poll may ask for, and commit                once it is committed, the filter before it
//     released    it will never be done, or is done: the input is given back before `done` is called

enum Job: ~Copyable {
  case snapshot(SnapshotVersion)
  case filter(Filter)
  case order(SortOrder)
  case released

  var isPrepared: Bool {
    switch self {
    case .snapshot: true
    case .filter: false
    case .order: false
    case .released: false
    }
  }

  var filterChange: UInt32 {
    switch self {
    case .filter(let filter): filter.change
    case .snapshot: FilterChange.different
    case .order: FilterChange.different
    case .released: FilterChange.different
    }
  }

  /// The list owns it from now on.
  mutating func accept() {
    if var filter = takeFilter() {
      filter.isAccepted = true
      self = .filter(filter)
    } else if var order = takeOrder() {
      order.isAccepted = true
      self = .order(order)
    }
  }

  // MARK: A snapshot

  mutating func takeSnapshot() -> SnapshotVersion? {
    switch consume self {
    case .snapshot(let version):
      self = .released
      return version
    case .filter(let filter): self = .filter(filter)
    case .order(let order): self = .order(order)
    case .released: self = .released
    }
    return nil
  }

  /// Fills the after side of an update.
  mutating func describe(
    to matcher: inout Matcher, _ marks: inout Buffer<Mark>, _ duplicates: inout DuplicateCounts
  ) throws(Refusal) {
    guard var version = takeSnapshot() else { return }
    duplicates = version.duplicates
    do throws(Refusal) { try version.describe(to: &matcher, &marks) } catch {
      self = .snapshot(version)
      throw error
    }
    self = .snapshot(version)
  }

  /// Undoes `describe`.
  mutating func takeBack(from matcher: inout Matcher) {
    guard var version = takeSnapshot() else { return }
    version.takeBack(from: &matcher)
    self = .snapshot(version)
  }

  // MARK: A filter

  /// Whether it consists of bits for another version than the one of that number.
  func isOfOther(than number: UInt64) -> Bool {
    switch self {
    case .filter(let filter): filter.isOfOther(than: number)
    case .snapshot: false
    case .order: false
    case .released: false
    }
  }

  /// Whether it consists of bits for a later version than the one of that number.
  func isOfLater(than number: UInt64) -> Bool {
    switch self {
    case .filter(let filter): filter.isOfLater(than: number)
    case .snapshot: false
    case .order: false
    case .released: false
    }
  }

  private mutating func takeFilter() -> Filter? {
    switch consume self {
    case .filter(let filter):
      self = .released
      return filter
    case .snapshot(let version): self = .snapshot(version)
    case .order(let order): self = .order(order)
    case .released: self = .released
    }
    return nil
  }

  /// Puts it into effect, and keeps the one before it.
  mutating func exchangeFilter(_ inEffect: inout Filter) {
    guard var filter = takeFilter() else { return }
    swap(&filter, &inEffect)
    self = .filter(filter)
  }

  // MARK: An order

  var keepsAnswers: Bool {
    switch self {
    case .order(let order): order.flags.contains(.keepsRanks)
    case .snapshot: false
    case .filter: false
    case .released: false
    }
  }

  private mutating func takeOrder() -> SortOrder? {
    switch consume self {
    case .order(let order):
      self = .released
      return order
    case .filter(let filter): self = .filter(filter)
    case .snapshot(let version): self = .snapshot(version)
    case .released: self = .released
    }
    return nil
  }

  /// Puts it into effect, and keeps the one before it; or the other way round.
  mutating func exchangeOrder(_ inEffect: inout SortOrder) {
    guard var order = takeOrder() else { return }
    swap(&order, &inEffect)
    self = .order(order)
  }
}
