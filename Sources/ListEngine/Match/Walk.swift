// Reads a section of both sides side by side, at positions `b` and `a`. While keys are equal it is one
// sequential comparison. At a mismatch it tries these strategies, the cheapest first:
//
//     home       where `b` was before a lookup, or a reversed range, led away from it
//     backwards  the item before the last match: a reversed range
//     block      after some short matches, a block of items at once
//     nearby     a few positions ahead on either side: single inserts, deletes, replacements
//     index      look the key up; it may begin a run somewhere else, as after the move of a range
//     open       if nothing of this leads to runs, leave more and more items open between two attempts
//
// A failed `nearby` costs up to some fifty comparisons, so it is limited by credit: matched items earn
// credit, failures spend it. Where order is lost a lookup is wasted, as its item begins no run; the number of
// items that are left open instead doubles from attempt to attempt, until a long run ends the disorder.
//
// The walk reads the sections one after the other. What it knows of the disorder, credit and gap, it keeps from one
// short section to the next: see Walk+Sections.
//
// A match that breaks off within four items is staged item by item: where breaks are frequent, the new leaves
// are then written in blocks. In the worked example:
//
//     B:B   5 against 4: 5 is one further in before: run (4,0,1), item 4 of before is skipped;
//           then 4 against the end: open
//     A:A   1 matches alone: staged; 3 against 2: run (2,3,1), to the end; 6 against the end: open

struct Walk {
  /// How far `nearby` searches on both sides, and how far on one of them.
  static let reach = 8
  static let farReach = 12
  static let mostCredit = 4096
  static let costOfFailure = 48
  static let longStretch = 8
  /// A match of fewer items is staged.
  static let few = 4
  static let mostLeftOpen = 65536

  var b: Int
  var a: Int
  /// The items of the section.
  var bStart: Int
  var bEnd: Int
  var aStart: Int
  var aEnd: Int
  /// The window that was read last of either side.
  var left: LeafWindow?
  var right: Window
  /// The position in `before` to return to after a lookup led elsewhere, or -1.
  var home = -1
  var lastLength = 0
  /// How many matches of fewer than `few` items there were, one after the other.
  var shortMatches = 0
  /// How many items the next block has.
  var blockWidth = 8
  var credit: Int
  /// How many items to leave open after the next lookup that leads to no long run.
  var gap = 0
  /// How many of these are still to be left open: they are in the next sections.
  var owed = 0
  var scope: Finder.Scope

  init(_ pairing: borrowing Pairing) {
    (bStart, bEnd, b) = (0, 0, 0)
    (aStart, aEnd, a) = (0, 0, 0)
    credit = Walk.credit(for: pairing.after.count)
    left = nil
    right = .none
    scope = Finder.Scope(salt: 0, low: 0, high: UInt32(pairing.before.count))
  }

  static func credit(for items: Int) -> Int { min(Walk.mostCredit / 4, items / 2 + 32) }

  /// Puts every item of the section into a run or the staged items.
  mutating func run(
    _ pairing: borrowing Pairing, _ matches: inout Matches, _ lookups: inout Finder,
    _ index: borrowing KeyIndex,
    _ numbers: Finder.Numbers
  ) throws(Refusal) {
    while a < aEnd {
      if !right.contains(a) {
        try Interruption.check()
        right = pairing.after.window(at: a)
      }
      let key = right.key(a)
      if b < bEnd {
        let left = enter(pairing)
        if left.key(b) == key {
          let length = try match(left, pairing, &matches, bEnd: bEnd)
          lastLength = length
          shortMatches = length < Walk.few ? shortMatches &+ 1 : 0
          credit = min(credit &+ length, Walk.mostCredit)
          if length >= Walk.longStretch { gap = 0 }
          continue
        }
      }
      if matches.leftCount <= 0 || pairing.isScoped && bStart == bEnd {
        // Every item of `before` that could match is matched.
        try leaveOpen(aEnd - a, pairing, &matches)
        return
      }
      if try guess(key, pairing, &matches) { continue }
      if owed > 0 || aEnd &- a < Walk.few {
        // So few items are no run that is worth a lookup.
        let count = aEnd &- a < Walk.few ? aEnd &- a : min(owed, aEnd &- a)
        owed = max(owed &- count, 0)
        try leaveOpen(count, pairing, &matches)
        continue
      }
      try lookUp(key, pairing, &matches, &lookups, index, numbers)
    }
  }

  /// The window that contains `b`.
  @inline(__always) mutating func enter(_ pairing: borrowing Pairing) -> LeafWindow {
    if let left, left.contains(b) { return left }
    let entered = pairing.before.leafWindow(at: b)
    left = entered
    return entered
  }

  mutating func leaveOpen(
    _ count: Int, _ pairing: borrowing Pairing, _ matches: inout Matches
  ) throws(Refusal) {
    try matches.staged.append(a, count, of: pairing.after)
    a += count
  }
}
