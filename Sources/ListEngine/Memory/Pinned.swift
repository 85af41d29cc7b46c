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

  public init(_ handle: Handle, role: Refusal.Role) throws(Refusal) {
    do throws(Refusal) {
      let memory = unsafe try HandleTable.process.pin(handle, Object.handleKind)
      unsafe object = memory.assumingMemoryBound(to: Object.self)
      self.handle = handle
    } catch {
      throw Refusal(.handle, role: role)
    }
  }

  deinit {
    guard HandleTable.process.unpin(handle) else { return }
    unsafe object.deinitialize(count: 1)
    unsafe Memory.release(object, MemoryLayout<Object>.stride)
    HandleTable.process.vacate(handle)
  }

  public var value: Object {
    _read { yield unsafe object.pointee }
    nonmutating _modify { yield unsafe &object.pointee }
  }

  /// Kills the object; it is deinitialized with its last pin, this one or another. Refuses if it is already
  /// dead.
  public consuming func destroy(role: Refusal.Role) throws(Refusal) {
    do throws(Refusal) { try HandleTable.process.kill(handle) } catch {
      throw Refusal(.handle, role: role)
    }
    value.wasDestroyed()
  }
}

@safe public struct NewObject<Object: Handled & ~Copyable>: ~Copyable {
  /// Nobody can use it before the object is filled.
  public let handle: Handle
  private let memory: UnsafeMutablePointer<Object>
  private var isFilled = false

  public init() throws(Refusal) {
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
