// The header's section ENCODING.

import CIQList
import ListEngine

@_cdecl("iq_snapshot_encode") @implementation
public func iq_snapshot_encode(
  _ snapshot: UnsafePointer<iq_snapshot>?, _ buffer: UnsafeMutableRawPointer?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(snapshot) { snapshot throws(Refusal) in
    let output = unsafe try BufferOutput(buffer, capacity, length, argument: 2)
    try output.writeBytes { bytes throws(Refusal) in try snapshot.encode(to: &bytes) }
  }
}

@_cdecl("iq_snapshot_decode") @implementation
public func iq_snapshot_decode(
  _ bytes: UnsafeRawPointer?, _ length: Int, _ options: UnsafePointer<iq_snapshot_options>?,
  _ snapshot: UnsafeMutablePointer<UnsafeMutablePointer<iq_snapshot>?>?
) -> iq_status {
  attempt { () throws(Refusal) in
    let bytes = unsafe try requiredBytes(bytes, argument: 1)
    let options = unsafe try SnapshotOptions(options, argument: 3)
    let output = unsafe try Output(snapshot, argument: 4)
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
    let output = unsafe try BufferOutput(buffer, capacity, length, argument: 2)
    try output.writeBytes { bytes throws(Refusal) in try changeset.encode(to: &bytes) }
  }
}

@_cdecl("iq_changeset_decode") @implementation
public func iq_changeset_decode(
  _ bytes: UnsafeRawPointer?, _ length: Int, _ options: UnsafePointer<iq_decode_options>?,
  _ changeset: UnsafeMutablePointer<UnsafeMutablePointer<iq_changeset>?>?
) -> iq_status {
  attempt { () throws(Refusal) in
    let bytes = unsafe try requiredBytes(bytes, argument: 1)
    let limits = unsafe try DecodeLimits(options, argument: 3)
    let output = unsafe try Output(changeset, argument: 4)
    let object = try NewObject<Changeset>()
    unsafe output.write(object.publish(try Changeset.decode(bytes, length, limits)))
  }
}

extension DecodeLimits {
  fileprivate init(_ options: UnsafePointer<iq_decode_options>?, argument: UInt32) throws(Refusal) {
    let given = unsafe try read(options, over: iq_decode_options(), argument: argument)
    self.init()
    guard let items = ListOptions.limit(given.max_items, most: items),
      let sections = ListOptions.limit(given.max_sections, most: sections)
    else { throw Refusal(.argument, argument: argument) }
    self.items = items
    self.sections = sections
  }
}
