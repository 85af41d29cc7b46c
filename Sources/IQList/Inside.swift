// The header's section LOOKING INSIDE.

import CIQList
import ListEngine

@_cdecl("iq_list_dump") @implementation
public func iq_list_dump(
  _ list: UnsafePointer<iq_list>?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let output = unsafe try BufferOutput(
      buffer, capacity, length, argument: Argument(2, iqc_buffer), lengthArgument: Argument(4, iqc_length))
    try output.writeText { text throws(Refusal) in try list.dump(to: &text) }
  }
}

@_cdecl("iq_snapshot_dump") @implementation
public func iq_snapshot_dump(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let output = unsafe try BufferOutput(
      buffer, capacity, length, argument: Argument(2, iqc_buffer), lengthArgument: Argument(4, iqc_length))
    try output.writeText { text throws(Refusal) in try snapshot.dump(to: &text) }
  }
}

@_cdecl("iq_changeset_dump") @implementation
public func iq_changeset_dump(
  _ changeset: UnsafePointer<iq_changeset>?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(changeset) { changeset throws(Refusal) in
    let output = unsafe try BufferOutput(
      buffer, capacity, length, argument: Argument(2, iqc_buffer), lengthArgument: Argument(4, iqc_length))
    try output.writeText { text throws(Refusal) in try changeset.dump(to: &text) }
  }
}

@_cdecl("iq_changeset_explain") @implementation
public func iq_changeset_explain(
  _ changeset: UnsafePointer<iq_changeset>?, _ side: iq_side, _ position: iq_position,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(changeset) { changeset throws(Refusal) in
    let side = try Side(side, argument: Argument(2, iqc_side))
    let output = unsafe try BufferOutput(
      buffer, capacity, length, argument: Argument(4, iqc_buffer), lengthArgument: Argument(6, iqc_length))
    try output.writeText { text throws(Refusal) in
      try naming(Argument(3, iqc_position)) { () throws(Refusal) in
        try changeset.explain(Position(position), from: side, to: &text)
      }
    }
  }
}

@_cdecl("iq_list_get_statistics") @implementation
public func iq_list_get_statistics(
  _ list: UnsafePointer<iq_list>?, _ statistics: UnsafeMutablePointer<iq_statistics>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let output = unsafe try VersionedOutput(statistics, argument: Argument(2, iqc_statistics))
    let found = try list.statistics()
    output.write(iq_statistics(found.last, found.sizes))
  }
}

extension iq_statistics {
  /// Fills everything except struct_size.
  fileprivate init(_ last: UpdateStatistics, _ sizes: StorageSizes) {
    self.init(
      struct_size: 0, changes: iq_summary(last.changes, last.reload, last.duplicates),
      match_nanoseconds: last.matchNanoseconds, solve_nanoseconds: last.solveNanoseconds,
      prepare_nanoseconds: last.prepareNanoseconds, commit_nanoseconds: last.commitNanoseconds,
      lookups: last.lookups, leaves_compared: last.leavesCompared, leaves_kept: last.leavesKept,
      leaves_written: last.leavesWritten, tree_bytes: sizes.tree, index_bytes: sizes.index,
      slot_bytes: sizes.slots, scratch_bytes: last.scratchBytes)
  }
}
