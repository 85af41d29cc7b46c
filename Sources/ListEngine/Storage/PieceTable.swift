// Where the items of an edited sequence come from: a piece table (Crowley, "Data Structures for Text
// Sequences", 1998) whose pieces stand in a B+ tree, so that an edit costs the logarithm of the edits
// before it, and nothing of the length of what is edited.
//
//     as it was         0 1 2 3 4 5 6 7
//     two at 2 go       0 1 4 5 6 7
//     one new at 1      0 * 1 4 5 6 7
//     7 goes to 0       7 0 * 1 4 5 6
//
//     origins           | 7 +1 | 0 +1 | new +1 | 1 +1 | 4 +3 |
//
// There are many sequences: the items of each section that an edit touches, and the sections. What is
// moved out of one and into another still says where it came from, so the runs of a diff are read off.

/// Consecutive items of one origin.
struct Origin: BitwiseCopyable, Equatable {
  /// The sequence that they were in when the edit began, or `noIndex` for new ones.
  var sequence: UInt32
  /// Where in it; 0 for new ones.
  var start: UInt32
  var count: UInt32

  static func new(_ count: UInt32) -> Origin { Origin(sequence: noIndex, start: 0, count: count) }

  var isNew: Bool { sequence == noIndex }

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
  private struct Sequence: BitwiseCopyable {
    var root: Link
    var count: UInt32
  }

  private var sequences = Buffer<Sequence>()
  private var pieces = Slab<Origin>()
  /// Pieces by number; the owner of a tree is its sequence.
  private var forest: Forest<PieceSum>

  init(fanOut: Int = 64) { forest = Forest(fanOut: fanOut) }

  var bytes: Int { sequences.bytes + pieces.bytes + forest.bytes }

  func count(of sequence: UInt32) -> Int { Int(sequences[Int(sequence)].count) }

  // MARK: Sequences

  /// A sequence of `count` items as it was; answers its number.
  mutating func add(count: Int) throws(Refusal) -> UInt32 {
    try sequences.reserve(extra: 1)
    try reserve(pieces: 1, levels: 1)
    let sequence = UInt32(sequences.count)
    sequences.push(Sequence(root: .none, count: 0))
    if count > 0 { put(Origin(sequence: sequence, start: 0, count: UInt32(count)), in: sequence, after: nil) }
    return sequence
  }

  mutating func reserve(sequences extra: Int) throws(Refusal) { try sequences.reserve(extra: extra) }

  /// A sequence without items, into room that was reserved.
  mutating func addEmpty() -> UInt32 {
    sequences.push(Sequence(root: .none, count: 0))
    return UInt32(sequences.count - 1)
  }

  /// Pieces of all sequences.
  var count: Int { pieces.usedCount }

  // MARK: Edits

  /// Room for so many edits, an `insert` or a `remove` each, of sequences whose `levels` are so many in
  /// all: then they cannot fail.
  mutating func reserve(edits: Int, levels: Int) throws(Refusal) {
    try reserve(pieces: 2 * edits, levels: levels)
  }

  /// How deep a sequence's tree may become by one edit.
  func levels(of sequence: UInt32) -> Int { forest.nodesForInsert(root: sequences[Int(sequence)].root) }

  private mutating func reserve(pieces extra: Int, levels: Int) throws(Refusal) {
    try pieces.reserve(extra: extra)
    try forest.reserve(nodes: extra + levels, children: pieces.capacity)
  }

  /// Puts items in, so that the first of them stands at `index`.
  mutating func insert(_ origin: Origin, in sequence: UInt32, at index: Int) {
    if origin.count == 0 { return }
    let left = split(sequence, at: index)
    if let left, origin.continues(pieces[Int(left)]) {
      resize(left, by: origin.count, in: sequence)
    } else {
      put(origin, in: sequence, after: left)
    }
  }

  /// Takes `length` items out from `index` on and tells where they came from, in order. A stretch of
  /// p pieces costs p.
  mutating func remove(
    _ length: Int, from sequence: UInt32, at index: Int, _ body: (Origin) -> Void = { _ in }
  ) {
    if length == 0 { return }
    _ = split(sequence, at: index)
    var rest = UInt32(length)
    while rest > 0 {
      let piece = piece(at: index, in: sequence).child
      let origin = pieces[Int(piece)]
      let taken = min(rest, origin.count)
      body(origin.slice(0, taken))
      rest -= taken
      if taken == origin.count {
        take(piece, from: sequence)
      } else {
        pieces[Int(piece)] = origin.slice(taken, origin.count - taken)
        forest.add(PieceSum(items: 0 &- taken), to: piece)
        sequences[Int(sequence)].count -= taken
      }
    }
  }

  /// Takes one item out and tells where it came from.
  mutating func take(at index: Int, from sequence: UInt32) -> Origin {
    var taken = Origin.new(1)
    remove(1, from: sequence, at: index) { taken = $0 }
    return taken
  }

  /// How many pieces a stretch has, the first and last perhaps in part.
  func pieceCount(of length: Int, in sequence: UInt32, at index: Int) -> Int {
    if length == 0 { return 0 }
    let first = piece(at: index, in: sequence)
    var reach = Int(pieces[Int(first.child)].count) - first.offset
    var piece = first.child
    var total = 1
    while reach < length, let next = forest.neighbour(of: piece, step: 1) {
      reach += Int(pieces[Int(next)].count)
      piece = next
      total += 1
    }
    return total
  }

  /// Where the item at `index` comes from.
  func origin(of index: Int, in sequence: UInt32) -> Origin {
    let found = piece(at: index, in: sequence)
    return pieces[Int(found.child)].slice(UInt32(found.offset), 1)
  }

  /// All of a sequence, in order. O(pieces).
  func forEach(in sequence: UInt32, _ body: (Origin) -> Void) {
    if sequences[Int(sequence)].root.isNone { return }
    var next: UInt32? = forest.edge(of: sequences[Int(sequence)].root, last: false)
    while let piece = next {
      body(pieces[Int(piece)])
      next = forest.neighbour(of: piece, step: 1)
    }
  }

  // MARK: Steps of the above

  /// The piece of the item at `index`, and the item's index in it.
  private func piece(at index: Int, in sequence: UInt32) -> (child: UInt32, offset: Int) {
    forest.child(at: index, in: sequences[Int(sequence)].root) { Int($0.items) }
  }

  /// Sees to it that a piece begins at `index`; answers the one before it.
  private mutating func split(_ sequence: UInt32, at index: Int) -> UInt32? {
    if index == 0 { return nil }
    let found = piece(at: index - 1, in: sequence)
    let origin = pieces[Int(found.child)]
    let kept = UInt32(found.offset) + 1
    if kept < origin.count {
      resize(found.child, by: 0 &- (origin.count - kept), in: sequence)
      put(origin.slice(kept, origin.count - kept), in: sequence, after: found.child)
    }
    return found.child
  }

  /// In wrapping arithmetic, so also shorter.
  private mutating func resize(_ piece: UInt32, by delta: UInt32, in sequence: UInt32) {
    pieces[Int(piece)].count &+= delta
    forest.add(PieceSum(items: delta), to: piece)
    sequences[Int(sequence)].count &+= delta
  }

  private mutating func put(_ origin: Origin, in sequence: UInt32, after sibling: UInt32?) {
    let piece = pieces.add(origin)
    var root = sequences[Int(sequence)].root
    // A tree of one piece does not know its weight.
    forest.insert(
      piece, PieceSum(items: origin.count), after: sibling, root: &root, owner: sequence,
      whole: PieceSum(items: sequences[Int(sequence)].count))
    sequences[Int(sequence)].root = root
    sequences[Int(sequence)].count += origin.count
  }

  private mutating func take(_ piece: UInt32, from sequence: UInt32) {
    var root = sequences[Int(sequence)].root
    forest.remove(piece, root: &root, owner: sequence)
    sequences[Int(sequence)].root = root
    sequences[Int(sequence)].count -= pieces[Int(piece)].count
    pieces.remove(piece)
  }
}
