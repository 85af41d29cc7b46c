// The header's section LISTS: creation and updates.

import CIQList
import ListEngine

extension List: Exported {
  typealias Foreign = iq_list
  static var name: iqc_label { iqc_list }
}

@_cdecl("iq_list_create") @implementation
public func iq_list_create(
  _ options: UnsafePointer<iq_list_options>?, _ list: UnsafeMutablePointer<UnsafeMutablePointer<iq_list>?>?
) -> iq_status {
  attempt { () throws(Refusal) in
    let options = unsafe try ListOptions(options, argument: Argument(1, iqc_options))
    let output = unsafe try Output(list, argument: Argument(2, iqc_list))
    let object = try NewObject<List>()
    unsafe output.write(object.publish(List(options)))
  }
}

@_cdecl("iq_list_destroy") @implementation
public func iq_list_destroy(_ list: UnsafeMutablePointer<iq_list>?) { unsafe Pinned<List>.destroy(list) }

@_cdecl("iq_list_apply") @implementation
public func iq_list_apply(
  _ list: UnsafeMutablePointer<iq_list>?, _ snapshot: UnsafePointer<iq_snapshot>?,
  _ options: UnsafePointer<iq_update_options>?,
  _ changeset: UnsafeMutablePointer<UnsafeMutablePointer<iq_changeset>?>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let snapshot = unsafe try Pinned<Snapshot>(snapshot, argument: Argument(2, iqc_snapshot))
    let options = unsafe try UpdateOptions(options, argument: Argument(3, iqc_options))
    unsafe try handOut(changeset) { wanted throws(Refusal) in
      try list.apply(snapshot.value, options, wantsChangeset: wanted)
    }
  }
}

@_cdecl("iq_list_set") @implementation
public func iq_list_set(
  _ list: UnsafeMutablePointer<iq_list>?, _ sections: UnsafePointer<iq_section_entry>?, _ section_count: Int,
  _ items: UnsafePointer<iq_columns>?, _ options: UnsafePointer<iq_update_options>?,
  _ changeset: UnsafeMutablePointer<UnsafeMutablePointer<iq_changeset>?>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let columns = unsafe try Columns(items, argument: Argument(4, iqc_items))
    let options = unsafe try UpdateOptions(options, argument: Argument(5, iqc_options))
    let inputs = unsafe try sectionInputs(
      sections, section_count, items: columns.count, argument: Argument(2, iqc_sections),
      countArgument: Argument(3, iqc_section_count))
    unsafe try handOut(changeset) { wanted throws(Refusal) in
      try list.set(inputs, columns, options, wantsChangeset: wanted)
    }
  }
}

@_cdecl("iq_list_set_items") @implementation
public func iq_list_set_items(
  _ list: UnsafeMutablePointer<iq_list>?, _ items: UnsafePointer<iq_columns>?,
  _ options: UnsafePointer<iq_update_options>?,
  _ changeset: UnsafeMutablePointer<UnsafeMutablePointer<iq_changeset>?>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let columns = unsafe try Columns(items, argument: Argument(2, iqc_items))
    let options = unsafe try UpdateOptions(options, argument: Argument(3, iqc_options))
    var inputs = try SectionInputs(capacity: 1)
    inputs.push(Key(low: 0, high: 0), first: 0)
    unsafe try handOut(changeset) { wanted throws(Refusal) in
      try list.set(inputs, columns, options, wantsChangeset: wanted)
    }
  }
}

@_cdecl("iq_list_set_section_items") @implementation
public func iq_list_set_section_items(
  _ list: UnsafeMutablePointer<iq_list>?, _ section: iq_key, _ items: UnsafePointer<iq_columns>?,
  _ options: UnsafePointer<iq_update_options>?,
  _ changeset: UnsafeMutablePointer<UnsafeMutablePointer<iq_changeset>?>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let columns = unsafe try Columns(items, argument: Argument(3, iqc_items))
    let options = unsafe try UpdateOptions(options, argument: Argument(4, iqc_options))
    unsafe try handOut(changeset) { wanted throws(Refusal) in
      try list.setItems(ofSection: Key(section), columns, options, wantsChangeset: wanted)
    }
  }
}

@_cdecl("iq_list_snapshot") @implementation
public func iq_list_snapshot(
  _ list: UnsafeMutablePointer<iq_list>?,
  _ snapshot: UnsafeMutablePointer<UnsafeMutablePointer<iq_snapshot>?>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let output = unsafe try Output(snapshot, argument: Argument(2, iqc_snapshot))
    let object = try NewObject<Snapshot>()
    unsafe output.write(object.publish(try list.snapshot()))
  }
}

@_cdecl("iq_list_trim") @implementation
public func iq_list_trim(_ list: UnsafeMutablePointer<iq_list>?) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    try list.trim()
  }
}

@_cdecl("iq_list_reserve") @implementation
public func iq_list_reserve(_ list: UnsafeMutablePointer<iq_list>?, _ items: Int) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    try naming(items: Argument(2, iqc_items)) { () throws(Refusal) in try list.reserve(items) }
  }
}

@_cdecl("iq_list_register_class") @implementation
public func iq_list_register_class(_ list: UnsafeMutablePointer<iq_list>?, _ cell_class: iq_class)
  -> iq_status
{
  unsafe using(list) { list throws(Refusal) in
    guard cell_class.id == 0 || CellClasses.process.find(cell_class.id) != nil else {
      throw Refusal(.noClass, argument: Argument(2, iqc_cell_class), value: Int(cell_class.id))
    }
    try list.registerClass(cell_class.id)
  }
}
