// The header's section REORDER.

import CIQList
import ListEngine

@_cdecl("iq_list_begin_reorder") @implementation
public func iq_list_begin_reorder(
  _ list: UnsafeMutablePointer<iq_list>?, _ items: UnsafePointer<iq_item>?, _ count: Int,
  _ edit: UnsafeMutablePointer<UnsafeMutablePointer<iq_edit>?>?
) -> iq_status {
  attempt { () throws(Refusal) in
    let pinned = unsafe try Pinned<List>(list, argument: 1)
    guard count != 0 else { throw Refusal(.argument, argument: 3) }
    let items = unsafe try Buffer<UInt64>(items, count, limit: ListOptions.mostItems, argument: 2)
    let output = unsafe try Output(edit, argument: 4)
    let object = try NewObject<Edit>()
    let handle = Handle(bits: UInt64(UInt(bitPattern: list)))
    let made = try naming(2) { () throws(Refusal) in
      try Edit(of: handle) { () throws(Refusal) in try pinned.value.beginReorder(handle, items) }
    }
    unsafe output.write(object.publish(made))
  }
}
