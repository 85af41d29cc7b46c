// The header's section COLUMNS: items and their columns, and keys, as they come in; where items are
// copied out to. A count is held against its limit before anything behind it is read.
//
//     let columns = try Columns(items, argument: 3)
//     let keys = try Buffer<Key>(keys, count, limit: ListOptions.mostSections, argument: 2)
//     let items = try Buffer<UInt64>(items, count, limit: ListOptions.mostItems, argument: 2)
//     let section = Key(optional: section)                                NULL: nil
//     let buffers = try ItemBuffers(buffers, argument: 4)                 ... readItems(..., into: buffers)

import CIQList
import ListEngine

/// IQ_SAME, as Swift sees a size_t.
private let sameStride = -1

extension Columns {
  /// The host's items, which must be given even where they are none.
  init(_ items: UnsafePointer<iq_columns>?, argument: UInt32) throws(Refusal) {
    let items = unsafe try read(try given(items, argument: argument), over: iq_columns(), argument: argument)
    unsafe try self.init(items, needsKeys: true, argument: argument)
  }

  /// Of the optional columns those of `fields` alone.
  fileprivate init(
    _ given: UnsafePointer<iq_columns>?, only fields: NewAppearances.Fields, argument: UInt32
  ) throws(Refusal) {
    var items = unsafe try read(
      try IQList.given(given, argument: argument), over: iq_columns(), argument: argument)
    unsafe items.keys = nil
    if !fields.contains(.content) { unsafe items.contents = nil }
    if !fields.contains(.model) { unsafe items.models = nil }
    if !fields.contains(.cellClass) { unsafe items.classes = nil }
    unsafe try self.init(items, needsKeys: false, argument: argument)
  }

  /// Classes are checked here, in a pass of its own: an item whose class turns into an unknown one
  /// afterwards is one that nobody retains or compares, and nothing worse.
  private init(_ items: iq_columns, needsKeys: Bool, argument: UInt32) throws(Refusal) {
    let count = unsafe items.count
    guard count != 0 else {
      self = .empty
      return
    }
    guard count > 0, count <= ListOptions.mostItems else { throw Refusal(.limit, argument: argument) }
    if needsKeys, unsafe items.keys == nil { throw Refusal(.argument, argument: argument) }
    func stride(_ field: UnsafeRawPointer?, _ stride: Int, packed size: Int) throws(Refusal) -> Int {
      if unsafe field == nil || stride == 0 { return size }
      if stride == sameStride && size < 16 { return 0 }
      // A size_t beyond Int is negative here.
      guard stride >= size else { throw Refusal(.argument, argument: argument) }
      if count.multipliedReportingOverflow(by: stride).overflow { throw Refusal(.limit, argument: argument) }
      return stride
    }
    unsafe self.init(
      count: count,
      keys: items.keys, keyStride: try stride(items.keys, items.key_stride, packed: 16),
      contents: items.contents, contentStride: try stride(items.contents, items.content_stride, packed: 8),
      models: items.models, modelStride: try stride(items.models, items.model_stride, packed: 8),
      classes: items.classes, classStride: try stride(items.classes, items.class_stride, packed: 4))
    guard allClassesExist else { throw Refusal(.handle, argument: argument) }
  }
}

/// Whether a read's flags, IQ_READ_*, ask for models that are retained.
func retains(_ flags: UInt32, argument: UInt32) throws(Refusal) -> Bool {
  guard flags & ~IQ_READ_RETAIN == 0 else { throw Refusal(.argument, argument: argument) }
  return flags & IQ_READ_RETAIN != 0
}

extension NewAppearances {
  /// The host's columns; only those that `which`, the parameter after theirs, names are read.
  init(_ columns: UnsafePointer<iq_columns>?, _ which: UInt32, argument: UInt32) throws(Refusal) {
    let fields = Fields(rawValue: which)
    guard !fields.isEmpty, Fields.all.isSuperset(of: fields) else {
      throw Refusal(.argument, argument: argument + 1)
    }
    try unsafe self.init(Columns(columns, only: fields, argument: argument), fields)
  }
}

extension ItemBuffers {
  /// Of a list's items; those of a snapshot have no handles to give.
  init(
    _ buffers: UnsafePointer<iq_item_buffers>?, handles hasHandles: Bool = false, argument: UInt32
  ) throws(Refusal) {
    let buffers = unsafe try read(
      try given(buffers, argument: argument), over: iq_item_buffers(), argument: argument)
    guard unsafe hasHandles || buffers.items == nil, unsafe buffers.reserved == 0 else {
      throw Refusal(.argument, argument: argument)
    }
    self.init()
    let retains = try retains(unsafe buffers.flags, argument: argument)
    unsafe retainsModels = retains && buffers.models != nil
    unsafe keys = UnsafeMutableRawPointer(buffers.keys)
    unsafe contents = UnsafeMutableRawPointer(buffers.contents)
    unsafe models = UnsafeMutableRawPointer(buffers.models)
    unsafe classes = UnsafeMutableRawPointer(buffers.classes)
    unsafe handles = UnsafeMutableRawPointer(buffers.items)
  }
}

extension Key {
  /// A key that may be left out.
  init?(optional key: UnsafePointer<iq_key>?) {
    guard let key = unsafe key else { return nil }
    self = unsafe UnsafeRawPointer(key).loadUnaligned(as: Key.self)
  }
}

extension Buffer {
  /// A host's array, read once. It may be NULL where there are none.
  init(
    _ array: UnsafeRawPointer?, _ count: Int, limit: Int, argument: UInt32
  ) throws(Refusal) {
    self.init()
    if count == 0 { return }
    let source = unsafe try givenBytes(array, argument: argument)
    guard count > 0, count <= limit else { throw Refusal(.limit, argument: argument) }
    try reserve(count)
    let stride = MemoryLayout<Element>.stride
    for i in 0..<count { push(unsafe source.loadUnaligned(fromByteOffset: i * stride, as: Element.self)) }
  }
}
