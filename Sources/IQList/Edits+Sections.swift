// The header's section EDITS: sections and their supplementaries.

import CIQList
import ListEngine

private func keys(
  _ keys: UnsafePointer<iq_key>?, _ count: Int, argument: Argument, countArgument: Argument
) throws(Refusal) -> Buffer<Key> {
  unsafe try Buffer(
    keys, count, limit: ListOptions.mostSections, argument: argument, countArgument: countArgument)
}

private func handles(_ sections: UnsafePointer<iq_section>?, _ count: Int) throws(Refusal) -> Buffer<UInt64> {
  unsafe try Buffer(
    sections, count, limit: ListOptions.mostSections, argument: Argument(2, iqc_sections),
    countArgument: Argument(3, iqc_count))
}

@_cdecl("iq_edit_insert_sections") @implementation
public func iq_edit_insert_sections(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ position: Int, _ keys: UnsafePointer<iq_key>?, _ count: Int
) -> iq_status {
  unsafe editing(edit, index: Argument(2, iqc_position)) { list, edit throws(Refusal) in
    try list.insertSections(
      edit,
      unsafe IQList.keys(keys, count, argument: Argument(3, iqc_keys), countArgument: Argument(4, iqc_count)),
      .at(position))
  }
}

@_cdecl("iq_edit_insert_sections_beside") @implementation
public func iq_edit_insert_sections_beside(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ place: UInt32, _ anchor: iq_section,
  _ keys: UnsafePointer<iq_key>?, _ count: Int
) -> iq_status {
  unsafe editing(edit, Argument(3, iqc_anchor)) { list, edit throws(Refusal) in
    let isAfter = try putsAfter(place, argument: Argument(2, iqc_where))
    try list.insertSections(
      edit,
      unsafe IQList.keys(keys, count, argument: Argument(4, iqc_keys), countArgument: Argument(5, iqc_count)),
      isAfter ? .after(anchor.id) : .before(anchor.id))
  }
}

@_cdecl("iq_edit_delete_sections") @implementation
public func iq_edit_delete_sections(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ sections: UnsafePointer<iq_section>?, _ count: Int
) -> iq_status {
  unsafe editing(edit, Argument(2, iqc_sections)) { list, edit throws(Refusal) in
    try list.deleteSections(edit, unsafe handles(sections, count))
  }
}

@_cdecl("iq_edit_delete_section_range") @implementation
public func iq_edit_delete_section_range(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ first: Int, _ count: Int
) -> iq_status {
  unsafe editing(edit, first: Argument(2, iqc_first), count: Argument(3, iqc_count)) {
    list, edit throws(Refusal) in try list.deleteSections(edit, first, count)
  }
}

@_cdecl("iq_edit_move_section_range") @implementation
public func iq_edit_move_section_range(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ first: Int, _ count: Int, _ position: Int
) -> iq_status {
  unsafe editing(
    edit, index: Argument(4, iqc_position), first: Argument(2, iqc_first), count: Argument(3, iqc_count)
  ) { list, edit throws(Refusal) in
    try list.moveSections(edit, first, count, to: position)
  }
}

@_cdecl("iq_edit_move_section_beside") @implementation
public func iq_edit_move_section_beside(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ section: iq_section, _ place: UInt32, _ anchor: iq_section
) -> iq_status {
  unsafe editing(edit, Argument(2, iqc_section), anchor: Argument(4, iqc_anchor)) {
    list, edit throws(Refusal) in
    let isAfter = try putsAfter(place, argument: Argument(3, iqc_where))
    try list.moveSection(edit, section.id, nextTo: anchor.id, isAfter: isAfter)
  }
}

@_cdecl("iq_edit_reload_sections") @implementation
public func iq_edit_reload_sections(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ sections: UnsafePointer<iq_section>?, _ count: Int
) -> iq_status {
  unsafe editing(edit, Argument(2, iqc_sections)) { list, edit throws(Refusal) in
    try list.markSections(edit, unsafe handles(sections, count))
  }
}

// MARK: Supplementaries

@_cdecl("iq_edit_set_supplementary") @implementation
public func iq_edit_set_supplementary(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ section: iq_section,
  _ supplementary: UnsafePointer<iq_supplementary>?
) -> iq_status {
  unsafe editing(edit, Argument(2, iqc_section)) { list, edit throws(Refusal) in
    try list.setSupplementary(
      edit, unsafe Supplementary(supplementary, argument: Argument(3, iqc_element)), ofSection: section.id)
  }
}

@_cdecl("iq_edit_remove_supplementary") @implementation
public func iq_edit_remove_supplementary(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ section: iq_section, _ kind: UInt32, _ index: UInt32
) -> iq_status {
  unsafe editing(edit, Argument(2, iqc_section), index: Argument(4, iqc_index)) {
    list, edit throws(Refusal) in
    try list.removeSupplementary(edit, kind: kind, index: index, ofSection: section.id)
  }
}
