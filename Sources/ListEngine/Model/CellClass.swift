// What the items of one look have in common: how their models are kept alive and compared. Immutable
// and for good once registered, so that a class is a pointer that any thread may follow at any time.

import CPlatform

@safe public struct CellClass: BitwiseCopyable {
  public typealias Context = UnsafeMutableRawPointer?
  public typealias Models = UnsafePointer<UnsafeMutableRawPointer?>
  public typealias Keep = @convention(c) (Context, Models?, Int) -> Void
  public typealias Equal = @convention(c) (Context, UnsafeRawPointer?, UnsafeRawPointer?) -> CInt
  public typealias Changed = @convention(c) (Context, UnsafeRawPointer?, UnsafeRawPointer?) -> UInt64

  @unsafe public struct Callbacks: BitwiseCopyable {
    public var context: Context = nil
    public var retain: Keep? = nil
    public var release: Keep? = nil
    public var equal: Equal? = nil
    public var changed: Changed? = nil

    public init() {}
  }

  /// The name comes first, so that a pointer to an entry is one to its name. It is set last: an entry
  /// without a name is not registered.
  @unsafe struct Entry: BitwiseCopyable {
    var name: UnsafeMutableRawPointer?
    var nameLength: Int
    var callbacks: Callbacks
    /// See the registry.
    var hash: UInt64
    var lower: UInt32
    var higher: UInt32
  }

  private let entry: UnsafePointer<Entry>

  @unsafe init(_ entry: UnsafePointer<Entry>) { unsafe self.entry = entry }

  /// Ends with a NUL and lives as long as the process.
  @unsafe public var name: UnsafePointer<CChar> {
    unsafe UnsafePointer(entry.pointee.name.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self))
  }

  public var nameLength: Int { unsafe entry.pointee.nameLength }

  /// Whether `retain` and `release` have anything to do.
  @inline(__always) public var keepsModels: Bool { unsafe entry.pointee.callbacks.retain != nil }

  @unsafe public func retain(_ models: Models, _ count: Int) {
    unsafe entry.pointee.callbacks.retain?(entry.pointee.callbacks.context, models, count)
  }

  @unsafe public func release(_ models: Models, _ count: Int) {
    unsafe entry.pointee.callbacks.release?(entry.pointee.callbacks.context, models, count)
  }

  /// Whether `equal` has anything to ask.
  @inline(__always) public var comparesModels: Bool { unsafe entry.pointee.callbacks.equal != nil }

  @unsafe public func equal(_ before: UnsafeRawPointer?, _ after: UnsafeRawPointer?) -> Bool {
    guard let equal = unsafe entry.pointee.callbacks.equal else { return true }
    return unsafe equal(entry.pointee.callbacks.context, before, after) != 0
  }

  /// What differs, in bits of the host's own; all of them where it does not say.
  @unsafe public func changed(_ before: UnsafeRawPointer?, _ after: UnsafeRawPointer?) -> UInt64 {
    guard let changed = unsafe entry.pointee.callbacks.changed else { return UInt64.max }
    return unsafe changed(entry.pointee.callbacks.context, before, after)
  }
}
