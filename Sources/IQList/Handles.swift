// Maps the host's object pointers to the engine's objects; HandleTable holds the mapping.
//
//     extension List: Exported { typealias Foreign = iq_list }     once for each kind of object
//
//     using(list) { list in ... }                                  an export's body, parameter 1
//     let list = try Pinned<List>(list, argument: 2)               unpinned at the end of the scope
//     list.value ...
//
//     let list = try Output(list, argument: 2)
//     let object = try NewObject<List>()                                the last step that can fail
//     list.write(object.publish(List(...)))
//
//     Pinned<List>.destroy(list)

import CIQList
import ListEngine

/// An engine type whose values the host holds as pointers to `Foreign`.
protocol Exported: Handled, ~Copyable {
  associatedtype Foreign
}

extension Pinned where Object: Exported & ~Copyable {
  init(_ pointer: UnsafePointer<Object.Foreign>?, argument: UInt32) throws(Refusal) {
    let pointer = unsafe try required(pointer, argument: argument)
    try self.init(Handle(bits: UInt64(UInt(bitPattern: pointer))), role: .parameter(argument))
  }

  /// The body of every export named destroy. It returns no status, but stores the detail.
  static func destroy(_ pointer: UnsafeMutablePointer<Object.Foreign>?) {
    guard let pointer = unsafe pointer else { return }
    _ = attempt { () throws(Refusal) in
      unsafe try Pinned<Object>(UnsafePointer(pointer), argument: 1).destroy(role: .parameter(1))
    }
  }
}

extension NewObject where Object: Exported & ~Copyable {
  consuming func publish(_ object: consuming Object) -> UnsafeMutablePointer<Object.Foreign>? {
    unsafe UnsafeMutablePointer(bitPattern: UInt(fill(object).bits))
  }
}

// MARK: The common part of most exports: find the object that is parameter 1, run the body, return the status

func using(
  _ list: UnsafePointer<iq_list>?, _ body: (borrowing List) throws(Refusal) -> Void
) -> iq_status {
  attempt { () throws(Refusal) in try body(unsafe Pinned<List>(list, argument: 1).value) }
}

func using(
  _ view: UnsafePointer<iq_view>?, _ body: (borrowing View) throws(Refusal) -> Void
) -> iq_status {
  attempt { () throws(Refusal) in try body(unsafe Pinned<View>(view, argument: 1).value) }
}

func using(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ body: (borrowing Snapshot) throws(Refusal) -> Void
) -> iq_status {
  attempt { () throws(Refusal) in try body(unsafe Pinned<Snapshot>(snapshot, argument: 1).value) }
}

func using(
  _ replay: UnsafePointer<iq_replay>?, _ body: (borrowing Replay) throws(Refusal) -> Void
) -> iq_status {
  attempt { () throws(Refusal) in try body(unsafe Pinned<Replay>(replay, argument: 1).value) }
}

func using(
  _ changeset: UnsafePointer<iq_changeset>?, _ body: (borrowing Changeset) throws(Refusal) -> Void
) -> iq_status {
  attempt { () throws(Refusal) in try body(unsafe Pinned<Changeset>(changeset, argument: 1).value) }
}
