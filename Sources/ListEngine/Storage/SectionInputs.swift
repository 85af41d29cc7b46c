// The host's description of a list's sections.

/// The sections of a `set`, in order.
public struct SectionInputs: ~Copyable {
  struct Entry: BitwiseCopyable {
    var key: Key
    /// The flat position of its first item.
    var first: Int
    var supplementaries: SupplementaryBlock?
  }

  var entries = Buffer<Entry>()

  public init() {}

  deinit { for i in 0..<entries.count { entries[i].supplementaries?.release() } }

  public var count: Int { entries.count }

  /// `supplementaries` may be unsorted; a duplicate (kind, index) is refused. Their models are retained.
  public mutating func append(_ key: Key, first: Int, supplementaries: borrowing Buffer<Supplementary>)
    throws(Refusal)
  {
    try entries.reserve(extra: 1)
    let block = try SupplementaryBlock.make(supplementaries, section: key)
    entries.push(Entry(key: key, first: first, supplementaries: block))
  }
}
