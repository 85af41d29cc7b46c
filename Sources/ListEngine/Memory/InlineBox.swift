// A value at a stable address within its owner: a Box without a block of memory of its own.
//
//     List    | options | locks | state | parts |          one block, that of the handle's object
//
// The storage is raw: the compiler neither copies it nor assumes that it stays the same while the owner is
// borrowed, and passes every type that contains it by reference. (The standard library's _Cell is the same, but
// Embedded Swift does not have it.) The address changes when the owner is moved.

import Builtin

@safe @_rawLayout(like: Value) public struct InlineBox<Value: ~Copyable>: ~Copyable {
  init(_ value: consuming Value) { unsafe address.initialize(to: value) }

  deinit { unsafe address.deinitialize(count: 1) }

  @unsafe @_transparent var address: UnsafeMutablePointer<Value> {
    unsafe UnsafeMutablePointer(Builtin.addressOfRawLayout(self))
  }

  /// The caller must hold the lock that protects the value; the compiler cannot check this.
  var value: Value {
    _read { yield unsafe address.pointee }
    nonmutating _modify { yield unsafe &address.pointee }
  }
}
