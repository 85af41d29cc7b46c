// The columns of the bits that a derived list has of its source's items. It is an outline or a filter as long as it lives:
//
//     column     0      1         2         3      4           5          6
//     outline    shown  children  expanded  asked  looked      fresh      collapsed
//     filter     shown  children  passes    known  nextPasses  nextKnown

/// The columns that every derived list has.
enum SourceColumn {
  static var shown: Int { 0 }
  /// Whether an item has items below it.
  static var children: Int { 1 }

  static func count(_ kind: DeriveOptions.Kind) -> Int {
    switch kind {
    case .outline: 7
    case .filter: 6
    case .sorted, .grouped: 2
    }
  }
}

/// The columns of an outline.
enum OutlineColumn {
  static var expanded: Int { 2 }
  /// IQ_EVENT_CHILDREN was reported, and no children have come since.
  static var asked: Int { 3 }
  /// Whether it may have children was looked up since it was expanded.
  static var looked: Int { 4 }
  /// It was expanded since the last update: an accordion prefers it to its siblings.
  static var fresh: Int { 5 }
  /// With IQ_DERIVE_EXPANDED: it is not expanded, and has had children since it was. So it stays collapsed when a list
  /// above shows it again.
  static var collapsed: Int { 6 }
}

/// The columns of a filter.
enum FilterColumn {
  static var passes: Int { 2 }
  /// Whether `passes` is the answer of the filter in effect.
  static var known: Int { 3 }
  /// The same for the filter that is being asked.
  static var nextPasses: Int { 4 }
  static var nextKnown: Int { 5 }
  static var next: Range<Int> { nextPasses..<6 }
}
