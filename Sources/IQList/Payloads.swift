// The header's section CHANGESETS WITH A PAYLOAD.

import CIQList
import ListEngine

@_cdecl("iq_changeset_apply") @implementation
@_optimize(size) public func iq_changeset_apply(
  _ changeset: UnsafePointer<iq_changeset>?, _ snapshot: UnsafeMutablePointer<iq_snapshot>?
) -> iq_status {
  unsafe using(changeset) { changeset throws(Refusal) in
    let snapshot = unsafe try Pinned<Snapshot>(snapshot, argument: Argument(2, iqc_snapshot))
    try snapshot.value.apply(changeset)
  }
}

@_cdecl("iq_changeset_apply_to_list") @implementation
@_optimize(size) public func iq_changeset_apply_to_list(
  _ changeset: UnsafePointer<iq_changeset>?, _ list: UnsafeMutablePointer<iq_list>?,
  _ options: UnsafePointer<iq_update_options>?,
  _ applied: UnsafeMutablePointer<UnsafeMutablePointer<iq_changeset>?>?
) -> iq_status {
  unsafe using(changeset) { changeset throws(Refusal) in
    let list = unsafe try Pinned<List>(list, argument: Argument(2, iqc_list))
    let options = unsafe try UpdateOptions(options, argument: Argument(3, iqc_options))
    unsafe try handOut(applied) { wanted throws(Refusal) in
      try list.value.apply(changeset, options, wantsChangeset: wanted)
    }
  }
}

@_cdecl("iq_changeset_invert") @implementation
public func iq_changeset_invert(
  _ changeset: UnsafePointer<iq_changeset>?,
  _ inverse: UnsafeMutablePointer<UnsafeMutablePointer<iq_changeset>?>?
) -> iq_status {
  unsafe using(changeset) { changeset throws(Refusal) in
    let output = unsafe try Output(inverse, argument: Argument(2, iqc_inverse))
    let object = try NewObject<Changeset>()
    unsafe output.write(object.publish(try changeset.inverse()))
  }
}

@_cdecl("iq_changeset_compose") @implementation
@_optimize(size) public func iq_changeset_compose(
  _ first: UnsafePointer<iq_changeset>?, _ second: UnsafePointer<iq_changeset>?,
  _ both: UnsafeMutablePointer<UnsafeMutablePointer<iq_changeset>?>?
) -> iq_status {
  unsafe using(first, iqc_first) { first throws(Refusal) in
    let second = unsafe try Pinned<Changeset>(second, argument: Argument(2, iqc_second))
    let output = unsafe try Output(both, argument: Argument(3, iqc_combined))
    let object = try NewObject<Changeset>()
    unsafe output.write(object.publish(try first.composed(with: second.value)))
  }
}
