// The header's section SNAPSHOTS: queries.

import CIQList
import ListEngine

@_cdecl("iq_snapshot_get_count") @implementation
public func iq_snapshot_get_count(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ sections: UnsafeMutablePointer<Int>?,
  _ items: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let count = try snapshot.count()
    unsafe Output(optional: sections).write(count.sections)
    unsafe Output(optional: items).write(count.items)
  }
}

@_cdecl("iq_snapshot_get_section_info_at") @implementation
public func iq_snapshot_get_section_info_at(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ position: Int, _ info: UnsafeMutablePointer<iq_section_info>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let output = unsafe try VersionedOutput(
      info, first: iq_section_info.first, argument: Argument(3, iqc_info))
    let found = try naming(Argument(2, iqc_position)) { () throws(Refusal) in
      try snapshot.section(at: position)
    }
    output.write(iq_section_info(found))
  }
}

@_cdecl("iq_snapshot_get_section_info") @implementation
public func iq_snapshot_get_section_info(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ key: iq_key, _ info: UnsafeMutablePointer<iq_section_info>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let output = unsafe try VersionedOutput(
      info, first: iq_section_info.first, argument: Argument(3, iqc_info))
    output.write(iq_section_info(try snapshot.section(forKey: Key(key))))
  }
}

@_cdecl("iq_snapshot_get_supplementaries") @implementation
public func iq_snapshot_get_supplementaries(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ section: iq_key, _ flags: UInt32,
  _ supplementaries: UnsafeMutablePointer<iq_supplementary>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let array = unsafe try SupplementaryOutput(
      supplementaries, capacity, argument: Argument(4, iqc_elements), flags, argument: Argument(3, iqc_flags))
    let output = unsafe try Output(count, argument: Argument(6, iqc_count))
    let total = try snapshot.supplementaries(ofSection: Key(section), retaining: array.retained) {
      array.write($1, at: $0)
    }
    output.write(total)
  }
}

@_cdecl("iq_snapshot_get_supplementary") @implementation
public func iq_snapshot_get_supplementary(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ section: iq_key, _ kind: UInt32, _ index: UInt32,
  _ flags: UInt32, _ supplementary: UnsafeMutablePointer<iq_supplementary>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let retains = try retains(flags, argument: Argument(5, iqc_flags))
    let output = unsafe try VersionedOutput(supplementary, argument: Argument(6, iqc_element))
    let found = try snapshot.supplementary(
      kind: kind, index: index, ofSection: Key(section), retains: retains)
    unsafe output.write(iq_supplementary(found))
  }
}

@_cdecl("iq_snapshot_find_position") @implementation
public func iq_snapshot_find_position(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ section: UnsafePointer<iq_key>?, _ key: iq_key,
  _ position: UnsafeMutablePointer<iq_position>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let output = unsafe try Output(position, argument: Argument(4, iqc_position))
    let found = unsafe try snapshot.position(ofItem: Key(key), in: Key(optional: section))
    output.write(iq_position(found))
  }
}

@_cdecl("iq_snapshot_get_item_info_at") @implementation
public func iq_snapshot_get_item_info_at(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ position: iq_position, _ flags: UInt32,
  _ info: UnsafeMutablePointer<iq_item_info>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let retains = try retains(flags, argument: Argument(3, iqc_flags))
    let output = unsafe try VersionedOutput(info, first: iq_item_info.first, argument: Argument(4, iqc_info))
    let found = try naming(Argument(2, iqc_position)) { () throws(Refusal) in
      try snapshot.info(ofItem: Position(position), retains: retains)
    }
    unsafe output.write(iq_item_info(found))
  }
}

@_cdecl("iq_snapshot_find_index") @implementation
public func iq_snapshot_find_index(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ position: iq_position, _ index: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let output = unsafe try Output(index, argument: Argument(3, iqc_index))
    output.write(
      try naming(Argument(2, iqc_position)) { () throws(Refusal) in try snapshot.index(of: Position(position))
      })
  }
}

@_cdecl("iq_snapshot_get_items") @implementation
public func iq_snapshot_get_items(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ first: Int, _ count: Int,
  _ buffers: UnsafePointer<iq_item_buffers>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let buffers = unsafe try ItemBuffers(buffers, argument: Argument(4, iqc_buffers))
    try naming(first: Argument(2, iqc_first), count: Argument(3, iqc_count)) { () throws(Refusal) in
      try snapshot.readItems(first, count, into: buffers)
    }
  }
}
