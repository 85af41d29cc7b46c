// The header's section LAYOUT.

import CIQList
import ListEngine

@_cdecl("iq_view_set_options") @implementation
public func iq_view_set_options(
  _ view: UnsafeMutablePointer<iq_view>?, _ options: UnsafePointer<iq_view_options>?
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    let (options, _) = unsafe try LayoutOptions.read(options, argument: Argument(2, iqc_options))
    try view.setOptions(options)
  }
}

@_cdecl("iq_view_set_size") @implementation
public func iq_view_set_size(
  _ view: UnsafeMutablePointer<iq_view>?, _ width: Double, _ height: Double
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    try check(length: width, argument: Argument(2, iqc_width))
    try check(length: height, argument: Argument(3, iqc_height))
    try view.setSize(width: width, height: height)
  }
}

@_cdecl("iq_view_set_layout") @implementation
public func iq_view_set_layout(
  _ view: UnsafeMutablePointer<iq_view>?, _ section: iq_section, _ layout: UnsafePointer<iq_section_layout>?
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    let new = unsafe try layout.map { (layout) throws(Refusal) in
      unsafe try SectionLayout(layout, argument: Argument(3, iqc_layout))
    }
    try naming(Argument(2, iqc_section), object: Argument(1, iqc_view)) { () throws(Refusal) in
      try view.setLayout(section.id, new)
    }
  }
}

@_cdecl("iq_view_set_sizes") @implementation
public func iq_view_set_sizes(
  _ view: UnsafeMutablePointer<iq_view>?, _ sizes: UnsafePointer<iq_element_size>?, _ count: Int
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    let argument = Argument(2, iqc_sizes)
    let given = unsafe try PlainArray(sizes, count: count, argument: argument)
    try naming(argument, object: Argument(1, iqc_view), items: argument) { () throws(Refusal) in
      try view.setSizes(given.count) { i throws(Refusal) in try given[i].checked(argument, element: i) }
    }
  }
}

@_cdecl("iq_view_set_extents") @implementation
public func iq_view_set_extents(
  _ view: UnsafeMutablePointer<iq_view>?, _ version: UInt64, _ first: Int, _ count: Int,
  _ extents: UnsafeRawPointer?, _ stride: Int
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    let column = unsafe try LengthColumn(extents, stride: stride, count: count)
    try naming(
      object: Argument(1, iqc_view), first: Argument(3, iqc_first), count: Argument(4, iqc_count),
      items: Argument(2, iqc_version)
    ) { () throws(Refusal) in
      try view.setLengths(version, first, count) { i throws(Refusal) in
        try column.checked(i)
      }
    }
  }
}

@_cdecl("iq_view_invalidate") @implementation
public func iq_view_invalidate(
  _ view: UnsafeMutablePointer<iq_view>?, _ first: Int, _ count: Int
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    try naming(
      object: Argument(1, iqc_view), first: Argument(2, iqc_first), count: Argument(3, iqc_count)
    ) { () throws(Refusal) in try view.invalidate(first, count) }
  }
}

/// IQ_END and IQ_SAME as a Swift Int (a size_t imports as Int).
private let end = -1

// MARK: Lengths

/// From 0 to the largest one; with `isNaN`, also no number.
func check(length: Double, orNaN: Bool = false, argument: Argument, element: Int? = nil) throws(Refusal) {
  if length.isNaN && orNaN { return }
  guard length >= 0 && length <= 1_048_576 else {
    throw Refusal(.lengthRange, argument: argument, element: element)
  }
}

/// The host's sizes, without a struct_size of their own.
@safe private struct PlainArray {
  let count: Int
  private let base: UnsafeRawPointer?

  init(_ base: UnsafePointer<iq_element_size>?, count: Int, argument: Argument) throws(Refusal) {
    self.count = count
    unsafe self.base = count == 0 ? nil : UnsafeRawPointer(try required(base, argument: argument))
    guard count >= 0, count <= ListOptions.mostItems else {
      throw Refusal(.limit, argument: Argument(3, iqc_count), value: count, limit: ListOptions.mostItems)
    }
  }

  subscript(i: Int) -> iq_element_size {
    unsafe base.unsafelyUnwrapped.loadUnaligned(
      fromByteOffset: i * MemoryLayout<iq_element_size>.stride, as: iq_element_size.self)
  }
}

extension iq_element_size {
  fileprivate func checked(
    _ argument: Argument, element: Int
  ) throws(Refusal) -> (name: ElementName, size: PlaceSize) {
    try check(
      length: size.width, orNaN: true, argument: argument.field(iqc_size).field(iqc_width), element: element)
    try check(
      length: size.height, orNaN: true, argument: argument.field(iqc_size).field(iqc_height), element: element
    )
    let name: ElementName
    do throws(Refusal) {
      name = try ElementName(self.element, argument: argument.field(iqc_element))
    } catch { throw error.at(element: element) }
    return (name, PlaceSize(width: size.width, height: size.height))
  }
}

@safe private struct LengthColumn {
  private let base: UnsafeRawPointer?
  private let stride: Int

  init(_ base: UnsafeRawPointer?, stride: Int, count: Int) throws(Refusal) {
    let argument = Argument(5, iqc_extents)
    unsafe self.base = count == 0 ? base : try requiredBytes(base, argument: argument)
    self.stride = stride == end ? 0 : stride == 0 ? MemoryLayout<Double>.stride : stride
    let width = MemoryLayout<Double>.stride
    if stride > 0 && stride < width {
      throw Refusal(.narrowStride, argument: Argument(6, iqc_stride), value: stride, limit: width)
    }
    // More than a list can have is refused as a count, by whoever knows the list.
    let most = min(count < 0 ? ListOptions.mostItems : count, ListOptions.mostItems)
    // A size_t beyond Int is negative here.
    if stride < 0 && stride != end || most.multipliedReportingOverflow(by: self.stride).overflow {
      throw Refusal(.largeStride, argument: Argument(6, iqc_stride), value: stride, limit: most)
    }
  }

  func checked(_ i: Int) throws(Refusal) -> Double {
    let length = unsafe base.unsafelyUnwrapped.loadUnaligned(fromByteOffset: i * stride, as: Double.self)
    try check(length: length, argument: Argument(5, iqc_extents), element: i)
    return length
  }
}

// MARK: Options and layouts

extension Insets {
  fileprivate init(_ given: iq_insets, argument: Argument) throws(Refusal) {
    try check(length: given.top, argument: argument)
    try check(length: given.leading, argument: argument)
    try check(length: given.bottom, argument: argument)
    try check(length: given.trailing, argument: argument)
    self.init()
    top = given.top
    leading = given.leading
    bottom = given.bottom
    trailing = given.trailing
  }
}

extension LayoutOptions {
  private static var all: UInt32 {
    IQ_VIEW_LAID_OUT | IQ_VIEW_HORIZONTAL | IQ_VIEW_RTL | IQ_VIEW_GRAVITY_END | IQ_VIEW_STICKY_HEADER
      | IQ_VIEW_STICKY_FOOTER | IQ_VIEW_BIND_EDGES | IQ_VIEW_FREE_ORIGIN
  }

  /// The options, and whether the view is to be laid out.
  static func read(
    _ options: UnsafePointer<iq_view_options>?, argument: Argument
  ) throws(Refusal) -> (options: LayoutOptions, isLaidOut: Bool) {
    let given = unsafe try IQList.read(options, over: iq_view_options(), first: 16, argument: argument)
    try check(given.flags, of: all, argument: argument.field(iqc_flags))
    if given.reserved != 0 { throw Refusal(.notZero, argument: argument.field(iqc_reserved)) }
    if !LayoutOptions.isGrain(given.grain) { throw Refusal(.notGrain, argument: argument.field(iqc_grain)) }
    var made = LayoutOptions()
    made.insets = try Insets(given.insets, argument: argument.field(iqc_insets))
    try check(length: given.section_spacing, argument: argument.field(iqc_section_spacing))
    try check(length: given.overscan, argument: argument.field(iqc_overscan))
    try check(length: given.prefetch, argument: argument.field(iqc_prefetch))
    try check(length: given.end_threshold, argument: argument.field(iqc_end_threshold))
    if given.kept_sizes > LayoutOptions.mostKeptSizes {
      throw Refusal(
        .tooLarge, argument: argument.field(iqc_kept_sizes), value: Int(clamping: given.kept_sizes),
        limit: LayoutOptions.mostKeptSizes)
    }
    made.flags = given.flags
    made.grain = given.grain
    made.sectionSpacing = given.section_spacing
    made.overscan = given.overscan
    made.prefetch = given.prefetch
    made.endThreshold = given.end_threshold
    if given.kept_sizes > 0 { made.keptSizes = given.kept_sizes }
    return (made, given.flags & IQ_VIEW_LAID_OUT != 0)
  }
}

extension Length {
  fileprivate init(_ given: iq_length, argument: Argument) throws(Refusal) {
    try check(UInt32(clamping: given.unit), upTo: IQ_LENGTH_ASPECT, argument: argument)
    try check(length: given.value, argument: argument)
    self.init()
    unit = given.unit
    value = given.value
  }
}

extension SizeRule {
  fileprivate init(_ given: iq_size_rule, argument: Argument) throws(Refusal) {
    self.init()
    width = try Length(given.width, argument: argument.field(iqc_width))
    height = try Length(given.height, argument: argument.field(iqc_height))
    try check(length: given.additional.width, argument: argument.field(iqc_additional))
    try check(length: given.additional.height, argument: argument.field(iqc_additional))
    additionalWidth = given.additional.width
    additionalHeight = given.additional.height
    insets = try Insets(given.insets, argument: argument.field(iqc_insets))
    try check(length: given.indent, argument: argument.field(iqc_indent))
    try check(length: given.level_indent, argument: argument.field(iqc_level_indent))
    indent = given.indent
    levelIndent = given.level_indent
  }
}

extension CustomLayout {
  fileprivate init(_ custom: UnsafePointer<iq_custom_layout>?, argument: Argument) throws(Refusal) {
    let given = unsafe try read(
      try required(custom, argument: argument), over: iq_custom_layout(), argument: argument)
    guard let extent = unsafe given.extent else { throw Refusal(.null, argument: argument.field(iqc_extent)) }
    guard let range = unsafe given.range else { throw Refusal(.null, argument: argument.field(iqc_range)) }
    guard let frame = unsafe given.frame else { throw Refusal(.null, argument: argument.field(iqc_frame)) }
    // A handle is passed as its number is.
    unsafe self.init(
      context: given.context, extent: unsafeBitCast(extent, to: Extent.self),
      range: unsafeBitCast(range, to: Range.self), frame: unsafeBitCast(frame, to: Frame.self))
  }
}

extension SectionLayout {
  fileprivate init(_ layout: UnsafePointer<iq_section_layout>, argument: Argument) throws(Refusal) {
    let given = unsafe try read(layout, over: iq_section_layout(), first: 480, argument: argument)
    unsafe try check(given.kind, upTo: IQ_LAYOUT_CUSTOM, argument: argument.field(iqc_kind))
    unsafe try check(
      given.flags,
      of: IQ_SECTION_LAYOUT_STICKY_HEADER | IQ_SECTION_LAYOUT_STICKY_FOOTER | IQ_SECTION_LAYOUT_CENTER
        | IQ_SECTION_LAYOUT_JUSTIFY | IQ_SECTION_LAYOUT_FIT, argument: argument.field(iqc_flags))
    let alignment = IQ_SECTION_LAYOUT_CENTER | IQ_SECTION_LAYOUT_JUSTIFY
    if unsafe given.flags & alignment == alignment {
      throw unsafe Refusal(.flagsExclude, argument: argument.field(iqc_flags), value: Int(given.flags))
    }
    let most =
      unsafe given.kind == IQ_LAYOUT_LANES ? SectionLayout.mostLanes : SectionLayout.mostColumns
    if unsafe given.columns > most {
      throw unsafe Refusal(
        .tooLarge, argument: argument.field(iqc_columns), value: Int(given.columns), limit: Int(most))
    }
    if unsafe given.reserved != 0 { throw Refusal(.notZero, argument: argument.field(iqc_reserved)) }
    self.init()
    kind = unsafe given.kind
    flags = unsafe given.flags
    columns = unsafe given.columns
    item = unsafe try SizeRule(given.item, argument: argument.field(iqc_item))
    header = unsafe try SizeRule(given.header, argument: argument.field(iqc_header))
    footer = unsafe try SizeRule(given.footer, argument: argument.field(iqc_footer))
    page = unsafe try SizeRule(given.page, argument: argument.field(iqc_page))
    insets = unsafe try Insets(given.insets, argument: argument.field(iqc_insets))
    unsafe try check(length: given.line_spacing, argument: argument.field(iqc_line_spacing))
    unsafe try check(length: given.item_spacing, argument: argument.field(iqc_item_spacing))
    lineSpacing = unsafe given.line_spacing
    itemSpacing = unsafe given.item_spacing
    unsafe context = given.context
    unsafe measure = unsafeBitCast(given.measure, to: Measure?.self)
    unsafe destroy = given.destroy
    if unsafe given.kind == IQ_LAYOUT_CUSTOM {
      custom = unsafe try CustomLayout(given.custom, argument: argument.field(iqc_custom))
    }
  }
}
