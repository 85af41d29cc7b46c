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

  fileprivate var callbacks: Callbacks { unsafe entry.pointee.callbacks }
}

// MARK: By id, as items know their class

extension CellClass {
  /// Tells a class of `count` more holders of models; nothing where it keeps none or there is no class.
  @unsafe public static func retain(_ id: UInt32, _ models: UnsafePointer<Model>, _ count: Int) {
    guard let callbacks = unsafe CellClasses.process.find(id)?.callbacks else { return }
    HostCall.runKeepingDetail { unsafe callbacks.retain?(callbacks.context, addresses(models), count) }
  }

  @unsafe public static func release(_ id: UInt32, _ models: UnsafePointer<Model>, _ count: Int) {
    guard let callbacks = unsafe CellClasses.process.find(id)?.callbacks else { return }
    HostCall.runKeepingDetail { unsafe callbacks.release?(callbacks.context, addresses(models), count) }
  }

  /// Whether the models look the same; true where nobody says otherwise.
  public static func equal(_ id: UInt32, _ before: Model, _ after: Model) -> Bool {
    guard let callbacks = unsafe CellClasses.process.find(id)?.callbacks, let equal = unsafe callbacks.equal
    else { return true }
    return HostCall.run { unsafe equal(callbacks.context, before.pointer, after.pointer) != 0 }
  }

  /// What differs, in bits of the host's own; all of them where it does not say.
  public static func changed(_ id: UInt32, _ before: Model, _ after: Model) -> UInt64 {
    guard let callbacks = unsafe CellClasses.process.find(id)?.callbacks,
      let changed = unsafe callbacks.changed
    else { return UInt64.max }
    return HostCall.run { unsafe changed(callbacks.context, before.pointer, after.pointer) }
  }

  private static func addresses(_ models: UnsafePointer<Model>) -> Models {
    unsafe UnsafeRawPointer(models).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }
}

extension Model {
  fileprivate var pointer: UnsafeRawPointer? { unsafe UnsafeRawPointer(bitPattern: address) }
}
