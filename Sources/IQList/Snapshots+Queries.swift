// The header's section SNAPSHOTS: what asks.

import CIQList
import ListEngine

@_cdecl("iq_snapshot_count") @implementation
public func iq_snapshot_count(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ sections: UnsafeMutablePointer<Int>?,
  _ items: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let count = try snapshot.count()
    unsafe Output(optional: sections).write(count.sections)
    unsafe Output(optional: items).write(count.items)
  }
}

@_cdecl("iq_snapshot_section_at") @implementation
public func iq_snapshot_section_at(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ position: Int, _ info: UnsafeMutablePointer<iq_section_info>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let output = unsafe try VersionedOutput(info, argument: 3)
    output.write(iq_section_info(try snapshot.section(at: position)))
  }
}

@_cdecl("iq_snapshot_section_for_key") @implementation
public func iq_snapshot_section_for_key(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ key: iq_key, _ info: UnsafeMutablePointer<iq_section_info>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let output = unsafe try VersionedOutput(info, argument: 3)
    output.write(iq_section_info(try snapshot.section(forKey: Key(key))))
  }
}

@_cdecl("iq_snapshot_supplementaries") @implementation
public func iq_snapshot_supplementaries(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ section: Int,
  _ elements: UnsafeMutablePointer<iq_supplementary>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let array = unsafe try ElementOutput(elements, capacity, argument: 3)
    let output = unsafe try Output(count, argument: 5)
    let total = try snapshot.elements(ofSection: section) { array.write($1, at: $0) }
    output.write(total)
  }
}

@_cdecl("iq_snapshot_item_for_key") @implementation
public func iq_snapshot_item_for_key(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ section: UnsafePointer<iq_key>?, _ key: iq_key,
  _ position: UnsafeMutablePointer<iq_position>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let output = unsafe try Output(position, argument: 4)
    let found = unsafe try snapshot.position(ofItem: Key(key), in: Key(optional: section))
    output.write(iq_position(found))
  }
}

@_cdecl("iq_snapshot_read_items") @implementation
public func iq_snapshot_read_items(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ first: Int, _ count: Int,
  _ buffers: UnsafePointer<iq_item_buffers>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let buffers = unsafe try ItemBuffers(buffers, argument: 4)
    try snapshot.readItems(first, count, into: buffers, argument: 2)
  }
}
