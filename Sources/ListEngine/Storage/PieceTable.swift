// The origin of each item of an edited sequence: a piece table (Crowley, "Data Structures for Text
// Sequences", 1998) whose pieces are in a B+ tree. An edit costs the logarithm of the number of edits,
// independent of the length of the sequence.
//
//     original          0 1 2 3 4 5 6 7
//     remove two at 2   0 1 4 5 6 7
//     insert one at 1   0 * 1 4 5 6 7
//     move 7 to 0       7 0 * 1 4 5 6
//
//     pieces            | 7 +1 | 0 +1 | new +1 | 1 +1 | 4 +3 |
//
// There are many sequences: the items of each section that an edit changes, and the sections themselves. An
// item moved to another sequence keeps its origin, so the runs of the diff can be read from the pieces.
//
// Rejected for edits: to match the leaves that the journal has saved with those of the end, by the slots of their items.
// No change would have to keep origins in step, and 10,000 changes in one edit take a sixth fewer instructions; but the
// commit then reads the former trees and compares whole leaves, so the usual edit of one change takes more: 8 % for an
// insert among a million items, 25 % for a move. With as many lines: Replay needs this table anyway.

/// Consecutive items with one origin.
struct Origin: BitwiseCopyable, Equatable {
  /// Their sequence when the edit began, or `noIndex` for new items.
  var sequence: SequenceID
  /// The index in that sequence; 0 for new items.
  var start: UInt32
  var count: UInt32

  static func new(_ count: UInt32) -> Origin { Origin(sequence: .noIndex, start: 0, count: count) }

  var isNew: Bool { sequence == .noIndex }

  func continues(_ other: Origin) -> Bool {
    sequence == other.sequence && (isNew || start == other.start + other.count)
  }

  /// The `length` items from `offset` on.
  func slice(_ offset: UInt32, _ length: UInt32) -> Origin {
    Origin(sequence: sequence, start: isNew ? 0 : start + offset, count: length)
  }

  static func == (a: Origin, b: Origin) -> Bool {
    a.sequence == b.sequence && a.start == b.start && a.count == b.count
  }
}

/// How many items are in pieces.
struct PieceSum: TreeSum {
  var items: UInt32

  static let zero = PieceSum(items: 0)

  @inline(__always) static func + (a: PieceSum, b: PieceSum) -> PieceSum {
    PieceSum(items: a.items &+ b.items)
  }
}

public struct PieceTable: ~Copyable {
  fileprivate struct Sequence: BitwiseCopyable {
    var root: Link
    var count: UInt32
  }

  private var sequences = Buffer<Sequence>()
  private var pieces = Slab<Origin>()
  /// Pieces by id; the owner of a tree is its sequence.
  private var forest: Forest<PieceSum, PieceID, SequenceID>

  init(fanOut: Int = 64) { forest = Forest(fanOut: fanOut) }

  var bytes: Int { sequences.bytes + pieces.bytes + forest.bytes }

  func count(of sequence: SequenceID) -> Int { Int(sequences[sequence].count) }

  /// Removes all sequences and keeps the memory.
  mutating func removeAll() {
    sequences.removeAll()
    pieces.removeAll()
    forest.removeAll()
  }

  // MARK: Sequences

  /// Adds a sequence of `count` original items and returns its number.
  mutating func add(count: Int) throws(Refusal) -> SequenceID {
    try sequences.reserve(extra: 1)
    try reserve(pieces: 1, levels: 1)
    let sequence = SequenceID(UInt32(sequences.count))
    sequences.push(Sequence(root: .none, count: 0))
    if count > 0 { put(Origin(sequence: sequence, start: 0, count: UInt32(count)), in: sequence, after: nil) }
    return sequence
  }

  mutating func reserve(sequences extra: Int) throws(Refusal) { try sequences.reserve(extra: extra) }

  /// Adds an empty sequence; capacity must be reserved.
  mutating func addEmpty() -> SequenceID {
    sequences.push(Sequence(root: .none, count: 0))
    return SequenceID(UInt32(sequences.count - 1))
  }

  /// The number of pieces of all sequences.
  var count: Int { pieces.usedCount }

  // MARK: Edits

  /// Reserves memory for `edits` calls of `insert` or `remove` on sequences whose `levels` add up to
  /// `levels`; they cannot fail afterwards.
  mutating func reserve(edits: Int, levels: Int) throws(Refusal) {
    try reserve(pieces: 2 * edits, levels: levels)
  }

  /// The depth that a sequence's tree can reach by one edit.
  func levels(of sequence: SequenceID) -> Int { forest.nodesForInsert(root: sequences[sequence].root) }

  private mutating func reserve(pieces extra: Int, levels: Int) throws(Refusal) {
    try pieces.reserve(extra: extra)
    try forest.reserve(nodes: extra + levels, children: pieces.capacity)
  }

  /// Inserts items, the first of them at `index`.
  mutating func insert(_ origin: Origin, in sequence: SequenceID, at index: Int) {
    if origin.count == 0 { return }
    let left = split(sequence, at: index)
    if let left, origin.continues(pieces[left]) {
      resize(left, by: origin.count, in: sequence)
    } else {
      put(origin, in: sequence, after: left)
    }
  }

  /// Removes `length` items from `index` on and appends their origins in order. The cost is the number of
  /// pieces.
  mutating func remove(
    _ length: Int, from sequence: SequenceID, at index: Int, _ body: (Origin) -> Void = { _ in }
  ) {
    if length == 0 { return }
    _ = split(sequence, at: index)
    var rest = UInt32(length)
    while rest > 0 {
      let piece = piece(at: index, in: sequence).child
      let origin = pieces[piece]
      let taken = min(rest, origin.count)
      body(origin.slice(0, taken))
      rest -= taken
      if taken == origin.count {
        take(piece, from: sequence)
      } else {
        pieces[piece] = origin.slice(taken, origin.count - taken)
        forest.add(PieceSum(items: 0 &- taken), to: piece)
        sequences[sequence].count -= taken
      }
    }
  }

  /// Removes one item and returns its origin.
  mutating func take(at index: Int, from sequence: SequenceID) -> Origin {
    var taken = Origin.new(1)
    remove(1, from: sequence, at: index) { taken = $0 }
    return taken
  }

  /// The number of pieces of a range; the first and last may be partial.
  func pieceCount(of length: Int, in sequence: SequenceID, at index: Int) -> Int {
    if length == 0 { return 0 }
    let first = piece(at: index, in: sequence)
    var reach = Int(pieces[first.child].count) - first.offset
    var piece = first.child
    var total = 1
    while reach < length, let next = forest.neighbour(of: piece, step: 1) {
      reach += Int(pieces[next].count)
      piece = next
      total += 1
    }
    return total
  }

  /// The origin of the item at `index`.
  func origin(of index: Int, in sequence: SequenceID) -> Origin {
    let found = piece(at: index, in: sequence)
    return pieces[found.child].slice(UInt32(found.offset), 1)
  }

  /// Calls `body` with all pieces of a sequence, in order. O(pieces).
  func forEach(in sequence: SequenceID, _ body: (Origin) -> Void) {
    forest.forEachChild(of: sequences[sequence].root) { body(pieces[$0]) }
  }

  // MARK: Steps

  /// The piece of the item at `index`, and the item's index in it.
  private func piece(at index: Int, in sequence: SequenceID) -> (child: PieceID, offset: Int) {
    forest.child(at: index, in: sequences[sequence].root) { Int($0.items) }
  }

  /// Splits, if necessary, so that a piece begins at `index`. Returns the piece before it.
  private mutating func split(_ sequence: SequenceID, at index: Int) -> PieceID? {
    if index == 0 { return nil }
    let found = piece(at: index - 1, in: sequence)
    let origin = pieces[found.child]
    let kept = UInt32(found.offset) + 1
    if kept < origin.count {
      resize(found.child, by: 0 &- (origin.count - kept), in: sequence)
      put(origin.slice(kept, origin.count - kept), in: sequence, after: found.child)
    }
    return found.child
  }

  /// `delta` wraps, so it may be negative.
  private mutating func resize(_ piece: PieceID, by delta: UInt32, in sequence: SequenceID) {
    pieces[piece].count &+= delta
    forest.add(PieceSum(items: delta), to: piece)
    sequences[sequence].count &+= delta
  }

  private mutating func put(_ origin: Origin, in sequence: SequenceID, after sibling: PieceID?) {
    let piece = PieceID(pieces.add(origin))
    var root = sequences[sequence].root
    // A tree of one piece does not store its sum.
    forest.insert(
      piece, PieceSum(items: origin.count), after: sibling, root: &root, owner: sequence,
      whole: PieceSum(items: sequences[sequence].count))
    sequences[sequence].root = root
    sequences[sequence].count += origin.count
  }

  private mutating func take(_ piece: PieceID, from sequence: SequenceID) {
    var root = sequences[sequence].root
    forest.remove(piece, root: &root, owner: sequence)
    sequences[sequence].root = root
    sequences[sequence].count -= pieces[piece].count
    pieces.remove(piece.raw)
  }
}

extension Buffer where Element == PieceTable.Sequence {
  @inline(__always) fileprivate subscript(id: SequenceID) -> PieceTable.Sequence {
    get { self[Int(id.raw)] }
    set { self[Int(id.raw)] = newValue }
    _modify { yield &self[Int(id.raw)] }
  }
}

extension Slab where Row == Origin {
  @inline(__always) fileprivate subscript(id: PieceID) -> Origin {
    get { self[Int(id.raw)] }
    set { self[Int(id.raw)] = newValue }
    _modify { yield &self[Int(id.raw)] }
  }
}
