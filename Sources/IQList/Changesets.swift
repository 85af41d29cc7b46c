// The header's section CHANGESETS.

import CIQList
import ListEngine

extension Changeset: Exported {
  typealias Foreign = iq_changeset
  static var name: iqc_label { iqc_changeset }
}

@_cdecl("iq_diff") @implementation
public func iq_diff(
  _ before: UnsafePointer<iq_snapshot>?, _ after: UnsafePointer<iq_snapshot>?,
  _ options: UnsafePointer<iq_diff_options>?,
  _ changeset: UnsafeMutablePointer<UnsafeMutablePointer<iq_changeset>?>?
) -> iq_status {
  unsafe using(before, iqc_before) { before throws(Refusal) in
    let after = unsafe try Pinned<Snapshot>(after, argument: Argument(2, iqc_after))
    let options = unsafe try UpdateOptions(options, argument: Argument(3, iqc_options))
    let output = unsafe try Output(changeset, argument: Argument(4, iqc_changeset))
    let object = try NewObject<Changeset>()
    unsafe output.write(
      object.publish(
        try naming(before: Argument(1, iqc_before), after: Argument(2, iqc_after)) { () throws(Refusal) in
          try Changeset.between(before, after.value, options)
        }))
  }
}

@_cdecl("iq_changeset_destroy") @implementation
public func iq_changeset_destroy(_ changeset: UnsafeMutablePointer<iq_changeset>?) {
  unsafe Pinned<Changeset>.destroy(changeset)
}

@_cdecl("iq_changeset_copy") @implementation
public func iq_changeset_copy(
  _ changeset: UnsafePointer<iq_changeset>?,
  _ copy: UnsafeMutablePointer<UnsafeMutablePointer<iq_changeset>?>?
) -> iq_status {
  unsafe using(changeset) { changeset throws(Refusal) in
    let output = unsafe try Output(copy, argument: Argument(2, iqc_copy))
    let object = try NewObject<Changeset>()
    unsafe output.write(object.publish(changeset.copy()))
  }
}

@_cdecl("iq_changeset_get_summary") @implementation
public func iq_changeset_get_summary(
  _ changeset: UnsafePointer<iq_changeset>?, _ summary: UnsafeMutablePointer<iq_summary>?
) -> iq_status {
  unsafe using(changeset) { changeset throws(Refusal) in
    let output = unsafe try VersionedOutput(summary, argument: Argument(2, iqc_summary))
    output.write(
      iq_summary(changeset.summary, changeset.reload, changeset.duplicates))
  }
}

@_cdecl("iq_changeset_get_batch") @implementation
public func iq_changeset_get_batch(
  _ changeset: UnsafePointer<iq_changeset>?, _ changes: UnsafeMutablePointer<UnsafePointer<iq_change>?>?,
  _ count: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(changeset) { changeset throws(Refusal) in
    let output = unsafe try BorrowedOutput(
      changes, argument: Argument(2, iqc_changes), count, argument: Argument(3, iqc_count))
    output.write(try changeset.batch())
  }
}

@_cdecl("iq_changeset_get_steps") @implementation
public func iq_changeset_get_steps(
  _ changeset: UnsafePointer<iq_changeset>?, _ flags: UInt32,
  _ changes: UnsafeMutablePointer<UnsafePointer<iq_change>?>?, _ count: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(changeset) { changeset throws(Refusal) in
    try check(flags, of: IQ_STEPS_FLAT | IQ_STEPS_SINGLE, argument: Argument(2, iqc_flags))
    let output = unsafe try BorrowedOutput(
      changes, argument: Argument(3, iqc_changes), count, argument: Argument(4, iqc_count))
    output.write(
      try changeset.steps(flat: flags & IQ_STEPS_FLAT != 0, single: flags & IQ_STEPS_SINGLE != 0))
  }
}

@_cdecl("iq_change_get_destination") @implementation
public func iq_change_get_destination(
  _ move: UnsafePointer<iq_change>?, _ destination: UnsafeMutablePointer<UInt32>?
) -> iq_status {
  attempt { () throws(Refusal) in
    let move = unsafe UnsafeRawPointer(try required(move, argument: Argument(1, iqc_move))).loadUnaligned(
      as: Change.self)
    let output = unsafe try Output(destination, argument: Argument(2, iqc_destination))
    guard let destination = move.destinationBeforeRemoval else {
      throw Refusal(.notMove, argument: Argument(1, iqc_move))
    }
    output.write(destination)
  }
}

@_cdecl("iq_changeset_get_splices") @implementation
public func iq_changeset_get_splices(
  _ changeset: UnsafePointer<iq_changeset>?, _ flags: UInt32,
  _ splices: UnsafeMutablePointer<UnsafePointer<iq_splice>?>?, _ count: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(changeset) { changeset throws(Refusal) in
    try check(flags, of: IQ_SPLICES_WITHOUT_UPDATES, argument: Argument(2, iqc_flags))
    let output = unsafe try BorrowedOutput(
      splices, argument: Argument(3, iqc_splices), count, argument: Argument(4, iqc_count))
    output.write(try changeset.splices(updates: flags & IQ_SPLICES_WITHOUT_UPDATES == 0))
  }
}

@_cdecl("iq_changeset_map_position") @implementation
public func iq_changeset_map_position(
  _ changeset: UnsafePointer<iq_changeset>?, _ side: iq_side, _ position: iq_position,
  _ other: UnsafeMutablePointer<iq_position>?
) -> iq_status {
  unsafe using(changeset) { changeset throws(Refusal) in
    let side = try Side(side, argument: Argument(2, iqc_side))
    let output = unsafe try Output(other, argument: Argument(4, iqc_other))
    let found = try naming(Argument(3, iqc_position)) { () throws(Refusal) in
      try changeset.position(of: Position(position), from: side)
    }
    output.write(iq_position(found))
  }
}

@_cdecl("iq_changeset_get_map") @implementation
public func iq_changeset_get_map(
  _ changeset: UnsafePointer<iq_changeset>?, _ side: iq_side,
  _ map: UnsafeMutablePointer<UnsafePointer<UInt32>?>?,
  _ count: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(changeset) { changeset throws(Refusal) in
    let side = try Side(side, argument: Argument(2, iqc_side))
    let output = unsafe try BorrowedOutput(
      map, argument: Argument(3, iqc_map), count, argument: Argument(4, iqc_count))
    output.write(try changeset.counterparts(from: side))
  }
}

@_cdecl("iq_changeset_find_key") @implementation
public func iq_changeset_find_key(
  _ changeset: UnsafePointer<iq_changeset>?, _ section: UnsafePointer<iq_key>?, _ key: iq_key,
  _ before: UnsafeMutablePointer<iq_position>?, _ after: UnsafeMutablePointer<iq_position>?
) -> iq_status {
  unsafe using(changeset) { changeset throws(Refusal) in
    let first = unsafe try Output(before, argument: Argument(4, iqc_before))
    let second = unsafe try Output(after, argument: Argument(5, iqc_after))
    let found = try changeset.find(Key(key), inSection: unsafe Key(optional: section))
    first.write(iq_position(found.before))
    second.write(iq_position(found.after))
  }
}
