// The header's section SNAPSHOTS: changes to items.

import CIQList
import ListEngine

// MARK: Inserting

@_cdecl("iq_snapshot_append_items") @implementation
public func iq_snapshot_append_items(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ section: UnsafePointer<iq_key>?,
  _ items: UnsafePointer<iq_columns>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let columns = unsafe try Columns(items, argument: Argument(3, iqc_items))
    unsafe try snapshot.append(columns, to: Key(optional: section))
  }
}

@_cdecl("iq_snapshot_insert_items") @implementation
public func iq_snapshot_insert_items(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ section: iq_key, _ index: Int,
  _ items: UnsafePointer<iq_columns>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let columns = unsafe try Columns(items, argument: Argument(4, iqc_items))
    try naming(index: Argument(3, iqc_position)) { () throws(Refusal) in
      try snapshot.insert(columns, at: index, of: Key(section))
    }
  }
}

@_cdecl("iq_snapshot_insert_items_beside") @implementation
public func iq_snapshot_insert_items_beside(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ section: UnsafePointer<iq_key>?, _ place: UInt32,
  _ anchor: iq_key, _ items: UnsafePointer<iq_columns>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let anchor = try Anchor(place, Key(anchor), argument: Argument(3, iqc_where))
    let columns = unsafe try Columns(items, argument: Argument(5, iqc_items))
    unsafe try snapshot.insert(columns, at: anchor, in: Key(optional: section))
  }
}

@_cdecl("iq_snapshot_insert_children") @implementation
public func iq_snapshot_insert_children(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ section: UnsafePointer<iq_key>?, _ parent: iq_key,
  _ index: Int, _ items: UnsafePointer<iq_columns>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let columns = unsafe try Columns(items, argument: Argument(5, iqc_items))
    try naming(index: Argument(4, iqc_index), items: Argument(5, iqc_items)) { () throws(Refusal) in
      unsafe try snapshot.insert(columns, asChild: index, of: Key(parent), in: Key(optional: section))
    }
  }
}

@_cdecl("iq_snapshot_set_section_items") @implementation
public func iq_snapshot_set_section_items(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ section: iq_key, _ items: UnsafePointer<iq_columns>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let columns = unsafe try Columns(items, argument: Argument(3, iqc_items))
    try snapshot.setItems(columns, of: Key(section))
  }
}

// MARK: Updating

@_cdecl("iq_snapshot_update_items") @implementation
public func iq_snapshot_update_items(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ section: UnsafePointer<iq_key>?,
  _ keys: UnsafePointer<iq_key>?, _ columns: UnsafePointer<iq_columns>?, _ which: UInt32
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let appearances = unsafe try NewAppearances(
      columns, argument: Argument(4, iqc_columns), which, argument: Argument(5, iqc_flags))
    let keys = unsafe try Buffer<Key>(
      keys, appearances.count, limit: ListOptions.mostItems, argument: Argument(3, iqc_keys))
    try naming(items: Argument(3, iqc_keys)) { () throws(Refusal) in
      unsafe try snapshot.updateItems(keys, in: Key(optional: section), appearances)
    }
  }
}

// MARK: Moving

@_cdecl("iq_snapshot_move_item_beside") @implementation
public func iq_snapshot_move_item_beside(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ section: UnsafePointer<iq_key>?, _ item: iq_key,
  _ place: UInt32, _ anchor: iq_key
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let anchor = try Anchor(place, Key(anchor), argument: Argument(4, iqc_where))
    unsafe try snapshot.move(Key(item), to: anchor, in: Key(optional: section))
  }
}

@_cdecl("iq_snapshot_move_item_to_end") @implementation
public func iq_snapshot_move_item_to_end(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ section: iq_key, _ item: iq_key
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    try snapshot.move(Key(item), toEndOf: Key(section))
  }
}

// MARK: Deleting

@_cdecl("iq_snapshot_delete_items") @implementation
public func iq_snapshot_delete_items(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ section: UnsafePointer<iq_key>?,
  _ keys: UnsafePointer<iq_key>?, _ count: Int, _ missing: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let keys = unsafe try itemKeys(keys, count)
    let output = unsafe Output(optional: missing)
    output.write(unsafe try snapshot.delete(keys, in: Key(optional: section)))
  }
}

@_cdecl("iq_snapshot_delete_all_items") @implementation
public func iq_snapshot_delete_all_items(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ section: UnsafePointer<iq_key>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    unsafe try snapshot.deleteAllItems(of: Key(optional: section))
  }
}

// MARK: Marking

@_cdecl("iq_snapshot_reload_items") @implementation
public func iq_snapshot_reload_items(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ section: UnsafePointer<iq_key>?,
  _ keys: UnsafePointer<iq_key>?, _ count: Int
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let keys = unsafe try itemKeys(keys, count)
    unsafe try snapshot.mark(keys, in: Key(optional: section), reloads: true)
  }
}

@_cdecl("iq_snapshot_reconfigure_items") @implementation
public func iq_snapshot_reconfigure_items(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ section: UnsafePointer<iq_key>?,
  _ keys: UnsafePointer<iq_key>?, _ count: Int
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let keys = unsafe try itemKeys(keys, count)
    unsafe try snapshot.mark(keys, in: Key(optional: section), reloads: false)
  }
}

/// The keys of the exports above; they are parameter 3.
private func itemKeys(_ keys: UnsafePointer<iq_key>?, _ count: Int) throws(Refusal) -> Buffer<Key> {
  unsafe try Buffer(
    keys, count, limit: ListOptions.mostItems, argument: Argument(3, iqc_keys),
    countArgument: Argument(4, iqc_count))
}
