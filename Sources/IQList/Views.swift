// The header's section VIEWS.

import CIQList
import ListEngine

extension View: Exported {
  typealias Foreign = iq_view
  static var name: iqc_label { iqc_view }
}

@_cdecl("iq_view_create") @implementation
public func iq_view_create(
  _ list: UnsafeMutablePointer<iq_list>?, _ options: UnsafePointer<iq_view_options>?,
  _ view: UnsafeMutablePointer<UnsafeMutablePointer<iq_view>?>?
) -> iq_status {
  let pointer = unsafe list
  return unsafe using(list) { list throws(Refusal) in
    let (options, isLaidOut) = unsafe try LayoutOptions.read(options, argument: Argument(2, iqc_options))
    if !isLaidOut && options.flags & ~LayoutOptions.bindEdges != 0 {
      throw Refusal(
        .unknownFlags, argument: Argument(2, iqc_options).field(iqc_flags), value: Int(options.flags))
    }
    let output = unsafe try Output(view, argument: Argument(3, iqc_view))
    let handle = unsafe try list.makeView(
      Handle(bits: UInt64(UInt(bitPattern: pointer))), layout: isLaidOut ? options : nil,
      bindsEdges: options.flags & LayoutOptions.bindEdges != 0
    ) { event, body in
      var event = unsafe iq_event(event)
      unsafe withUnsafeBytes(of: &event) { unsafe body($0.baseAddress.unsafelyUnwrapped) }
    }
    unsafe output.write(UnsafeMutablePointer(bitPattern: UInt(handle.bits)))
  }
}

@_cdecl("iq_view_destroy") @implementation
public func iq_view_destroy(_ view: UnsafeMutablePointer<iq_view>?) { unsafe Pinned<View>.destroy(view) }

@_cdecl("iq_view_set_visible") @implementation
public func iq_view_set_visible(
  _ view: UnsafeMutablePointer<iq_view>?, _ first: Int, _ count: Int, _ ahead: Int
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    try view.setVisible(atMost(first), atMost(count), ahead: atMost(ahead))
  }
}

@_cdecl("iq_view_get_visible") @implementation
public func iq_view_get_visible(
  _ view: UnsafePointer<iq_view>?, _ first: UnsafeMutablePointer<Int>?, _ count: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    let range = try view.visible()
    unsafe first?.pointee = range.first
    unsafe count?.pointee = range.count
  }
}

@_cdecl("iq_view_take_cell") @implementation
public func iq_view_take_cell(
  _ view: UnsafeMutablePointer<iq_view>?, _ element: UnsafePointer<iq_element>?,
  _ event: UnsafeMutablePointer<iq_event>?
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    let name = unsafe try ElementName(
      try required(element, argument: Argument(2, iqc_element)), argument: Argument(2, iqc_element))
    let output = unsafe try VersionedOutput(event, argument: Argument(3, iqc_event))
    try naming(name.argument(2)) { () throws(Refusal) in
      try view.acquireCell(name) { unsafe output.write(iq_event($0)) }
    }
  }
}

@_cdecl("iq_view_give_cell") @implementation
public func iq_view_give_cell(_ view: UnsafeMutablePointer<iq_view>?, _ cell: UInt32) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    try naming(Argument(2, iqc_cell)) { () throws(Refusal) in
      try view.releaseCell(cell)
    }
  }
}

@_cdecl("iq_view_find_cell") @implementation
public func iq_view_find_cell(
  _ view: UnsafePointer<iq_view>?, _ cell: UInt32, _ element: UnsafePointer<iq_element>?,
  _ event: UnsafeMutablePointer<iq_event>?
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    guard unsafe (cell == IQ_NONE) == (element != nil) else {
      throw Refusal(.cellAndElement, argument: Argument(3, iqc_element))
    }
    let name = unsafe element == nil ? nil : try ElementName(element, argument: Argument(3, iqc_element))
    let output = unsafe try VersionedOutput(event, argument: Argument(4, iqc_event))
    try naming(
      object: Argument(1, iqc_view), index: Argument(2, iqc_cell), target: Argument(3, iqc_element)
    ) { () throws(Refusal) in
      try view.findCell(cell, name) { unsafe output.write(iq_event($0)) }
    }
  }
}

/// A number of items of the host's, which may be beyond all items.
private func atMost(_ count: Int) -> Int {
  // A size_t beyond Int.max is negative here.
  count < 0 ? ListOptions.mostItems : min(count, ListOptions.mostItems)
}

@_cdecl("iq_view_dump") @implementation
public func iq_view_dump(
  _ view: UnsafePointer<iq_view>?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    let output = unsafe try BufferOutput(
      buffer, capacity, length, argument: Argument(2, iqc_buffer), lengthArgument: Argument(4, iqc_length))
    try output.writeText { text throws(Refusal) in try view.dump(to: &text) }
  }
}
