// The update of a derived list, part of its poll. It is the difference between two versions of the source, seen
// through what was shown and what is shown now:
//
//     source     before  A0 B1 C2 D1 E0        after  A0 B1 C2 F2 D1 E0         F is new
//     shown              1  1  0  1  1                1  1  1  1  1  1         B was expanded
//     derived            A  B     D  E                A  B  C  F  D  E
//
// Its phases:
//
//     1. read      the source's version, with its state locked              List+Follow
//     2. match     both versions of the source; bits go along with items    SourceUpdate+Match
//        above     what lists above hide now, and what they show again      ChangesAbove
//     3. expand    what was expanded and collapsed                          SourceUpdate+Expand
//     4. ask       the host: what passes, what may have children            SourceUpdate+Ask
//     5. show      which items are visible now                              SourceUpdate+Show
//     6. project   the difference of the source to that of the list         Projection
//     7. commit    like any update; states of what is shown again           List+Follow
//
// No lock is held from 2 to 5: only the poll changes what they read, and 4 calls the host.

struct SourceUpdate: ~Copyable {
  /// The version that is followed now: a new one, or the derivation's, borrowed.
  var version = SourceVersion()
  var number: UInt64 = 0
  var isNewVersion = false
  /// Whether the versions are matched.
  var isPrepared = false
  /// Whether the source existed when it was read.
  var hasSource = false
  /// Positions of items that an accordion collapses with this update.
  var collapsed = Buffer<UInt32>()
  /// Whether the list has changed.
  var hasChanged = false
  /// Positions that the source's commits have marked, ascending.
  var marks = Buffer<Mark>()
  /// Sections that they have marked, ascending.
  var markedSections = Buffer<UInt64>()
  /// The difference of the versions, in positions of the source; nil: there is none.
  var matching: BorrowedScratch? = nil
  /// The derivation's bits as they were read.
  var before = BitTable()
  /// The same as in the derivation, for the version that is followed now.
  var bits = BitTable()
  var ranks = BitRanks()
  var remembered = RememberedStates()
  var sectionStates = Buffer<UInt16>()
  /// Positions of items that are asked for their children once they are shown.
  var askedForChildren = Buffer<UInt32>()

  /// Items that the update hides, and their position in the source: their states are remembered.
  var hiding = Buffer<HiddenItem>()
  /// Staged items that get states back.
  var restored = Buffer<RestoredItem>()
  /// The items that the lists above hide from now on, and those that they show again.
  var above = ChangesAbove()
  /// The derivation's counts of changes of states when they were read.
  var statesRead: UInt64 = 0
  var setRead: UInt64 = 0

  init() {}
}

/// An item of the list before the update.
struct HiddenItem: BitwiseCopyable {
  var slot: Slot
  var leaf: LeafID
  var position: UInt32
}

/// A staged item of the update.
struct RestoredItem: BitwiseCopyable {
  var staged: UInt32
  var states: UInt32
}
