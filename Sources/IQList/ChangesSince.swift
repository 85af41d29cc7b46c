// The header's section CHANGES SINCE A SNAPSHOT.

import CIQList
import ListEngine

@_cdecl("iq_list_changes_since") @implementation
public func iq_list_changes_since(
  _ list: UnsafeMutablePointer<iq_list>?, _ before: UnsafePointer<iq_snapshot>?,
  _ options: UnsafePointer<iq_diff_options>?,
  _ changeset: UnsafeMutablePointer<UnsafeMutablePointer<iq_changeset>?>?,
  _ after: UnsafeMutablePointer<UnsafeMutablePointer<iq_snapshot>?>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let options = unsafe try UpdateOptions(options, argument: Argument(3, iqc_options))
    let wanted = unsafe changeset != nil
    let changes = try NewObject<Changeset>()
    let state = try NewObject<Snapshot>()
    var found: ChangesSince
    if unsafe before == nil {
      found = try list.changesSinceNothing(options, wantsChangeset: wanted)
    } else {
      let before = unsafe try Pinned<Snapshot>(before, argument: Argument(2, iqc_before))
      found = try naming(before: Argument(2, iqc_before)) { () throws(Refusal) in
        try list.changes(since: before.value, options, wantsChangeset: wanted)
      }
    }
    unsafe write(found.changeset.take(), changes, to: changeset)
    unsafe write(found.after.take(), state, to: after)
  }
}

/// NULL if there is none.
private func write<Object: Exported & ~Copyable>(
  _ made: consuming Object?, _ object: consuming NewObject<Object>,
  to output: UnsafeMutablePointer<UnsafeMutablePointer<Object.Foreign>?>?
) {
  guard let made else { return unsafe Output(optional: output).write(nil) }
  unsafe Output(optional: output).write(object.publish(made))
}
