// The header's section EDITS: begin and commit, and items.

import CIQList
import ListEngine

extension Edit: Exported, Handled {
  typealias Foreign = iq_edit
  static var name: iqc_label { iqc_edit }
  public static var handleKind: HandleKind { .edit }
}

/// The common part of every export that edits: finds the edit and its list, and runs `body`. The arguments are those
/// of `naming`. `isLast`: `body` ends the edit.
@inline(never) func editing(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ others: Argument = .none, index: Argument = .none,
  first: Argument = .none, count: Argument = .none, anchor: Argument = .none, target: Argument = .none,
  items: Argument = .none, isLast: Bool = false,
  _ body: (borrowing List, UInt64) throws(Refusal) -> Void
) -> iq_status {
  attempt { () throws(Refusal) in
    let argument = Argument(1, iqc_edit)
    let edit = unsafe try Pinned<Edit>(edit, argument: argument)
    try naming(
      others, object: argument, index: index, first: first, count: count, anchor: anchor, target: target,
      items: items
    ) { () throws(Refusal) in
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
    let pinned = unsafe try Pinned<List>(list, argument: Argument(1, iqc_list))
    let options = unsafe try read(options, over: iq_edit_options(), argument: Argument(2, iqc_options))
    if options.reserved != 0 {
      throw Refusal(.notZero, argument: Argument(2, iqc_options).field(iqc_reserved))
    }
    let output = unsafe try Output(edit, argument: Argument(3, iqc_edit))
    let object = try NewObject<Edit>()
    let handle = Handle(bits: UInt64(UInt(bitPattern: list)))
    let made = try naming(object: Argument(1, iqc_list)) { () throws(Refusal) in
      try Edit(of: handle, pinned.value, waiting: options.wait_milliseconds)
    }
    unsafe output.write(object.publish(made))
  }
}

@_cdecl("iq_edit_commit") @implementation
public func iq_edit_commit(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ options: UnsafePointer<iq_update_options>?,
  _ changeset: UnsafeMutablePointer<UnsafeMutablePointer<iq_changeset>?>?
) -> iq_status {
  unsafe editing(edit, isLast: true) { list, edit throws(Refusal) in
    let options = unsafe try UpdateOptions(options, argument: Argument(2, iqc_options))
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
  unsafe editing(
    edit, Argument(2, iqc_section), index: Argument(3, iqc_position), items: Argument(4, iqc_items)
  ) { list, edit throws(Refusal) in
    try list.putItems(
      edit, unsafe Columns(items, argument: Argument(4, iqc_items)), .at(index, inSection: section.id))
  }
}

@_cdecl("iq_edit_insert_items_beside") @implementation
public func iq_edit_insert_items_beside(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ place: UInt32, _ anchor: iq_item,
  _ items: UnsafePointer<iq_columns>?
) -> iq_status {
  unsafe editing(edit, Argument(3, iqc_anchor), items: Argument(4, iqc_items)) { list, edit throws(Refusal) in
    let isAfter = try putsAfter(place, argument: Argument(2, iqc_where))
    try list.putItems(
      edit, unsafe Columns(items, argument: Argument(4, iqc_items)),
      isAfter ? .after(anchor.id) : .before(anchor.id))
  }
}

@_cdecl("iq_edit_insert_children") @implementation
public func iq_edit_insert_children(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ parent: iq_item, _ index: Int,
  _ items: UnsafePointer<iq_columns>?
) -> iq_status {
  unsafe editing(edit, Argument(2, iqc_parent), index: Argument(3, iqc_index), items: Argument(4, iqc_items))
  { list, edit throws(Refusal) in
    try list.putItems(
      edit, unsafe Columns(items, argument: Argument(4, iqc_items)), .child(index, of: parent.id))
  }
}

@_cdecl("iq_edit_delete_items") @implementation
public func iq_edit_delete_items(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ items: UnsafePointer<iq_item>?, _ count: Int
) -> iq_status {
  unsafe editing(edit, Argument(2, iqc_items)) { list, edit throws(Refusal) in
    try list.deleteItems(
      edit,
      unsafe Buffer(
        items, count, limit: ListOptions.mostItems, argument: Argument(2, iqc_items),
        countArgument: Argument(3, iqc_count)))
  }
}

@_cdecl("iq_edit_delete_item_range") @implementation
public func iq_edit_delete_item_range(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ section: iq_section, _ first: Int, _ count: Int
) -> iq_status {
  unsafe editing(edit, Argument(2, iqc_section), first: Argument(3, iqc_first), count: Argument(4, iqc_count))
  { list, edit throws(Refusal) in
    try list.deleteItems(edit, ofSection: section.id, first, count)
  }
}

@_cdecl("iq_edit_move_item_range") @implementation
public func iq_edit_move_item_range(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ section: iq_section, _ first: Int, _ count: Int,
  _ target: iq_section, _ index: Int
) -> iq_status {
  unsafe editing(
    edit, Argument(2, iqc_section), index: Argument(6, iqc_position), first: Argument(3, iqc_first),
    count: Argument(4, iqc_count), target: Argument(5, iqc_target)
  ) { list, edit throws(Refusal) in
    try list.moveItems(edit, ofSection: section.id, first, count, toSection: target.id, at: index)
  }
}

@_cdecl("iq_edit_move_items_to") @implementation
public func iq_edit_move_items_to(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ items: UnsafePointer<iq_item>?, _ count: Int,
  _ position: iq_position
) -> iq_status {
  unsafe editing(edit, Argument(2, iqc_items), index: Argument(4, iqc_position)) {
    list, edit throws(Refusal) in
    let items = unsafe try Buffer<UInt64>(
      items, count, limit: ListOptions.mostItems, argument: Argument(2, iqc_items),
      countArgument: Argument(3, iqc_count))
    try list.moveItems(edit, items, before: Position(position))
  }
}

@_cdecl("iq_edit_move_item_beside") @implementation
public func iq_edit_move_item_beside(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ item: iq_item, _ place: UInt32, _ anchor: iq_item
) -> iq_status {
  unsafe editing(edit, Argument(2, iqc_item), anchor: Argument(4, iqc_anchor)) { list, edit throws(Refusal) in
    let isAfter = try putsAfter(place, argument: Argument(3, iqc_where))
    try list.moveItem(edit, item.id, nextTo: anchor.id, isAfter: isAfter)
  }
}

@_cdecl("iq_edit_update_items") @implementation
public func iq_edit_update_items(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ items: UnsafePointer<iq_item>?,
  _ columns: UnsafePointer<iq_columns>?, _ which: UInt32
) -> iq_status {
  unsafe editing(edit, Argument(2, iqc_items)) { list, edit throws(Refusal) in
    let appearances = unsafe try NewAppearances(
      columns, argument: Argument(3, iqc_columns), which, argument: Argument(4, iqc_flags))
    let items = unsafe try Buffer<UInt64>(
      items, appearances.count, limit: ListOptions.mostItems, argument: Argument(2, iqc_items))
    try list.updateItems(edit, items, appearances)
  }
}

@_cdecl("iq_edit_reload_items") @implementation
public func iq_edit_reload_items(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ items: UnsafePointer<iq_item>?, _ count: Int
) -> iq_status {
  unsafe editing(edit, Argument(2, iqc_items)) { list, edit throws(Refusal) in
    let items = unsafe try Buffer<UInt64>(
      items, count, limit: ListOptions.mostItems, argument: Argument(2, iqc_items),
      countArgument: Argument(3, iqc_count))
    try list.markItems(edit, items, reloads: true)
  }
}

@_cdecl("iq_edit_reconfigure_items") @implementation
public func iq_edit_reconfigure_items(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ items: UnsafePointer<iq_item>?, _ count: Int
) -> iq_status {
  unsafe editing(edit, Argument(2, iqc_items)) { list, edit throws(Refusal) in
    let items = unsafe try Buffer<UInt64>(
      items, count, limit: ListOptions.mostItems, argument: Argument(2, iqc_items),
      countArgument: Argument(3, iqc_count))
    try list.markItems(edit, items, reloads: false)
  }
}

@_cdecl("iq_edit_set_section_items") @implementation
public func iq_edit_set_section_items(
  _ edit: UnsafeMutablePointer<iq_edit>?, _ section: iq_section, _ items: UnsafePointer<iq_columns>?
) -> iq_status {
  unsafe editing(edit, Argument(2, iqc_section), items: Argument(3, iqc_items)) {
    list, edit throws(Refusal) in
    try list.putItems(
      edit, unsafe Columns(items, argument: Argument(3, iqc_items)), .all(ofSection: section.id))
  }
}
