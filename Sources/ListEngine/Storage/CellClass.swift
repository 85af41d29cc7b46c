// A cell class: how the models of its items are retained and compared, and what the user may do with them. A registered
// class is immutable and lives as long as the process, so any thread may follow a pointer to it at any time.

import CPlatform

@safe public struct CellClass: BitwiseCopyable {
  public typealias Context = UnsafeMutableRawPointer?
  public typealias Models = UnsafePointer<UnsafeMutableRawPointer?>
  public typealias Keep = @convention(c) (Context, Models?, Int) -> Void
  public typealias Equal = @convention(c) (Context, UnsafeRawPointer?, UnsafeRawPointer?) -> CInt
  public typealias TraitsOf = @convention(c) (Context, UnsafeRawPointer?) -> UInt32
  public typealias Changed = @convention(c) (Context, UnsafeRawPointer?, UnsafeRawPointer?) -> UInt64

  /// The functions of cells get an event in the host's form.
  public typealias CreateCell =
    @convention(c) (
      Context, UnsafeRawPointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> CInt
  public typealias BindCell = @convention(c) (Context, UnsafeRawPointer?) -> CInt
  public typealias UnbindCell = @convention(c) (Context, UnsafeRawPointer?) -> Void
  public typealias DestroyCell = @convention(c) (Context, UnsafeMutableRawPointer?) -> Void

  @unsafe public struct Callbacks: BitwiseCopyable {
    public var context: Context = nil
    public var retain: Keep? = nil
    public var release: Keep? = nil
    public var equal: Equal? = nil
    public var changed: Changed? = nil
    public var traitsOf: TraitsOf? = nil
    public var createCell: CreateCell? = nil
    public var bindCell: BindCell? = nil
    public var unbindCell: UnbindCell? = nil
    public var destroyCell: DestroyCell? = nil
    public var traits: UInt32 = 0
    /// The most unused cells that a view keeps; 0 means the default.
    public var pool: UInt32 = 0

    public init() {}
  }

  /// The name is the first field, so that a pointer to an entry is also a pointer to its name. It is set
  /// last: an entry without a name is not registered.
  @unsafe struct Entry: BitwiseCopyable {
    var name: UnsafeMutableRawPointer?
    var nameLength: Int
    var callbacks: Callbacks
    /// See `CellClasses`.
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

  var callbacks: Callbacks { unsafe entry.pointee.callbacks }
}

// MARK: By id, as stored with items

extension CellClass {
  /// Retains `count` models; does nothing if the class has no callback or does not exist.
  @unsafe @inline(never) public static func retain(_ id: UInt32, _ models: UnsafePointer<Model>, _ count: Int)
  {
    guard let callbacks = unsafe CellClasses.process.find(id)?.callbacks else { return }
    HostCall.runKeepingDetail { unsafe callbacks.retain?(callbacks.context, addresses(models), count) }
  }

  @unsafe @inline(never) public static func release(
    _ id: UInt32, _ models: UnsafePointer<Model>, _ count: Int
  ) {
    guard let callbacks = unsafe CellClasses.process.find(id)?.callbacks else { return }
    HostCall.runKeepingDetail { unsafe callbacks.release?(callbacks.context, addresses(models), count) }
  }

  /// Whether the models have the same appearance; true if the class has no callback.
  public static func equal(_ id: UInt32, _ before: Model, _ after: Model) -> Bool {
    guard let callbacks = unsafe CellClasses.process.find(id)?.callbacks, let equal = unsafe callbacks.equal
    else { return true }
    return HostCall.run { unsafe equal(callbacks.context, before.pointer, after.pointer) != 0 }
  }

  /// The mask of differing parts, as the host defines it; all bits if the class has no callback.
  public static func changed(_ id: UInt32, _ before: Model, _ after: Model) -> UInt64 {
    guard let callbacks = unsafe CellClasses.process.find(id)?.callbacks,
      let changed = unsafe callbacks.changed
    else { return UInt64.max }
    return HostCall.run { unsafe changed(callbacks.context, before.pointer, after.pointer) }
  }

  /// The traits of all items of a class.
  static func traits(_ id: UInt32) -> Traits {
    guard let callbacks = unsafe CellClasses.process.find(id)?.callbacks else { return [] }
    return unsafe Traits(rawValue: callbacks.traits)
  }

  /// Whether the class has a callback for the traits of each item.
  static func asksForTraits(_ id: UInt32) -> Bool {
    guard let callbacks = unsafe CellClasses.process.find(id)?.callbacks else { return false }
    return unsafe callbacks.traitsOf != nil
  }

  /// The traits of an item, by the class's callback if it has one. No lock may be held.
  static func traits(_ id: UInt32, _ model: Model) -> Traits {
    guard let callbacks = unsafe CellClasses.process.find(id)?.callbacks else { return [] }
    guard let traitsOf = unsafe callbacks.traitsOf else { return unsafe Traits(rawValue: callbacks.traits) }
    let found = HostCall.run { unsafe traitsOf(callbacks.context, model.pointer) }
    return Traits(rawValue: found)
  }

  private static func addresses(_ models: UnsafePointer<Model>) -> Models {
    unsafe UnsafeRawPointer(models).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }
}

extension Model {
  fileprivate var pointer: UnsafeRawPointer? { unsafe UnsafeRawPointer(bitPattern: address) }
}
