// The header's section UNDO.

import CIQList
import ListEngine

@_cdecl("iq_list_set_undo") @implementation
public func iq_list_set_undo(_ list: UnsafeMutablePointer<iq_list>?, _ bytes: Int) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    try list.setUndo(bytes: Int(clamping: UInt(bitPattern: bytes)))
  }
}

@_cdecl("iq_list_get_undo") @implementation
public func iq_list_get_undo(
  _ list: UnsafePointer<iq_list>?, _ bytes: UnsafeMutablePointer<Int>?, _ used: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let found = list.undoBytes
    // More than Int.max was set as SIZE_MAX, or is as good as that.
    unsafe Output(optional: bytes).write(found.limit == .max ? -1 : found.limit)
    unsafe Output(optional: used).write(found.used)
  }
}

@_cdecl("iq_list_undo") @implementation
public func iq_list_undo(
  _ list: UnsafeMutablePointer<iq_list>?, _ options: UnsafePointer<iq_update_options>?,
  _ changeset: UnsafeMutablePointer<UnsafeMutablePointer<iq_changeset>?>?
) -> iq_status {
  unsafe travel(list, options, changeset) { list, options, wanted throws(Refusal) in
    try list.undo(options, wantsChangeset: wanted)
  }
}

@_cdecl("iq_list_redo") @implementation
public func iq_list_redo(
  _ list: UnsafeMutablePointer<iq_list>?, _ options: UnsafePointer<iq_update_options>?,
  _ changeset: UnsafeMutablePointer<UnsafeMutablePointer<iq_changeset>?>?
) -> iq_status {
  unsafe travel(list, options, changeset) { list, options, wanted throws(Refusal) in
    try list.redo(options, wantsChangeset: wanted)
  }
}

/// One step back or forth through the history.
private func travel(
  _ list: UnsafeMutablePointer<iq_list>?, _ options: UnsafePointer<iq_update_options>?,
  _ changeset: UnsafeMutablePointer<UnsafeMutablePointer<iq_changeset>?>?,
  _ step: (borrowing List, UpdateOptions, Bool) throws(Refusal) -> Changeset?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let options = unsafe try UpdateOptions(ofHistory: options, argument: Argument(2, iqc_options))
    unsafe try handOut(changeset) { wanted throws(Refusal) in try step(list, options, wanted) }
  }
}
