// The host's description of a list's sections.

/// The sections of a `set`, in order.
public struct SectionInputs: ~Copyable {
  struct Entry: BitwiseCopyable {
    let key: Key
    private var first32: UInt32
    var supplementaries: SupplementaryBlock?

    init(key: Key, first: Int, supplementaries: SupplementaryBlock?) {
      self.key = key
      first32 = UInt32(truncatingIfNeeded: first)
      self.supplementaries = supplementaries
    }

    /// The flat position of its first item.
    @inline(__always) var first: Int {
      get { Int(first32) }
      set { first32 = UInt32(truncatingIfNeeded: newValue) }
    }
  }

  private(set) var entries = Buffer<Entry>()

  public init(capacity: Int) throws(Refusal) { entries = try Buffer(capacity: capacity) }

  deinit { for i in 0..<entries.count { entries[i].supplementaries?.release() } }

  public var count: Int { entries.count }

  /// Appends within the reserved capacity a section without supplementaries.
  @inline(__always) public mutating func push(_ key: Key, first: Int) {
    entries.push(Entry(key: key, first: first, supplementaries: nil))
  }

  /// Appends within the reserved capacity. `supplementaries` may be unsorted; a duplicate (kind, index) is
  /// refused. Their models are retained.
  public mutating func push(
    _ key: Key, first: Int, supplementaries: borrowing Buffer<Supplementary>
  ) throws(Refusal) {
    let block = try SupplementaryBlock.make(supplementaries, section: key)
    entries.push(Entry(key: key, first: first, supplementaries: block))
  }
}
