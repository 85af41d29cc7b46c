// Qt names the destination of a move by a position of the list that still has what moves in it.
//
//     move 1 from 0 to 1       A B C  ->  B A C
//     Qt's destination 2       in front of C

extension Change {
  /// Of an item move or a section move of steps. Nil if it is another kind.
  public var destinationBeforeRemoval: UInt32? {
    if kind == .sectionMove {
      return afterSection > beforeSection ? afterSection &+ count : afterSection
    }
    if !(kind == .itemMove) { return nil }
    let within = beforeSection == afterSection
    return within && afterItem > beforeItem ? afterItem &+ count : afterItem
  }
}
