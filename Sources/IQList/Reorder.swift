// The header's section REORDER.

import CIQList
import ListEngine

@_cdecl("iq_list_begin_reorder") @implementation
public func iq_list_begin_reorder(
  _ list: UnsafeMutablePointer<iq_list>?, _ items: UnsafePointer<iq_item>?, _ count: Int,
  _ edit: UnsafeMutablePointer<UnsafeMutablePointer<iq_edit>?>?
) -> iq_status {
  attempt { () throws(Refusal) in
    let pinned = unsafe try Pinned<List>(list, argument: Argument(1, iqc_list))
    guard count != 0 else { throw Refusal(.empty, argument: Argument(3, iqc_count)) }
    let items = unsafe try Buffer<UInt64>(
      items, count, limit: ListOptions.mostItems, argument: Argument(2, iqc_items),
      countArgument: Argument(3, iqc_count))
    let output = unsafe try Output(edit, argument: Argument(4, iqc_edit))
    let object = try NewObject<Edit>()
    let handle = Handle(bits: UInt64(UInt(bitPattern: list)))
    let made = try naming(Argument(2, iqc_items), object: Argument(1, iqc_list)) { () throws(Refusal) in
      try Edit(of: handle) { () throws(Refusal) in try pinned.value.beginReorder(handle, items) }
    }
    unsafe output.write(object.publish(made))
  }
}
