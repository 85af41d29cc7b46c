// A Swift program that uses the library and a Swift runtime of its own: what the library hides must not
// be taken for what this program brings.

import iqlist

struct Stopped: Error {
  let reason: String
}

func check(_ holds: Bool, _ reason: String) throws {
  if !holds { throw Stopped(reason: reason) }
}

/// Keys out of strings, counted in a dictionary: classes, allocation and hashing of this program's runtime.
func keys(of names: [String]) -> [iq_key] {
  var seen: [String: Int] = [:]
  return names.map { name in
    seen[name, default: 0] += 1
    var hasher = iq_hasher()
    iq_hasher_init(&hasher)
    iq_hasher_add_string(&hasher, name, name.utf8.count)
    iq_hasher_add_unsigned(&hasher, UInt64(seen[name, default: 0]))
    var key = iq_key()
    iq_hasher_get_key(&hasher, &key)
    return key
  }
}

func show(_ names: [String], in list: OpaquePointer?) throws -> [iq_splice] {
  let keys = keys(of: names)
  var changes: OpaquePointer?
  let status = keys.withUnsafeBufferPointer { buffer in
    var items = iq_columns()
    items.struct_size = MemoryLayout<iq_columns>.size
    items.count = buffer.count
    items.keys = UnsafeRawPointer(buffer.baseAddress)
    return iq_list_set_items(list, &items, nil, &changes)
  }
  try check(status == IQ_OK, "the items are refused")
  defer { iq_changeset_destroy(changes) }
  var first: UnsafePointer<iq_splice>?
  var count = 0
  try check(iq_changeset_get_splices(changes, 0, &first, &count) == IQ_OK, "there are no splices")
  return Array(UnsafeBufferPointer(start: first, count: count))
}

var list: OpaquePointer?
try check(iq_list_create(nil, &list) == IQ_OK, "no list")
let inserted = try show(["ada", "bo", "ada"], in: list)
try check(inserted.count == 1 && inserted[0].added == 3, "three items are not one splice")
let removed = try show(["bo"], in: list)
try check(removed.map(\.removed).reduce(0, +) == 2, "two items do not go")
iq_list_destroy(list)
