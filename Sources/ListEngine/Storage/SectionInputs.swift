// The sections that a host describes a list with.

/// The sections of a `set`, in order.
public struct SectionInputs: ~Copyable {
  struct Entry: BitwiseCopyable {
    var key: Key
    /// Its first item among all.
    var first: Int
    var supplementaries: SupplementaryBlock?
  }

  var entries = Buffer<Entry>()

  public init() {}

  deinit { for i in 0..<entries.count { entries[i].supplementaries?.letGo() } }

  public var count: Int { entries.count }

  /// `elements` need not be sorted; a (kind, index) that is there twice is refused. Their models are
  /// retained.
  public mutating func append(_ key: Key, first: Int, supplementaries: borrowing Buffer<Supplementary>)
    throws(Refusal)
  {
    try entries.reserve(extra: 1)
    let block = try SupplementaryBlock.make(supplementaries, section: key)
    entries.push(Entry(key: key, first: first, supplementaries: block))
  }
}
