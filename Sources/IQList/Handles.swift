// Maps the host's object pointers to the engine's objects; HandleTable holds the mapping.
//
//     extension List: Exported { typealias Foreign = iq_list }     once for each kind of object
//
//     using(list) { list in ... }                                        an export's body, parameter 1
//     let list = try Pinned<List>(list, argument: Argument(2, iqc_list))   unpinned at the end of the scope
//     list.value ...
//
//     let list = try Output(list, argument: Argument(2, iqc_list))
//     let object = try NewObject<List>()                                 the last step that can fail
//     list.write(object.publish(List(...)))
//
//     Pinned<List>.destroy(list)

import CIQList
import ListEngine

/// An engine type whose values the host holds as pointers to `Foreign`.
protocol Exported: Handled, ~Copyable {
  associatedtype Foreign
  /// The header's name for such a parameter.
  static var name: iqc_label { get }
}

extension Pinned where Object: Exported & ~Copyable {
  init(_ pointer: UnsafePointer<Object.Foreign>?, argument: Argument) throws(Refusal) {
    let pointer = unsafe try required(pointer, argument: argument)
    try self.init(Handle(bits: UInt64(UInt(bitPattern: pointer))), role: argument.role)
  }

  /// The body of every export named destroy. It returns no status, but stores the detail.
  static func destroy(_ pointer: UnsafeMutablePointer<Object.Foreign>?) {
    guard let pointer = unsafe pointer else { return }
    _ = attempt { () throws(Refusal) in
      let role = Argument(1, Object.name).role
      try Pinned.destroy(Handle(bits: UInt64(UInt(bitPattern: pointer))), role: role)
    }
  }
}

extension NewObject where Object: Exported & ~Copyable {
  consuming func publish(_ object: consuming Object) -> UnsafeMutablePointer<Object.Foreign>? {
    unsafe UnsafeMutablePointer(bitPattern: UInt(fill(object).bits))
  }
}

// MARK: The common part of most exports: find the object that is parameter 1, run the body, return the status

/// `name` is the header's, where it is not that of the type.
private func pinning<Object: Exported & ~Copyable>(
  _ pointer: UnsafePointer<Object.Foreign>?, _ name: iqc_label?,
  _ body: (borrowing Object) throws(Refusal) -> Void
) -> iq_status {
  attempt { () throws(Refusal) in
    let argument = Argument(1, name ?? Object.name)
    let object = unsafe try Pinned<Object>(pointer, argument: argument)
    try naming(object: argument) { () throws(Refusal) in try body(object.value) }
  }
}

func using(
  _ list: UnsafePointer<iq_list>?, _ name: iqc_label? = nil, _ body: (borrowing List) throws(Refusal) -> Void
) -> iq_status {
  unsafe pinning(list, name, body)
}

func using(
  _ view: UnsafePointer<iq_view>?, _ name: iqc_label? = nil, _ body: (borrowing View) throws(Refusal) -> Void
) -> iq_status {
  unsafe pinning(view, name, body)
}

func using(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ name: iqc_label? = nil,
  _ body: (borrowing Snapshot) throws(Refusal) -> Void
) -> iq_status {
  unsafe pinning(snapshot, name, body)
}

func using(
  _ replay: UnsafePointer<iq_replay>?, _ name: iqc_label? = nil,
  _ body: (borrowing Replay) throws(Refusal) -> Void
) -> iq_status {
  unsafe pinning(replay, name, body)
}

func using(
  _ changeset: UnsafePointer<iq_changeset>?, _ name: iqc_label? = nil,
  _ body: (borrowing Changeset) throws(Refusal) -> Void
) -> iq_status {
  unsafe pinning(changeset, name, body)
}
