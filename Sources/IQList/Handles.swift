// The host's object pointers and the engine's objects: what is behind a pointer, HandleTable knows.
//
//     extension List: Exported { typealias Foreign = iq_list }     once for each kind of object
//
//     let list = try Pinned<List>(list, argument: 1)               unpinned at the end of the scope
//     list.value ...
//
//     let list = try Output(list, argument: 2)
//     let place = try Place<List>()                                the last that can fail
//     list.write(place.publish(List(...)))
//
//     Pinned<List>.destroy(list)

import ListEngine

/// An engine type whose values a host holds as pointers to `Foreign`.
protocol Exported: Handled, ~Copyable {
  associatedtype Foreign
}

extension Pinned where Object: Exported & ~Copyable {
  init(_ pointer: UnsafePointer<Object.Foreign>?, argument: UInt32) throws(Refusal) {
    let pointer = unsafe try given(pointer, argument: argument)
    try self.init(Handle(bits: UInt64(UInt(bitPattern: pointer))), argument: argument)
  }

  /// What every export named destroy does. It has no status to answer, but leaves the detail.
  static func destroy(_ pointer: UnsafeMutablePointer<Object.Foreign>?) {
    guard let pointer = unsafe pointer else { return }
    _ = attempt { () throws(Refusal) in
      unsafe try Pinned<Object>(UnsafePointer(pointer), argument: 1).destroy(argument: 1)
    }
  }
}

extension Place where Object: Exported & ~Copyable {
  consuming func publish(_ object: consuming Object) -> UnsafeMutablePointer<Object.Foreign>? {
    unsafe UnsafeMutablePointer(bitPattern: UInt(fill(object).bits))
  }
}
