// The header's section COLUMNS: reads items, their columns and keys, and checks the buffers into which items
// are copied. A count is checked against its limit before the array is read.
//
//     let columns = try Columns(items, argument: Argument(3, iqc_items))
//     let keys = try Buffer<Key>(keys, count, limit: ListOptions.mostSections, argument: Argument(2, iqc_keys))
//     let section = Key(optional: section)                                NULL: nil
//     let buffers = try ItemBuffers(buffers, argument: Argument(4, iqc_buffers))     ... readItems(..., into: buffers)

import CIQList
import ListEngine

/// The size of the first version of iq_columns, which ended with `class_stride`.
private let firstColumns = 80

/// IQ_SAME as a Swift Int (a size_t imports as Int).
private let sameStride = -1

extension Columns {
  /// Reads the host's columns; the struct is required even if it has no items.
  init(_ items: UnsafePointer<iq_columns>?, argument: Argument) throws(Refusal) {
    let items = unsafe try read(
      try required(items, argument: argument), over: iq_columns(), first: firstColumns, argument: argument)
    unsafe try self.init(items, only: ItemColumn.bits, needsKeys: true, argument: argument)
  }

  /// Reads only the columns that `fields` names, and no keys.
  fileprivate init(
    _ columns: UnsafePointer<iq_columns>?, only fields: UInt32, argument: Argument
  ) throws(Refusal) {
    let items = unsafe try read(
      try IQList.required(columns, argument: argument), over: iq_columns(), first: firstColumns,
      argument: argument)
    unsafe try self.init(items, only: fields, needsKeys: false, argument: argument)
  }

  /// Classes are checked here in a separate pass. If the host changes one to an unknown class afterwards, the
  /// item is not retained or compared, and nothing worse happens.
  private init(
    _ items: iq_columns, only fields: UInt32, needsKeys: Bool, argument: Argument
  ) throws(Refusal) {
    let count = unsafe items.count
    guard count != 0 else {
      self = .empty
      return
    }
    guard count > 0, count <= ListOptions.mostItems else {
      throw Refusal(.limit, argument: argument.field(iqc_count), value: count, limit: ListOptions.mostItems)
    }
    if needsKeys, unsafe items.keys == nil { throw Refusal(.null, argument: argument.field(iqc_keys)) }
    self.init(count: count)
    if needsKeys { unsafe try lend(.key, items.keys, items.key_stride, argument.field(iqc_key_stride)) }
    unsafe try lend(
      .content, items.contents, items.content_stride, argument.field(iqc_content_stride), only: fields)
    unsafe try lend(.model, items.models, items.model_stride, argument.field(iqc_model_stride), only: fields)
    unsafe try lend(
      .cellClass, items.classes, items.class_stride, argument.field(iqc_class_stride), only: fields)
    unsafe try lend(.level, items.levels, items.level_stride, argument.field(iqc_level_stride), only: fields)
    if let (item, cellClass) = firstUnknownClass {
      throw Refusal(.noClass, argument: argument.field(iqc_classes), value: Int(cellClass))
        .with { $0.elementOfField = UInt32(item) }
    }
  }

  private mutating func lend(
    _ column: ItemColumn, _ base: UnsafeRawPointer?, _ stride: Int, _ argument: Argument,
    only fields: UInt32 = .max
  ) throws(Refusal) {
    if column.bit & ~fields != 0 { return }
    guard let base = unsafe base else { return }
    if stride == 0 { return unsafe lend(column, base, stride: column.width) }
    if stride == sameStride && column.width < 16 { return unsafe lend(column, base, stride: 0) }
    // A size_t beyond Int is negative here.
    guard stride >= column.width else {
      throw Refusal(.narrowStride, argument: argument, value: stride, limit: column.width)
    }
    if count.multipliedReportingOverflow(by: stride).overflow {
      throw Refusal(.largeStride, argument: argument, value: stride, limit: count)
    }
    unsafe lend(column, base, stride: stride)
  }
}

/// Refuses flags that are not of `accepted`.
func check(_ flags: UInt32, of accepted: UInt32, argument: Argument) throws(Refusal) {
  if flags & ~accepted != 0 { throw Refusal(.unknownFlags, argument: argument, value: Int(flags)) }
}

/// Whether the flags of a read (IQ_READ_*) request retained models.
func retains(_ flags: UInt32, argument: Argument) throws(Refusal) -> Bool {
  try check(flags, of: IQ_READ_RETAIN, argument: argument)
  return flags & IQ_READ_RETAIN != 0
}

extension NewAppearances {
  /// Reads those of the host's columns that `which` names.
  init(
    _ columns: UnsafePointer<iq_columns>?, argument: Argument, _ which: UInt32, argument flags: Argument
  ) throws(Refusal) {
    if which == 0 { throw Refusal(.empty, argument: flags) }
    try check(which, of: ItemColumn.bits, argument: flags)
    try unsafe self.init(Columns(columns, only: which, argument: argument), fields: which)
  }
}

extension ItemBuffers {
  /// The buffers for a list's items; items of a snapshot have neither handles nor states.
  init(
    _ buffers: UnsafePointer<iq_item_buffers>?, handles hasHandles: Bool = false, argument: Argument
  ) throws(Refusal) {
    let buffers = unsafe try read(
      try required(buffers, argument: argument), over: iq_item_buffers(), first: 56, argument: argument)
    if !hasHandles, unsafe buffers.items != nil {
      throw Refusal(.listsOnly, argument: argument.field(iqc_items))
    }
    if !hasHandles, unsafe buffers.states != nil {
      throw Refusal(.listsOnly, argument: argument.field(iqc_states))
    }
    if unsafe buffers.reserved != 0 { throw Refusal(.notZero, argument: argument.field(iqc_reserved)) }
    self.init()
    let retains = try retains(unsafe buffers.flags, argument: argument.field(iqc_flags))
    unsafe retainsModels = retains && buffers.models != nil
    unsafe self[.key] = UnsafeMutableRawPointer(buffers.keys)
    unsafe self[.content] = UnsafeMutableRawPointer(buffers.contents)
    unsafe self[.model] = UnsafeMutableRawPointer(buffers.models)
    unsafe self[.cellClass] = UnsafeMutableRawPointer(buffers.classes)
    unsafe self[.level] = UnsafeMutableRawPointer(buffers.levels)
    unsafe children = UnsafeMutableRawPointer(buffers.children)
    unsafe handles = UnsafeMutableRawPointer(buffers.items)
    unsafe states = UnsafeMutableRawPointer(buffers.states)
  }
}

extension iq_item_info {
  /// The size of the first version, which ended with `section`.
  static var first: Int { 64 }

  init(_ info: ItemInfo) {
    unsafe self.init(
      struct_size: 0, key: iq_key(info.key), content: info.values.content,
      model: UnsafeMutableRawPointer(bitPattern: info.values.model.address),
      cell_class: iq_class(id: info.values.cellClass),
      position: iq_position(info.position), index: UInt32(info.index), section: iq_section(id: info.section),
      states: info.states, level: info.values.level, children: info.hasChildren ? 1 : 0)
  }
}

extension Key {
  /// A key that may be NULL.
  init?(optional key: UnsafePointer<iq_key>?) {
    guard let key = unsafe key else { return nil }
    self = unsafe UnsafeRawPointer(key).loadUnaligned(as: Key.self)
  }
}

extension Buffer {
  /// Copies a host's array, reading it once. With count 0 it may be NULL.
  init(
    _ array: UnsafeRawPointer?, _ count: Int, limit: Int, argument: Argument, countArgument: Argument? = nil
  ) throws(Refusal) {
    self.init()
    if count == 0 { return }
    let source = unsafe try requiredBytes(array, argument: argument)
    guard count > 0, count <= limit else {
      throw Refusal(.limit, argument: countArgument ?? argument, value: count, limit: limit)
    }
    try reserve(count)
    let stride = MemoryLayout<Element>.stride
    for i in 0..<count { push(unsafe source.loadUnaligned(fromByteOffset: i * stride, as: Element.self)) }
  }
}
