// The search by rank for the siblings between which each item is placed, in the list as it was: what leaves it is still
// there, in its place.
//
//     list      Ada 31  Ben 31  Cem 70  Dan 71
//     placed    Eva 5   Fay 31  Gus 40  Hal 71
//     equals    0..<0   0..<2   2..<2   3..<4       Eva before Ada, Gus before Cem; Fay and Hal among their equals
//
// Items are searched for in rounds, each between two that were found (SearchRounds): if 1 % of the items are placed, in 8
// steps instead of 20. Sixteen searches of a round go side by side: what one reads next is prefetched while the others
// compare (Psaropoulos, Legler, May, Ailamaki: Interleaving with Coroutines, 2017).

/// The siblings of equal rank among which an item goes.
struct Equals: BitwiseCopyable {
  /// They are these numbers in the list.
  var first: UInt32 = 0
  var end: UInt32 = 0
  /// They are in this block that leaves; 0: in none; `noIndex`: their parent is new as well.
  var block = noIndex
  /// They have this level in the list.
  var level: UInt16 = 0
}

/// The binary search for the first sibling that is not below an item, or for the first one that is above it.
private struct RankSearch: BitwiseCopyable {
  let item: Int
  let wanted: Rank
  /// The numbers `first ..< end` are left.
  var first: Int
  var end: Int
  /// The first one that is known to be above.
  var above: Int
  let level: UInt16
  /// The sibling at `end` is equal.
  var isEqual = false
  /// Which sibling is looked at.
  var number = 0
  var location = Location(leaf: .noIndex, offset: 0)
  var slot = Slot(0)

  init(_ item: Int, _ wanted: Rank, among siblings: Equals) {
    self.item = item
    self.wanted = wanted
    (first, end, above) = (Int(siblings.first), Int(siblings.end), Int(siblings.end))
    level = siblings.level
  }

  var isOpen: Bool { first < end }

  mutating func narrow(_ rank: Rank, isUpper: Bool, _ arrangement: borrowing Arrangement, hasLevels: Bool) {
    if rank < wanted || isUpper && rank == wanted {
      first = hasLevels ? arrangement.end(ofBlockAt: number, level: level) : number + 1
    } else {
      end = number
      isEqual = rank == wanted
      if !isEqual { above = number }
    }
  }
}

extension OrderUpdate {
  /// Sets `searched.equals`. In a frozen list an item goes behind its equals, so none are left to compare.
  @_optimize(size) mutating func searchRanks(
    _ version: borrowing SourceVersion, _ ordering: borrowing Ordering, _ state: borrowing ListState,
    isScoped: Bool
  ) throws(Refusal) {
    var equals = try Buffer<Equals>(repeating: Equals(), count: plan.placed.count)
    var searches = try Buffer<RankSearch>(capacity: OrderUpdate.searchesAtOnce)
    var rounds = SearchRounds(equals.count)
    while !rounds.isOver {
      while searches.count < OrderUpdate.searchesAtOnce, let item = rounds.next() {
        if setSiblings(ofPlaced: item, rounds.stride, &equals, version, state, isScoped: isScoped) {
          searches.push(RankSearch(item, plan.placed[item].rank, among: equals[item]))
        }
      }
      finish(&searches, &equals, ordering, state)
    }
    swap(&equals, &searched.equals)
  }

  /// Sets between which siblings an item goes, by those before and behind it that were found in earlier rounds. Returns
  /// whether it has to be searched for there.
  @_optimize(size) private func setSiblings(
    ofPlaced i: Int, _ stride: Int, _ equals: inout Buffer<Equals>, _ version: borrowing SourceVersion,
    _ state: borrowing ListState, isScoped: Bool
  ) -> Bool {
    let item = plan.placed[i]
    let (before, behind) = (i - stride, i + stride)
    let isBehindOne = before >= 0 && plan.placed[before].isSibling(of: item)
    let isBeforeOne = behind < equals.count && plan.placed[behind].isSibling(of: item)
    if isBehindOne && plan.placed[before].rank == item.rank {
      equals[i] = equals[before]
      return false
    }
    if isBeforeOne && plan.placed[behind].rank == item.rank {
      equals[i] = equals[behind]
      return false
    }
    if isBehindOne && isBeforeOne {
      equals[i] = equals[before]
    } else {
      let section =
        isGrouped
        ? grouping.groups[Int(item.section)].key : version.held.input.sectionKeys[Int(item.section)]
      equals[i] = plan.siblings(of: item, section, version, state, isScoped: isScoped)
    }
    if isBehindOne { equals[i].first = equals[before].end }
    if isBeforeOne { equals[i].end = equals[behind].first }
    return equals[i].first < equals[i].end
  }

  /// Carries out searches.
  @_optimize(size) private func finish(
    _ searches: inout Buffer<RankSearch>, _ equals: inout Buffer<Equals>, _ ordering: borrowing Ordering,
    _ state: borrowing ListState
  ) {
    if !ordering.order.isFrozen {
      narrow(&searches, isUpper: false, ordering, state)
      for i in 0..<searches.count {
        equals[searches[i].item].first = UInt32(searches[i].first)
        searches[i].end = searches[i].isEqual ? searches[i].above : searches[i].first
      }
    }
    narrow(&searches, isUpper: true, ordering, state)
    for i in 0..<searches.count {
      equals[searches[i].item].end = UInt32(searches[i].first)
      if ordering.order.isFrozen { equals[searches[i].item].first = UInt32(searches[i].first) }
    }
    searches.removeAll()
  }

  /// Halves what is left of each, until nothing is.
  @inline(never) private func narrow(
    _ searches: inout Buffer<RankSearch>, isUpper: Bool, _ ordering: borrowing Ordering,
    _ state: borrowing ListState
  ) {
    var isOpen = true
    while isOpen {
      isOpen = false
      for i in 0..<searches.count where searches[i].isOpen {
        isOpen = true
        searches[i].number = (searches[i].first + searches[i].end) / 2
        if hasLevels {
          searches[i].number = state.arrangement.first(
            ofBlockAt: searches[i].number, level: searches[i].level)
        }
        searches[i].location = state.arrangement.location(ofItem: searches[i].number)
        state.arrangement.leaf(searches[i].location.leaf).prefetch(slotOf: searches[i].location.offset)
      }
      for i in 0..<searches.count where searches[i].isOpen {
        searches[i].slot = state.slot(of: searches[i].location)
        ordering.ranks.prefetch(Int(searches[i].slot.raw))
      }
      for i in 0..<searches.count where searches[i].isOpen {
        searches[i].narrow(
          ordering.rank(of: searches[i].slot), isUpper: isUpper, state.arrangement, hasLevels: hasLevels)
      }
    }
  }
}

extension OrderPlan {
  /// All siblings of an item in the list.
  @_optimize(size) fileprivate func siblings(
    of item: PlacedItem, _ section: Key, _ version: borrowing SourceVersion, _ state: borrowing ListState,
    isScoped: Bool
  ) -> Equals {
    if item.parent == noIndex {
      var siblings = Equals(block: 0)
      if let id = state.arrangement.section(forKey: section) {
        siblings.first = state.arrangement.start(ofSection: id).items
        siblings.end = siblings.first + state.arrangement.sections[id].count
      }
      return siblings
    }
    let parent = version.scopedKey(at: Int(item.parent), isScoped: isScoped)
    guard let location = state.find(parent) else { return Equals() }
    let number = state.arrangement.flat(of: location)
    let level = state.arrangement.leaf(location.leaf).level(location.offset)
    let own = leaving.block(of: number)
    return Equals(
      first: UInt32(number) + 1, end: UInt32(state.arrangement.end(ofBlockAt: number, level: level)),
      block: UInt32(own != 0 ? own : leaving.block(around: number)), level: level + 1)
  }
}
