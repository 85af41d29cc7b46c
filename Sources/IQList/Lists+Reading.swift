// The header's section LISTS: queries.

import CIQList
import ListEngine

@_cdecl("iq_list_get_count") @implementation
public func iq_list_get_count(
  _ list: UnsafePointer<iq_list>?, _ sections: UnsafeMutablePointer<Int>?, _ items: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let count = try list.count()
    unsafe Output(optional: sections).write(count.sections)
    unsafe Output(optional: items).write(count.items)
  }
}

// MARK: Handles

@_cdecl("iq_list_find_section_at") @implementation
public func iq_list_find_section_at(
  _ list: UnsafePointer<iq_list>?, _ position: Int, _ section: UnsafeMutablePointer<iq_section>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let output = unsafe try Output(section, argument: Argument(3, iqc_section))
    output.write(
      iq_section(
        id: try naming(Argument(2, iqc_position)) { () throws(Refusal) in try list.section(at: position) }))
  }
}

@_cdecl("iq_list_find_section") @implementation
public func iq_list_find_section(
  _ list: UnsafePointer<iq_list>?, _ key: iq_key, _ section: UnsafeMutablePointer<iq_section>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let output = unsafe try Output(section, argument: Argument(3, iqc_section))
    output.write(
      iq_section(
        id: try naming(Argument(2, iqc_key)) { () throws(Refusal) in try list.section(forKey: Key(key)) }))
  }
}

@_cdecl("iq_list_find_item_at") @implementation
public func iq_list_find_item_at(
  _ list: UnsafePointer<iq_list>?, _ position: Int, _ item: UnsafeMutablePointer<iq_item>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let output = unsafe try Output(item, argument: Argument(3, iqc_item))
    output.write(
      iq_item(id: try naming(Argument(2, iqc_index)) { () throws(Refusal) in try list.item(at: position) }))
  }
}

@_cdecl("iq_list_find_item_in_section") @implementation
public func iq_list_find_item_in_section(
  _ list: UnsafePointer<iq_list>?, _ section: iq_section, _ position: Int,
  _ item: UnsafeMutablePointer<iq_item>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let output = unsafe try Output(item, argument: Argument(4, iqc_item))
    let handle = try naming(Argument(2, iqc_section), index: Argument(3, iqc_position)) {
      () throws(Refusal) in
      try list.item(at: position, inSection: section.id)
    }
    output.write(iq_item(id: handle))
  }
}

@_cdecl("iq_list_find_item") @implementation
public func iq_list_find_item(
  _ list: UnsafePointer<iq_list>?, _ section: UnsafePointer<iq_key>?, _ key: iq_key,
  _ item: UnsafeMutablePointer<iq_item>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let output = unsafe try Output(item, argument: Argument(4, iqc_item))
    let section = unsafe Key(optional: section)
    output.write(
      iq_item(
        id: try naming(Argument(3, iqc_key)) { () throws(Refusal) in
          try list.item(forKey: Key(key), in: section)
        })
    )
  }
}

// MARK: By handle

@_cdecl("iq_list_get_section_info") @implementation
public func iq_list_get_section_info(
  _ list: UnsafePointer<iq_list>?, _ section: iq_section, _ info: UnsafeMutablePointer<iq_section_info>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let output = unsafe try VersionedOutput(
      info, first: iq_section_info.first, argument: Argument(3, iqc_info))
    output.write(
      iq_section_info(
        try naming(Argument(2, iqc_section)) { () throws(Refusal) in try list.info(ofSection: section.id) }))
  }
}

@_cdecl("iq_list_get_supplementaries") @implementation
public func iq_list_get_supplementaries(
  _ list: UnsafePointer<iq_list>?, _ section: iq_section, _ flags: UInt32,
  _ supplementaries: UnsafeMutablePointer<iq_supplementary>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let array = unsafe try SupplementaryOutput(
      supplementaries, capacity, argument: Argument(4, iqc_elements), flags, argument: Argument(3, iqc_flags))
    let output = unsafe try Output(count, argument: Argument(6, iqc_count))
    let total = try naming(Argument(2, iqc_section)) { () throws(Refusal) in
      try list.supplementaries(ofSection: section.id, retaining: array.retained) { array.write($1, at: $0) }
    }
    output.write(total)
  }
}

@_cdecl("iq_list_get_supplementary") @implementation
public func iq_list_get_supplementary(
  _ list: UnsafePointer<iq_list>?, _ section: iq_section, _ kind: UInt32, _ index: UInt32, _ flags: UInt32,
  _ supplementary: UnsafeMutablePointer<iq_supplementary>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let retains = try retains(flags, argument: Argument(5, iqc_flags))
    let output = unsafe try VersionedOutput(supplementary, argument: Argument(6, iqc_element))
    let found = try naming(Argument(2, iqc_section)) { () throws(Refusal) in
      try list.supplementary(kind: kind, index: index, ofSection: section.id, retains: retains)
    }
    unsafe output.write(iq_supplementary(found))
  }
}

@_cdecl("iq_list_get_item_info") @implementation
public func iq_list_get_item_info(
  _ list: UnsafePointer<iq_list>?, _ item: iq_item, _ flags: UInt32,
  _ info: UnsafeMutablePointer<iq_item_info>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let retains = try retains(flags, argument: Argument(3, iqc_flags))
    let output = unsafe try VersionedOutput(info, first: iq_item_info.first, argument: Argument(4, iqc_info))
    unsafe output.write(
      iq_item_info(
        try naming(Argument(2, iqc_item)) { () throws(Refusal) in
          try list.info(ofItem: item.id, retains: retains)
        }))
  }
}

@_cdecl("iq_list_find_position") @implementation
public func iq_list_find_position(
  _ list: UnsafePointer<iq_list>?, _ item: iq_item, _ position: UnsafeMutablePointer<iq_position>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let output = unsafe try Output(position, argument: Argument(3, iqc_position))
    let found = try naming(Argument(2, iqc_item)) { () throws(Refusal) in try list.position(ofItem: item.id) }
    output.write(iq_position(found))
  }
}

@_cdecl("iq_list_find_parent") @implementation
public func iq_list_find_parent(
  _ list: UnsafePointer<iq_list>?, _ item: iq_item, _ parent: UnsafeMutablePointer<iq_item>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let output = unsafe try Output(parent, argument: Argument(3, iqc_parent))
    let found = try naming(Argument(2, iqc_item)) { () throws(Refusal) in try list.parent(ofItem: item.id) }
    output.write(iq_item(id: found))
  }
}

@_cdecl("iq_list_find_index") @implementation
public func iq_list_find_index(
  _ list: UnsafePointer<iq_list>?, _ position: iq_position, _ index: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let output = unsafe try Output(index, argument: Argument(3, iqc_index))
    output.write(
      try naming(Argument(2, iqc_position)) { () throws(Refusal) in try list.index(of: Position(position)) })
  }
}

@_cdecl("iq_list_get_items") @implementation
public func iq_list_get_items(
  _ list: UnsafePointer<iq_list>?, _ first: Int, _ count: Int, _ buffers: UnsafePointer<iq_item_buffers>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let buffers = unsafe try ItemBuffers(buffers, handles: true, argument: Argument(4, iqc_buffers))
    try naming(first: Argument(2, iqc_first), count: Argument(3, iqc_count)) { () throws(Refusal) in
      try list.readItems(first, count, into: buffers)
    }
  }
}
