// The interface of the joins of unmatched items: see TableJoin and PartitionedJoin.

/// Matches items by key. Add all items of both sides, run, then ask for each item of `after` by its number in
/// the order of adding.
protocol KeyJoin: ~Copyable {
  /// Reserves memory for so many items of either side; adding cannot fail afterwards.
  mutating func begin(before count: Int, after newCount: Int) throws(Refusal)
  mutating func add(before item: JoinItem, _ fingerprint: UInt32)
  mutating func add(after fingerprint: UInt32)
  mutating func run() throws(Refusal)
  func prefetch(_ number: Int)
  /// The item of `before` that `isMatch` accepts among those that may match item `number` of `after`.
  func match(_ number: Int, where isMatch: (JoinItem) -> Bool) -> JoinItem?
}

/// An unmatched item of `before`.
struct JoinItem: BitwiseCopyable {
  var key: Key
  var content: UInt64
  /// Its flat position.
  var flat: UInt32
  /// Its slot, in a list.
  var slot: UInt32
}
