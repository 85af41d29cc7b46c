// The header's section EDITS: begin and commit, and items.

import CIQList
import ListEngine

extension Edit: Exported, Handled {
  typealias Foreign = iq_edit
  public static var handleKind: HandleKind { .edit }
}

/// The common part of every export that edits: finds the edit and its list, and runs `body`. A stale handle
/// is that of parameter 2 unless the refusal has another role. `isLast`: `body` ends the edit.
func editing(
  _ edit: UnsafeMutablePointer<iq_edit>?, index: UInt32 = 3, first: UInt32 = 3, isLast: Bool = false,
  _ body: (borrowing List, UInt64) throws(Refusal) -> Void
) -> iq_status {
  attempt { () throws(Refusal) in
    let edit = unsafe try Pinned<Edit>(edit, argument: 1)
    try naming(2, index: index, first: first, anchor: 3, target: 5, items: 4) { () throws(Refusal) in
      try edit.value.use(isLast: isLast, body)
    }
  }
}

// MARK: Begin and commit

@_cdecl("iq_edit_begin") @implementation
public func iq_edit_begin(
  _ list: UnsafeMutablePointer<iq_list>?, _ options: UnsafePointer<iq_edit_options>?,
  _ edit: UnsafeMutablePointer<UnsafeMutablePointer<iq_edit>?>?
) -> iq_status {
  attempt { () throws(Refusal) in
    let pinned = unsafe try Pinned<List>(list, argument: 1)
    let options = unsafe try read(options, over: iq_edit_options(), argument: 2)
    let output = unsafe try Output(edit, argument: 3)
    let object = try NewObject<Edit>()
    let handle = Handle(bits: UInt64(UInt(bitPattern: list)))
    unsafe output.write(
      object.publish(try Edit(of: handle, pinned.value, waiting: options.wait_milliseconds)))
  }
}

@_cdecl("iq_edit_commit") @implementation
public func iq_edit_commit(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ options: UnsafePointer<iq_diff_options>?,
  _ changeset: UnsafeMutablePointer<UnsafeMutablePointer<iq_changeset>?>?
) -> iq_status {
  unsafe editing(edit, isLast: true) { list, edit throws(Refusal) in
    let options = unsafe try UpdateOptions(options, argument: 2)
    unsafe try handOut(changeset) { wanted throws(Refusal) in
      try list.commitEdit(edit, options, wantsChangeset: wanted)
    }
  }
}

@_cdecl("iq_edit_destroy") @implementation
public func iq_edit_destroy(_ edit: UnsafeMutablePointer<iq_edit>?) { unsafe Pinned<Edit>.destroy(edit) }

// MARK: Items

@_cdecl("iq_edit_insert_items") @implementation
public func iq_edit_insert_items(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ section: iq_section, _ index: Int,
  _ items: UnsafePointer<iq_columns>?
) -> iq_status {
  unsafe editing(edit) { list, edit throws(Refusal) in
    try list.putItems(edit, unsafe Columns(items, argument: 4), .at(index, inSection: section.id))
  }
}

@_cdecl("iq_edit_insert_items_before") @implementation
public func iq_edit_insert_items_before(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ anchor: iq_item, _ items: UnsafePointer<iq_columns>?
) -> iq_status {
  unsafe editing(edit) { list, edit throws(Refusal) in
    try list.putItems(edit, unsafe Columns(items, argument: 3), .before(anchor.id))
  }
}

@_cdecl("iq_edit_insert_items_after") @implementation
public func iq_edit_insert_items_after(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ anchor: iq_item, _ items: UnsafePointer<iq_columns>?
) -> iq_status {
  unsafe editing(edit) { list, edit throws(Refusal) in
    try list.putItems(edit, unsafe Columns(items, argument: 3), .after(anchor.id))
  }
}

@_cdecl("iq_edit_insert_children") @implementation
public func iq_edit_insert_children(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ parent: iq_item, _ index: Int,
  _ items: UnsafePointer<iq_columns>?
) -> iq_status {
  unsafe editing(edit) { list, edit throws(Refusal) in
    try list.putItems(edit, unsafe Columns(items, argument: 4), .child(index, of: parent.id))
  }
}

@_cdecl("iq_edit_delete_items") @implementation
public func iq_edit_delete_items(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ items: UnsafePointer<iq_item>?, _ count: Int
) -> iq_status {
  unsafe editing(edit) { list, edit throws(Refusal) in
    try list.deleteItems(edit, unsafe Buffer(items, count, limit: ListOptions.mostItems, argument: 2))
  }
}

@_cdecl("iq_edit_delete_item_range") @implementation
public func iq_edit_delete_item_range(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ section: iq_section, _ first: Int, _ count: Int
) -> iq_status {
  unsafe editing(edit) { list, edit throws(Refusal) in
    try list.deleteItems(edit, ofSection: section.id, first, count)
  }
}

@_cdecl("iq_edit_move_item_range") @implementation
public func iq_edit_move_item_range(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ section: iq_section, _ first: Int, _ count: Int,
  _ target: iq_section, _ index: Int
) -> iq_status {
  unsafe editing(edit, index: 6) { list, edit throws(Refusal) in
    try list.moveItems(edit, ofSection: section.id, first, count, toSection: target.id, at: index)
  }
}

@_cdecl("iq_edit_move_item_before") @implementation
public func iq_edit_move_item_before(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ item: iq_item, _ anchor: iq_item
) -> iq_status {
  unsafe editing(edit) { list, edit throws(Refusal) in
    try list.moveItem(edit, item.id, nextTo: anchor.id, isAfter: false)
  }
}

@_cdecl("iq_edit_move_item_after") @implementation
public func iq_edit_move_item_after(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ item: iq_item, _ anchor: iq_item
) -> iq_status {
  unsafe editing(edit) { list, edit throws(Refusal) in
    try list.moveItem(edit, item.id, nextTo: anchor.id, isAfter: true)
  }
}

@_cdecl("iq_edit_update_items") @implementation
public func iq_edit_update_items(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ items: UnsafePointer<iq_item>?,
  _ columns: UnsafePointer<iq_columns>?, _ which: UInt32
) -> iq_status {
  unsafe editing(edit) { list, edit throws(Refusal) in
    let appearances = unsafe try NewAppearances(columns, which, argument: 3)
    let items = unsafe try Buffer<UInt64>(items, appearances.count, limit: ListOptions.mostItems, argument: 2)
    try list.updateItems(edit, items, appearances)
  }
}

@_cdecl("iq_edit_reload_items") @implementation
public func iq_edit_reload_items(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ items: UnsafePointer<iq_item>?, _ count: Int
) -> iq_status {
  unsafe editing(edit) { list, edit throws(Refusal) in
    let items = unsafe try Buffer<UInt64>(items, count, limit: ListOptions.mostItems, argument: 2)
    try list.markItems(edit, items, reloads: true)
  }
}

@_cdecl("iq_edit_reconfigure_items") @implementation
public func iq_edit_reconfigure_items(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ items: UnsafePointer<iq_item>?, _ count: Int
) -> iq_status {
  unsafe editing(edit) { list, edit throws(Refusal) in
    let items = unsafe try Buffer<UInt64>(items, count, limit: ListOptions.mostItems, argument: 2)
    try list.markItems(edit, items, reloads: false)
  }
}

@_cdecl("iq_edit_set_section_items") @implementation
public func iq_edit_set_section_items(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ section: iq_section, _ items: UnsafePointer<iq_columns>?
) -> iq_status {
  unsafe editing(edit) { list, edit throws(Refusal) in
    try list.putItems(edit, unsafe Columns(items, argument: 3), .all(ofSection: section.id))
  }
}
