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
    let request = try StateRequest(states, argument: 4, flags, argument: 5)
    let items = unsafe try Buffer<UInt64>(items, count, limit: ListOptions.mostItems, argument: 2)
    try naming(2) { () throws(Refusal) in try list.setStates(items, request) }
  }
}

@_cdecl("iq_list_set_range_states") @implementation
public func iq_list_set_range_states(
  _ list: UnsafeMutablePointer<iq_list>?, _ first: Int, _ count: Int, _ states: UInt32, _ flags: UInt32
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let request = try StateRequest(states, argument: 4, flags, argument: 5)
    try naming(0, first: 2) { () throws(Refusal) in try list.setStates(first, count, request) }
  }
}

@_cdecl("iq_list_set_section_states") @implementation
public func iq_list_set_section_states(
  _ list: UnsafeMutablePointer<iq_list>?, _ section: iq_section, _ states: UInt32, _ flags: UInt32
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let request = try StateRequest(
      states, of: ItemStates.Mask.ofSections, argument: 3, flags, argument: 4)
    try naming(2) { () throws(Refusal) in try list.setStates(ofSection: section.id, request) }
  }
}

@_cdecl("iq_list_set_key_states") @implementation
public func iq_list_set_key_states(
  _ list: UnsafeMutablePointer<iq_list>?, _ sections: UnsafePointer<iq_key>?, _ keys: UnsafePointer<iq_key>?,
  _ count: Int, _ states: UInt32, _ flags: UInt32, _ missing: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let request = try StateRequest(states, argument: 5, flags, argument: 6)
    let output = unsafe Output(optional: missing)
    let keys = unsafe try Buffer<Key>(keys, count, limit: ListOptions.mostItems, argument: 3)
    var scopes = Buffer<Key>()
    if list.options.isScoped && count > 0 {
      guard unsafe sections != nil else { throw Refusal(.scope, argument: 2) }
      scopes = unsafe try Buffer(sections, count, limit: ListOptions.mostItems, argument: 2)
    }
    output.write(try naming(3) { () throws(Refusal) in try list.setStates(keys, sections: scopes, request) })
  }
}

@_cdecl("iq_list_set_selection") @implementation
public func iq_list_set_selection(_ list: UnsafeMutablePointer<iq_list>?, _ mode: UInt32) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    guard let mode = SelectionMode(rawValue: mode) else { throw Refusal(.argument, argument: 2) }
    try list.setSelection(mode)
  }
}

// MARK: Reading

@_cdecl("iq_list_items_in_state") @implementation
public func iq_list_items_in_state(
  _ list: UnsafePointer<iq_list>?, _ states: UInt32, _ first: Int, _ items: UnsafeMutablePointer<iq_item>?,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    try check(states, argument: 2)
    let array = unsafe Output(optional: items)
    if capacity != 0, unsafe items == nil { throw Refusal(.argument, argument: 4) }
    if capacity < 0 { throw Refusal(.limit, argument: 5) }
    let output = unsafe try Output(count, argument: 6)
    let found = try naming(3) { () throws(Refusal) in
      try list.items(inStates: states, from: first, capacity: capacity) { i, handle in
        array.write(iq_item(id: handle), at: i)
      }
    }
    output.write(found)
  }
}

@_cdecl("iq_list_keys_in_state") @implementation
public func iq_list_keys_in_state(
  _ list: UnsafePointer<iq_list>?, _ states: UInt32, _ first: Int, _ sections: UnsafeMutablePointer<iq_key>?,
  _ keys: UnsafeMutablePointer<iq_key>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    try check(states, argument: 2)
    let sectionKeys = unsafe Output(optional: sections)
    let itemKeys = unsafe Output(optional: keys)
    if capacity < 0 { throw Refusal(.limit, argument: 6) }
    let output = unsafe try Output(count, argument: 7)
    let found = try naming(3) { () throws(Refusal) in
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
  _ states: UInt32, of allowed: UInt32 = ItemStates.Mask.all, argument: UInt32
) throws(Refusal) {
  if states == 0 || states & ~allowed != 0 { throw Refusal(.argument, argument: argument) }
}

extension StateRequest {
  fileprivate init(
    _ states: UInt32, of allowed: UInt32 = ItemStates.Mask.all, argument: UInt32, _ flags: UInt32,
    argument flagsArgument: UInt32
  ) throws(Refusal) {
    try check(states, of: allowed, argument: argument)
    guard let request = StateRequest(states, flags) else {
      throw Refusal(.argument, argument: flagsArgument)
    }
    self = request
  }
}
