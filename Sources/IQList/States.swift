// The header's section STATES OF ITEMS.

import CIQList
import ListEngine

// MARK: Setting

@_cdecl("iq_list_set_states") @implementation
public func iq_list_set_states(
  _ list: UnsafeMutablePointer<iq_list>?, _ items: UnsafePointer<iq_item>?, _ count: Int, _ states: UInt32,
  _ flags: UInt32
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let request = try StateRequest(
      states, argument: Argument(4, iqc_states), flags, argument: Argument(5, iqc_flags))
    let items = unsafe try Buffer<UInt64>(
      items, count, limit: ListOptions.mostItems, argument: Argument(2, iqc_items),
      countArgument: Argument(3, iqc_count))
    try naming(Argument(2, iqc_items)) { () throws(Refusal) in try list.setStates(items, request) }
  }
}

@_cdecl("iq_list_set_range_states") @implementation
public func iq_list_set_range_states(
  _ list: UnsafeMutablePointer<iq_list>?, _ first: Int, _ count: Int, _ states: UInt32, _ flags: UInt32
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let request = try StateRequest(
      states, argument: Argument(4, iqc_states), flags, argument: Argument(5, iqc_flags))
    try naming(first: Argument(2, iqc_first), count: Argument(3, iqc_count)) { () throws(Refusal) in
      try list.setStates(first, count, request)
    }
  }
}

@_cdecl("iq_list_set_section_states") @implementation
public func iq_list_set_section_states(
  _ list: UnsafeMutablePointer<iq_list>?, _ section: iq_section, _ states: UInt32, _ flags: UInt32
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let request = try StateRequest(
      states, of: ItemStates.Mask.ofSections, argument: Argument(3, iqc_states), flags,
      argument: Argument(4, iqc_flags))
    try naming(Argument(2, iqc_section)) { () throws(Refusal) in
      try list.setStates(ofSection: section.id, request)
    }
  }
}

@_cdecl("iq_list_set_key_states") @implementation
public func iq_list_set_key_states(
  _ list: UnsafeMutablePointer<iq_list>?, _ sections: UnsafePointer<iq_key>?, _ keys: UnsafePointer<iq_key>?,
  _ count: Int, _ states: UInt32, _ flags: UInt32, _ missing: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let request = try StateRequest(
      states, argument: Argument(5, iqc_states), flags, argument: Argument(6, iqc_flags))
    let output = unsafe Output(optional: missing)
    let keys = unsafe try Buffer<Key>(
      keys, count, limit: ListOptions.mostItems, argument: Argument(3, iqc_keys),
      countArgument: Argument(4, iqc_count))
    var scopes = Buffer<Key>()
    if list.options.isScoped && count > 0 {
      guard unsafe sections != nil else { throw Refusal(.noSections, argument: Argument(2, iqc_sections)) }
      scopes = unsafe try Buffer(
        sections, count, limit: ListOptions.mostItems, argument: Argument(2, iqc_sections),
        countArgument: Argument(4, iqc_count))
    }
    output.write(
      try naming(Argument(3, iqc_keys)) { () throws(Refusal) in
        try list.setStates(keys, sections: scopes, request)
      })
  }
}

@_cdecl("iq_list_set_selection") @implementation
public func iq_list_set_selection(_ list: UnsafeMutablePointer<iq_list>?, _ mode: UInt32) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    guard let mode = SelectionMode(rawValue: mode) else {
      throw Refusal(.unknownValue, argument: Argument(2, iqc_mode), value: Int(mode))
    }
    try list.setSelection(mode)
  }
}

// MARK: Reading

@_cdecl("iq_list_get_selection") @implementation
public func iq_list_get_selection(
  _ list: UnsafePointer<iq_list>?, _ mode: UnsafeMutablePointer<UInt32>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let output = unsafe try Output(mode, argument: Argument(2, iqc_mode))
    output.write(list.selection.rawValue)
  }
}

@_cdecl("iq_list_find_items_in_state") @implementation
public func iq_list_find_items_in_state(
  _ list: UnsafePointer<iq_list>?, _ states: UInt32, _ first: Int, _ items: UnsafeMutablePointer<iq_item>?,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    try check(states: states, argument: Argument(2, iqc_states))
    let array = unsafe Output(optional: items)
    if capacity != 0, unsafe items == nil { throw Refusal(.null, argument: Argument(4, iqc_items)) }
    if capacity < 0 {
      throw Refusal(.limit, argument: Argument(5, iqc_capacity), value: capacity, limit: .max)
    }
    let output = unsafe try Output(count, argument: Argument(6, iqc_count))
    let found = try naming(Argument(3, iqc_first)) { () throws(Refusal) in
      try list.items(inStates: states, from: first, capacity: capacity) { i, handle in
        array.write(iq_item(id: handle), at: i)
      }
    }
    output.write(found)
  }
}

@_cdecl("iq_list_find_keys_in_state") @implementation
public func iq_list_find_keys_in_state(
  _ list: UnsafePointer<iq_list>?, _ states: UInt32, _ first: Int, _ sections: UnsafeMutablePointer<iq_key>?,
  _ keys: UnsafeMutablePointer<iq_key>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    try check(states: states, argument: Argument(2, iqc_states))
    let sectionKeys = unsafe Output(optional: sections)
    let itemKeys = unsafe Output(optional: keys)
    if capacity < 0 {
      throw Refusal(.limit, argument: Argument(6, iqc_capacity), value: capacity, limit: .max)
    }
    let output = unsafe try Output(count, argument: Argument(7, iqc_count))
    let found = try naming(Argument(3, iqc_first)) { () throws(Refusal) in
      try list.allKeys(inStates: states, from: first, capacity: capacity) { i, key, section in
        itemKeys.write(iq_key(key), at: i)
        sectionKeys.write(iq_key(section), at: i)
      }
    }
    output.write(found)
  }
}

/// Refuses unknown states, or none.
private func check(
  states: UInt32, of allowed: UInt32 = ItemStates.Mask.all, argument: Argument
) throws(Refusal) {
  if states == 0 { throw Refusal(.empty, argument: argument) }
  try check(states, of: allowed, argument: argument)
}

extension StateRequest {
  fileprivate init(
    _ states: UInt32, of allowed: UInt32 = ItemStates.Mask.all, argument: Argument, _ flags: UInt32,
    argument flagsArgument: Argument
  ) throws(Refusal) {
    try check(states: states, of: allowed, argument: argument)
    guard let request = StateRequest(states, flags) else {
      throw Refusal(.unknownFlags, argument: flagsArgument, value: Int(flags))
    }
    self = request
  }
}
