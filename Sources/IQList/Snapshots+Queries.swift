// The header's section SNAPSHOTS: queries.

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
    let output = unsafe try VersionedOutput(info, first: iq_section_info.first, argument: 3)
    output.write(iq_section_info(try snapshot.section(at: position)))
  }
}

@_cdecl("iq_snapshot_section_for_key") @implementation
public func iq_snapshot_section_for_key(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ key: iq_key, _ info: UnsafeMutablePointer<iq_section_info>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let output = unsafe try VersionedOutput(info, first: iq_section_info.first, argument: 3)
    output.write(iq_section_info(try snapshot.section(forKey: Key(key))))
  }
}

@_cdecl("iq_snapshot_supplementaries") @implementation
public func iq_snapshot_supplementaries(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ section: iq_key, _ flags: UInt32,
  _ supplementaries: UnsafeMutablePointer<iq_supplementary>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let array = unsafe try SupplementaryOutput(supplementaries, capacity, flags, argument: 4)
    let output = unsafe try Output(count, argument: 6)
    let total = try snapshot.supplementaries(ofSection: Key(section), retaining: array.retained) {
      array.write($1, at: $0)
    }
    output.write(total)
  }
}

@_cdecl("iq_snapshot_supplementary") @implementation
public func iq_snapshot_supplementary(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ section: iq_key, _ kind: UInt32, _ index: UInt32,
  _ flags: UInt32, _ supplementary: UnsafeMutablePointer<iq_supplementary>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let retains = try retains(flags, argument: 5)
    let output = unsafe try VersionedOutput(supplementary, argument: 6)
    let found = try snapshot.supplementary(
      kind: kind, index: index, ofSection: Key(section), retains: retains)
    unsafe output.write(iq_supplementary(found))
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

@_cdecl("iq_snapshot_item_info") @implementation
public func iq_snapshot_item_info(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ position: iq_position, _ flags: UInt32,
  _ info: UnsafeMutablePointer<iq_item_info>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let retains = try retains(flags, argument: 3)
    let output = unsafe try VersionedOutput(info, first: iq_item_info.first, argument: 4)
    let found = try naming(2) { () throws(Refusal) in
      try snapshot.info(ofItem: Position(position), retains: retains)
    }
    unsafe output.write(iq_item_info(found))
  }
}

@_cdecl("iq_snapshot_index_of") @implementation
public func iq_snapshot_index_of(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ position: iq_position, _ index: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let output = unsafe try Output(index, argument: 3)
    output.write(try naming(2) { () throws(Refusal) in try snapshot.index(of: Position(position)) })
  }
}

@_cdecl("iq_snapshot_read_items") @implementation
public func iq_snapshot_read_items(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ first: Int, _ count: Int,
  _ buffers: UnsafePointer<iq_item_buffers>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let buffers = unsafe try ItemBuffers(buffers, argument: 4)
    try naming(0, first: 2) { () throws(Refusal) in try snapshot.readItems(first, count, into: buffers) }
  }
}
