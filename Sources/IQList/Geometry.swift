// The header's section GEOMETRY.

import CIQList
import ListEngine

@_cdecl("iq_view_find_at") @implementation
public func iq_view_find_at(
  _ view: UnsafePointer<iq_view>?, _ x: Double, _ y: Double, _ flags: UInt32,
  _ hit: UnsafeMutablePointer<iq_hit>?
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    if !x.isFinite { throw Refusal(.notFinite, argument: Argument(2, iqc_x)) }
    if !y.isFinite { throw Refusal(.notFinite, argument: Argument(3, iqc_y)) }
    try check(flags, of: IQ_AT_NEAREST, argument: Argument(4, iqc_flags))
    let output = unsafe try VersionedOutput(hit, argument: Argument(5, iqc_hit))
    output.write(iq_hit(try view.find(at: x, y, nearest: flags & IQ_AT_NEAREST != 0)))
  }
}

@_cdecl("iq_view_get_frame") @implementation
public func iq_view_get_frame(
  _ view: UnsafePointer<iq_view>?, _ element: UnsafePointer<iq_element>?,
  _ frame: UnsafeMutablePointer<iq_rect>?
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    let argument = Argument(2, iqc_element)
    let name = unsafe element == nil ? ElementName(section: 0) : try ElementName(element, argument: argument)
    let output = unsafe try Output(frame, argument: Argument(3, iqc_frame))
    try naming(argument, object: Argument(1, iqc_view)) { () throws(Refusal) in
      output.write(iq_rect(try view.frame(of: name)))
    }
  }
}

@_cdecl("iq_view_find_range") @implementation
public func iq_view_find_range(
  _ view: UnsafePointer<iq_view>?, _ start: Double, _ end: Double, _ first: UnsafeMutablePointer<Int>?,
  _ count: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    if !start.isFinite { throw Refusal(.notFinite, argument: Argument(2, iqc_start)) }
    if !end.isFinite { throw Refusal(.notFinite, argument: Argument(3, iqc_end)) }
    if end < start { throw Refusal(.endBeforeStart, argument: Argument(3, iqc_end)) }
    let firstOutput = unsafe try Output(first, argument: Argument(4, iqc_first))
    let countOutput = unsafe try Output(count, argument: Argument(5, iqc_count))
    let found = try view.range(from: start, to: end)
    firstOutput.write(found.first)
    countOutput.write(found.count)
  }
}

@_cdecl("iq_view_find_neighbour") @implementation
public func iq_view_find_neighbour(
  _ view: UnsafePointer<iq_view>?, _ item: iq_item, _ direction: iq_direction,
  _ neighbour: UnsafeMutablePointer<iq_item>?
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    try check(direction, upTo: IQ_DIRECTION_PAGE_DOWN, argument: Argument(3, iqc_direction))
    let output = unsafe try Output(neighbour, argument: Argument(4, iqc_neighbour))
    try naming(Argument(2, iqc_item), object: Argument(1, iqc_view)) { () throws(Refusal) in
      output.write(iq_item(id: try view.neighbour(of: item.id, direction)))
    }
  }
}

extension iq_rect {
  fileprivate init(_ frame: PlaceFrame) {
    self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
  }
}

extension iq_element {
  fileprivate init(_ name: ElementName) {
    self.init(
      struct_size: MemoryLayout<iq_element>.size, item: iq_item(id: name.item),
      section: iq_section(id: name.section), kind: name.kind, index: name.index)
  }
}

extension iq_hit {
  fileprivate init(_ hit: Hit) {
    self.init(
      struct_size: 0, place: hit.place, element: iq_element(hit.name), insertion: iq_position(hit.insertion),
      mark: iq_rect(hit.mark))
  }
}
