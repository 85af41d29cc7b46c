// Qt expects the destination of a move as an index in the list before the moved rows are removed.
//
//     move 1 from 0 to 1       A B C  ->  B A C
//     Qt's destination 2       in front of C

extension Change {
  /// Applies to item moves and section moves of steps; nil for other kinds.
  public var destinationBeforeRemoval: UInt32? {
    if kind == .sectionMove {
      return afterSection > beforeSection ? afterSection &+ count : afterSection
    }
    if !(kind == .itemMove) { return nil }
    let within = beforeSection == afterSection
    return within && afterItem > beforeItem ? afterItem &+ count : afterItem
  }
}
