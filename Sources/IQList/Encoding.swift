// The header's section ENCODING.

import CIQList
import ListEngine

@_cdecl("iq_snapshot_encode") @implementation
public func iq_snapshot_encode(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ buffer: UnsafeMutableRawPointer?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let output = unsafe try BufferOutput(
      buffer, capacity, length, argument: Argument(2, iqc_buffer), lengthArgument: Argument(4, iqc_length))
    try output.writeBytes { bytes throws(Refusal) in try snapshot.encode(to: &bytes) }
  }
}

@_cdecl("iq_snapshot_decode") @implementation
public func iq_snapshot_decode(
  _ bytes: UnsafeRawPointer?, _ length: Int, _ options: UnsafePointer<iq_snapshot_options>?,
  _ snapshot: UnsafeMutablePointer<UnsafeMutablePointer<iq_snapshot>?>?
) -> iq_status {
  attempt { () throws(Refusal) in
    let bytes = unsafe try requiredBytes(bytes, argument: Argument(1, iqc_bytes))
    let options = unsafe try SnapshotOptions(options, argument: Argument(3, iqc_options))
    let output = unsafe try Output(snapshot, argument: Argument(4, iqc_snapshot))
    let object = try NewObject<Snapshot>()
    unsafe output.write(object.publish(try Snapshot.decode(bytes, length, options)))
  }
}

@_cdecl("iq_changeset_encode") @implementation
public func iq_changeset_encode(
  _ changeset: UnsafePointer<iq_changeset>?, _ buffer: UnsafeMutableRawPointer?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(changeset) { changeset throws(Refusal) in
    let output = unsafe try BufferOutput(
      buffer, capacity, length, argument: Argument(2, iqc_buffer), lengthArgument: Argument(4, iqc_length))
    try output.writeBytes { bytes throws(Refusal) in try changeset.encode(to: &bytes) }
  }
}

@_cdecl("iq_changeset_decode") @implementation
public func iq_changeset_decode(
  _ bytes: UnsafeRawPointer?, _ length: Int, _ options: UnsafePointer<iq_decode_options>?,
  _ changeset: UnsafeMutablePointer<UnsafeMutablePointer<iq_changeset>?>?
) -> iq_status {
  attempt { () throws(Refusal) in
    let bytes = unsafe try requiredBytes(bytes, argument: Argument(1, iqc_bytes))
    let limits = unsafe try DecodeLimits(options, argument: Argument(3, iqc_options))
    let output = unsafe try Output(changeset, argument: Argument(4, iqc_changeset))
    let object = try NewObject<Changeset>()
    unsafe output.write(object.publish(try Changeset.decode(bytes, length, limits)))
  }
}

extension DecodeLimits {
  fileprivate init(_ options: UnsafePointer<iq_decode_options>?, argument: Argument) throws(Refusal) {
    let given = unsafe try read(options, over: iq_decode_options(), argument: argument)
    self.init()
    items = try ListOptions.limit(given.max_items, most: items, argument: argument.field(iqc_max_items))
    sections = try ListOptions.limit(
      given.max_sections, most: sections, argument: argument.field(iqc_max_sections))
  }
}
