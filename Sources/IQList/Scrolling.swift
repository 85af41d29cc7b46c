// The header's section SCROLLING.

import CIQList
import ListEngine

@_cdecl("iq_view_scroll") @implementation
public func iq_view_scroll(
  _ view: UnsafeMutablePointer<iq_view>?, _ offset: Double, _ flags: UInt32
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    if !offset.isFinite { throw Refusal(.notFinite, argument: Argument(2, iqc_offset)) }
    try check(
      flags, of: IQ_SCROLL_BY | IQ_SCROLL_CLAMP | IQ_SCROLL_HELD | IQ_SCROLL_BAR,
      argument: Argument(3, iqc_flags))
    try view.scroll(offset, flags)
  }
}

@_cdecl("iq_view_scroll_to") @implementation
public func iq_view_scroll_to(
  _ view: UnsafeMutablePointer<iq_view>?, _ target: UnsafePointer<iq_scroll_target>?
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    let argument = Argument(2, iqc_target)
    let target = unsafe try ScrollTarget(target, argument: argument)
    try naming(argument.field(iqc_element), object: Argument(1, iqc_view)) { () throws(Refusal) in
      try view.scroll(to: target)
    }
  }
}

@_cdecl("iq_view_get_offset") @implementation
public func iq_view_get_offset(
  _ view: UnsafePointer<iq_view>?, _ target: UnsafePointer<iq_scroll_target>?,
  _ offset: UnsafeMutablePointer<Double>?
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    let argument = Argument(2, iqc_target)
    let target = unsafe try ScrollTarget(target, argument: argument)
    let output = unsafe try Output(offset, argument: Argument(3, iqc_offset))
    try naming(argument.field(iqc_element), object: Argument(1, iqc_view)) { () throws(Refusal) in
      output.write(try view.offset(for: target))
    }
  }
}

@_cdecl("iq_view_set_anchor") @implementation
public func iq_view_set_anchor(
  _ view: UnsafeMutablePointer<iq_view>?, _ anchor: iq_anchor, _ item: iq_item
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    try check(anchor, upTo: IQ_ANCHOR_NONE, argument: Argument(2, iqc_anchor))
    try naming(Argument(3, iqc_item), object: Argument(1, iqc_view)) { () throws(Refusal) in
      try view.setAnchor(anchor, item.id)
    }
  }
}

@_cdecl("iq_view_get_scroll_position") @implementation
public func iq_view_get_scroll_position(
  _ view: UnsafePointer<iq_view>?, _ position: UnsafeMutablePointer<iq_scroll_position>?
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    let output = unsafe try VersionedOutput(position, argument: Argument(2, iqc_position))
    output.write(iq_scroll_position(try view.scrollPosition()))
  }
}

@_cdecl("iq_view_set_scroll_position") @implementation
public func iq_view_set_scroll_position(
  _ view: UnsafeMutablePointer<iq_view>?, _ position: UnsafePointer<iq_scroll_position>?
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    try view.setScrollPosition(unsafe try ScrollPosition(position, argument: Argument(2, iqc_position)))
  }
}

extension ScrollTarget {
  fileprivate init(_ target: UnsafePointer<iq_scroll_target>?, argument: Argument) throws(Refusal) {
    let given = unsafe try read(
      try required(target, argument: argument), over: iq_scroll_target(), argument: argument)
    try check(given.align, upTo: IQ_ALIGN_END, argument: argument.field(iqc_align))
    if given.reserved != 0 { throw Refusal(.notZero, argument: argument.field(iqc_reserved)) }
    try check(length: given.margin, argument: argument.field(iqc_margin))
    let isContent =
      given.element.item.id == 0 && given.element.section.id == 0 && given.element.kind == 0
      && given.element.index == 0
    let name =
      isContent
      ? ElementName(section: 0) : try ElementName(given.element, argument: argument.field(iqc_element))
    self.init(name, align: given.align, margin: given.margin)
  }
}

extension ScrollPosition {
  fileprivate init(_ position: UnsafePointer<iq_scroll_position>?, argument: Argument) throws(Refusal) {
    let given = unsafe try read(
      try required(position, argument: argument), over: iq_scroll_position(), argument: argument)
    try check(
      given.flags, of: IQ_SCENE_AT_START | IQ_SCENE_AT_END, argument: argument.field(iqc_flags))
    if given.reserved != 0 { throw Refusal(.notZero, argument: argument.field(iqc_reserved)) }
    if !given.within.isFinite { throw Refusal(.notFinite, argument: argument.field(iqc_within)) }
    self.init(
      section: Key(given.section), item: Key(given.item), within: given.within, flags: given.flags)
  }
}

extension iq_scroll_position {
  fileprivate init(_ position: ScrollPosition) {
    self.init(
      struct_size: 0, section: iq_key(position.section), item: iq_key(position.item), within: position.within,
      flags: position.flags, reserved: 0)
  }
}
