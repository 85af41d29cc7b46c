// A host's object in use: what an export holds while it is inside one, so that another thread's
// destroy waits; and the place that a new object is put into.
//
//     let list = try Pinned<List>(handle, argument: 1)         unpinned at the end of the scope
//     let place = try Place<Changeset>()                       all that can fail
//     handle = place.fill(Changeset(...))                      cannot fail; unfilled, it goes back

/// A type whose values hosts hold by handle.
public protocol Handled: ~Copyable {
  static var handleKind: HandleKind { get }

  /// Called by the destroying thread, while others may be inside still.
  func wasDestroyed()
}

extension Handled where Self: ~Copyable {
  public func wasDestroyed() {}
}

@safe public struct Pinned<Object: Handled & ~Copyable>: ~Copyable {
  private let handle: Handle
  private let object: UnsafeMutablePointer<Object>

  public init(_ handle: Handle, argument: UInt32) throws(Refusal) {
    do throws(Refusal) {
      let memory = unsafe try HandleTable.process.pin(handle, Object.handleKind)
      unsafe object = memory.assumingMemoryBound(to: Object.self)
      self.handle = handle
    } catch {
      throw Refusal(.handle, argument: argument)
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

  /// The object goes with its last pin, this one or a later. Refused if it was to go already.
  public consuming func destroy(argument: UInt32) throws(Refusal) {
    do throws(Refusal) { try HandleTable.process.kill(handle) } catch {
      throw Refusal(.handle, argument: argument)
    }
    value.wasDestroyed()
  }
}

@safe public struct Place<Object: Handled & ~Copyable>: ~Copyable {
  private let handle: Handle
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
