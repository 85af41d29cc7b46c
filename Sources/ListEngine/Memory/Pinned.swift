// `Pinned` keeps a host's object alive while an export uses it, so that a destroy on another thread waits.
// `NewObject` reserves the memory and the handle of a new object.
//
//     let list = try Pinned<List>(handle, role: .object)       unpinned at the end of the scope
//     let object = try NewObject<Changeset>()                  the only step that can fail
//     handle = object.fill(Changeset(...))                     if not filled, everything is released

/// A type whose values hosts hold by handle.
public protocol Handled: ~Copyable {
  static var handleKind: HandleKind { get }

  /// Called by the destroying thread; other threads may still use the object.
  func wasDestroyed()
}

extension Handled where Self: ~Copyable {
  public func wasDestroyed() {}
}

@safe public struct Pinned<Object: Handled & ~Copyable>: ~Copyable {
  private let handle: Handle
  private let object: UnsafeMutablePointer<Object>
  /// Unpins without a lookup.
  private let entry: UnsafeMutablePointer<HandleTable.Entry>

  public init(
    _ handle: Handle, role: Refusal.Role, orElse kind: Refusal.Kind = .object
  ) throws(Refusal) {
    let pinned = unsafe try HandleTable.process.pin(handle, Object.handleKind, role, orElse: kind)
    unsafe object = pinned.object.assumingMemoryBound(to: Object.self)
    unsafe entry = pinned.entry
    self.handle = handle
  }

  deinit { unpin() }

  /// Not inlined, because an export has several exits.
  @inline(never) private func unpin() {
    if unsafe !HandleTable.unpin(entry) { return }
    unsafe object.deinitialize(count: 1)
    unsafe Memory.release(object, MemoryLayout<Object>.stride)
    HandleTable.process.vacate(handle)
  }

  public var value: Object {
    _read { yield unsafe object.pointee }
    nonmutating _modify { yield unsafe &object.pointee }
  }

  /// Kills the object of a handle, or leaks one that was lost in a fork.
  public static func destroy(_ handle: Handle, role: Refusal.Role) throws(Refusal) {
    if HandleTable.process.forget(handle) { return }
    try Pinned(handle, role: role).destroy(role: role)
  }

  /// Kills the object; it is deinitialized with its last pin, this one or another. Refuses if it is already
  /// dead.
  public consuming func destroy(role: Refusal.Role) throws(Refusal) {
    do throws(Refusal) { try HandleTable.process.kill(handle) } catch {
      throw Refusal(.object, role: role)
    }
    value.wasDestroyed()
  }
}

extension HandleTable {
  /// Pins, and blames the parameter that has the role.
  @unsafe @inline(never) fileprivate func pin(
    _ handle: Handle, _ wanted: HandleKind, _ role: Refusal.Role, orElse kind: Refusal.Kind
  ) throws(Refusal) -> (object: UnsafeMutableRawPointer, entry: UnsafeMutablePointer<Entry>) {
    do throws(Refusal) { return unsafe try pinEntry(handle, wanted) } catch {
      // One that was lost in a fork is busy.
      throw Refusal(error.kind.code == Refusal.Kind.handle.code ? kind : error.kind, role: role)
    }
  }
}

@safe public struct NewObject<Object: Handled & ~Copyable>: ~Copyable {
  /// Nobody can use it before the object is filled.
  public let handle: Handle
  private let memory: UnsafeMutablePointer<Object>
  private var isFilled = false

  public init() throws(Refusal) {
    Fork.setUp()
    let raw = unsafe try Memory.allocate(MemoryLayout<Object>.stride)
    do throws(Refusal) { handle = try HandleTable.process.claim(Object.handleKind) } catch {
      unsafe Memory.release(raw, MemoryLayout<Object>.stride)
      throw error
    }
    unsafe memory = raw.assumingMemoryBound(to: Object.self)
  }

  deinit {
    if isFilled { return }
    HandleTable.process.vacate(handle)
    unsafe Memory.release(memory, MemoryLayout<Object>.stride)
  }

  public consuming func fill(_ object: consuming Object) -> Handle {
    unsafe memory.initialize(to: object)
    unsafe HandleTable.process.publish(handle, UnsafeMutableRawPointer(memory))
    isFilled = true
    return handle
  }
}
