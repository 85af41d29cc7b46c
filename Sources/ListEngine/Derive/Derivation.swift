// The state that a derived list keeps of its source: the version that it has followed last, and bits for each of its
// items. If the source goes, the derived list keeps that version.
//
//     source       A0 B1 C2 D1 E0          key and level
//     expanded     1  0  0  0  0
//     children     1  1  0  0  0           what has items below it
//     shown        1  1  0  1  1           the derived list: A B D E
//
// Positions are flat positions in that version. The shown bits are the whole correspondence between the two lists: the
// item at position p of the source, if it is shown, is the derived list's item number rank(p), and back by select.
//
// Readers see it with the derived list's state locked; a poll replaces it with the list's update locked as well.

struct Derivation: ~Copyable {
  /// The source, which may have gone, and what both lists share.
  let source: Handle
  let link: FollowLink
  let options: DeriveOptions

  /// The number of the version that was followed last; before the first one, a number that no version has.
  var number = UInt64.max
  var version = SourceVersion()
  var bits = BitTable()
  var ranks = BitRanks()
  var remembered = RememberedStates()
  /// The states of what the lists above hide.
  var above = HiddenAbove()
  /// The states of the version's sections at the last update, also of those that the list has dropped.
  var sectionStates = Buffer<UInt16>()

  /// The filter in effect.
  var filter = Filter()
  /// The order that a sorted list has, and what it keeps for that.
  var ordering = Ordering()
  /// Belongs to the filter or the order in effect; 0 before the first one.
  var ticket: UInt64 = 0

  /// Counts changes of what follows, and of remembered states.
  var statesChanged: UInt64 = 0
  /// Counts calls that have set states of what the list shows.
  var statesSet: UInt64 = 0
  /// The items whose expansion was set since the last update, by position in the derived list.
  var expansions = Expansions()
  /// Handles of items that an update has collapsed: they lose the state itself behind it.
  var collapsing = Buffer<UInt64>()
  /// Handles of items whose children are asked for once the poll has done all else.
  var askedForChildren = Buffer<UInt64>()

  /// Takes over one of the link's references.
  init(from source: Handle, _ link: FollowLink, _ options: DeriveOptions) {
    self.source = source
    self.link = link
    self.options = options
  }

  deinit { link.drop() }

  var isFilter: Bool { options.isFilter }
  var isOutline: Bool { options.isOutline }

  /// The states that are remembered of hidden items; an outline has a column for expansion.
  var rememberedStates: UInt32 {
    isOutline ? ItemStates.Mask.all & ~ItemStates.Mask.expanded : ItemStates.Mask.all
  }

  /// The item number in the derived list of a shown item of the source.
  func number(ofSource position: Int) -> Int { ranks.rank(SourceColumn.shown, of: bits, position) }

  /// The position in the source of an item of the derived list.
  func position(of number: Int) -> Int { ranks.select(SourceColumn.shown, of: bits, number) }
}

/// Ranges of items whose expansion was set. Beyond a few they become one.
struct Expansions: BitwiseCopyable {
  private var ranges = InlineArray<8, ItemRun.Range>(repeating: ItemRun.Range(first: 0, end: 0))
  private(set) var count = 0

  init() {}

  var isEmpty: Bool { count == 0 }

  subscript(i: Int) -> ItemRun.Range { ranges[i] }

  mutating func add(_ first: Int, _ length: Int) {
    if length == 0 { return }
    if count < 8 {
      ranges[count] = ItemRun.Range(first: first, end: first + length)
      count += 1
      return
    }
    var all = ItemRun.Range(first: first, end: first + length)
    for i in 0..<count {
      all.first = min(all.first, ranges[i].first)
      all.end = max(all.end, ranges[i].end)
    }
    ranges[0] = all
    count = 1
  }

  mutating func removeAll() { count = 0 }
}

/// How far the host was asked what passes.
struct FilterAsking: BitwiseCopyable {
  /// The ticket of the filter that is being asked, or 0.
  var ticket: UInt64 = 0
  /// The last poll has followed the source.
  var hasFollowed = false
  /// About how many more items the host is asked in this poll.
  var left = 0
}

extension List {
  /// Exists in a derived list only. Its poll reads it; what another thread may read or change is changed with the state
  /// locked.
  /// (By address: a coroutine within a coroutine would not be inlined, and allocate its frame; and to change what a box
  /// has would count as a change of the box, which other threads read meanwhile.)
  @inline(__always) var derivation: Derivation {
    _read {
      yield unsafe featuresBox.pointer.unsafelyUnwrapped.pointee.derivation.address.pointee.address.pointee
    }
    nonmutating _modify {
      // The compiler fails to instrument for the thread sanitizer what is not in a constant.
      let made = unsafe featuresBox.pointer.unsafelyUnwrapped.pointee.derivation.address.pointee.address
      yield unsafe &made.pointee
    }
  }

  /// As long as the list lives.
  var isDerived: Bool { hasFeatures && features.derivation.value.isMade }

  /// Whether keys are found by the list's own index: by that of the source, if the list has the source's order.
  var hasIndex: Bool { !isDerived || derivation.options.isOrdered }
}
