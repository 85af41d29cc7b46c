// The header's section SNAPSHOTS: creation and destruction, and supplementaries.

import CIQList
import ListEngine

extension Snapshot: Exported {
  public static var handleKind: HandleKind { .snapshot }
  typealias Foreign = iq_snapshot
  static var name: iqc_label { iqc_snapshot }
}

@_cdecl("iq_snapshot_create") @implementation
public func iq_snapshot_create(
  _ options: UnsafePointer<iq_snapshot_options>?,
  _ snapshot: UnsafeMutablePointer<UnsafeMutablePointer<iq_snapshot>?>?
) -> iq_status {
  attempt { () throws(Refusal) in
    let options = unsafe try SnapshotOptions(options, argument: Argument(1, iqc_options))
    let output = unsafe try Output(snapshot, argument: Argument(2, iqc_snapshot))
    let object = try NewObject<Snapshot>()
    let made = Snapshot(options)
    unsafe output.write(object.publish(made))
  }
}

@_cdecl("iq_snapshot_copy") @implementation
public func iq_snapshot_copy(
  _ snapshot: UnsafePointer<iq_snapshot>?,
  _ copy: UnsafeMutablePointer<UnsafeMutablePointer<iq_snapshot>?>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let output = unsafe try Output(copy, argument: Argument(2, iqc_copy))
    let object = try NewObject<Snapshot>()
    let made = try snapshot.copy()
    unsafe output.write(object.publish(made))
  }
}

@_cdecl("iq_snapshot_destroy") @implementation
public func iq_snapshot_destroy(_ snapshot: UnsafeMutablePointer<iq_snapshot>?) {
  unsafe Pinned<Snapshot>.destroy(snapshot)
}

@_cdecl("iq_snapshot_set") @implementation
public func iq_snapshot_set(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ sections: UnsafePointer<iq_section_entry>?,
  _ section_count: Int, _ items: UnsafePointer<iq_columns>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let columns = unsafe try Columns(items, argument: Argument(4, iqc_items))
    let inputs = unsafe try sectionInputs(
      sections, section_count, items: columns.count, argument: Argument(2, iqc_sections),
      countArgument: Argument(3, iqc_section_count))
    try snapshot.set(inputs, columns)
  }
}

@_cdecl("iq_snapshot_delete_all") @implementation
public func iq_snapshot_delete_all(_ snapshot: UnsafeMutablePointer<iq_snapshot>?) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    try snapshot.deleteAll()
  }
}

@_cdecl("iq_snapshot_clear_marks") @implementation
public func iq_snapshot_clear_marks(_ snapshot: UnsafeMutablePointer<iq_snapshot>?) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    try snapshot.clearMarks()
  }
}

@_cdecl("iq_snapshot_set_supplementary") @implementation
public func iq_snapshot_set_supplementary(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ section: iq_key,
  _ supplementary: UnsafePointer<iq_supplementary>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let supplementary = unsafe try Supplementary(supplementary, argument: Argument(3, iqc_element))
    try snapshot.setSupplementary(supplementary, of: Key(section))
  }
}

@_cdecl("iq_snapshot_remove_supplementary") @implementation
public func iq_snapshot_remove_supplementary(
  _ snapshot: UnsafeMutablePointer<iq_snapshot>?, _ section: iq_key, _ kind: UInt32, _ index: UInt32
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    try snapshot.removeSupplementary(kind: kind, index: index, of: Key(section))
  }
}

extension SnapshotOptions {
  init(
    _ options: UnsafePointer<iq_snapshot_options>?, argument: Argument
  ) throws(Refusal) {
    let options = unsafe try read(options, over: iq_snapshot_options(), argument: argument)
    try check(options.duplicates, upTo: IQ_DUPLICATES_SCOPE, argument: argument.field(iqc_duplicates))
    try check(options.flags, of: IQ_SNAPSHOT_DROP_EMPTY_SECTIONS, argument: argument.field(iqc_flags))
    self.init()
    duplicates = options.duplicates
    dropsEmptySections = options.flags & IQ_SNAPSHOT_DROP_EMPTY_SECTIONS != 0
  }
}
