// The header's section SNAPSHOTS: changes to sections.

import CIQList
import ListEngine

@_cdecl("iq_snapshot_append_sections") @implementation
public func iq_snapshot_append_sections(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ keys: UnsafePointer<iq_key>?, _ count: Int
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let keys = unsafe try sectionKeys(
      keys, count, argument: Argument(2, iqc_keys), countArgument: Argument(3, iqc_count))
    try snapshot.insertSections(keys, at: nil)
  }
}

@_cdecl("iq_snapshot_insert_sections") @implementation
public func iq_snapshot_insert_sections(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ position: Int, _ keys: UnsafePointer<iq_key>?,
  _ count: Int
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let keys = unsafe try sectionKeys(
      keys, count, argument: Argument(3, iqc_keys), countArgument: Argument(4, iqc_count))
    try naming(index: Argument(2, iqc_position)) { () throws(Refusal) in
      try snapshot.insertSections(keys, atPosition: position)
    }
  }
}

@_cdecl("iq_snapshot_insert_sections_beside") @implementation
public func iq_snapshot_insert_sections_beside(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ place: UInt32, _ anchor: iq_key,
  _ keys: UnsafePointer<iq_key>?, _ count: Int
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let anchor = try Anchor(place, Key(anchor), argument: Argument(2, iqc_where))
    let keys = unsafe try sectionKeys(
      keys, count, argument: Argument(4, iqc_keys), countArgument: Argument(5, iqc_count))
    try snapshot.insertSections(keys, at: anchor)
  }
}

@_cdecl("iq_snapshot_move_section_beside") @implementation
public func iq_snapshot_move_section_beside(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ section: iq_key, _ place: UInt32, _ anchor: iq_key
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let anchor = try Anchor(place, Key(anchor), argument: Argument(3, iqc_where))
    try snapshot.moveSection(Key(section), to: anchor)
  }
}

@_cdecl("iq_snapshot_delete_sections") @implementation
public func iq_snapshot_delete_sections(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ keys: UnsafePointer<iq_key>?, _ count: Int,
  _ missing: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let keys = unsafe try sectionKeys(
      keys, count, argument: Argument(2, iqc_keys), countArgument: Argument(3, iqc_count))
    let output = unsafe Output(optional: missing)
    output.write(try snapshot.deleteSections(keys))
  }
}

@_cdecl("iq_snapshot_reload_sections") @implementation
public func iq_snapshot_reload_sections(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ keys: UnsafePointer<iq_key>?, _ count: Int
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let keys = unsafe try sectionKeys(
      keys, count, argument: Argument(2, iqc_keys), countArgument: Argument(3, iqc_count))
    try snapshot.markSections(keys)
  }
}

private func sectionKeys(
  _ keys: UnsafePointer<iq_key>?, _ count: Int, argument: Argument, countArgument: Argument
) throws(Refusal) -> Buffer<Key> {
  unsafe try Buffer(
    keys, count, limit: ListOptions.mostSections, argument: argument, countArgument: countArgument)
}
