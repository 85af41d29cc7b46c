// The header's section KEYS AND HASHING.

import CIQList
import CPlatform
import ListEngine

@_cdecl("iq_key_from_bytes") @implementation
public func iq_key_from_bytes(
  _ bytes: UnsafeRawPointer?, _ length: Int, _ key: UnsafeMutablePointer<iq_key>?
) -> iq_status {
  attempt { () throws(Refusal) in
    let bytes = unsafe try requiredBytes(bytes, argument: Argument(1, iqc_bytes))
    guard length > 0 else {
      throw length == 0
        ? Refusal(.empty, argument: Argument(2, iqc_length))
        : Refusal(.tooLarge, argument: Argument(2, iqc_length), value: length, limit: .max)
    }
    let output = unsafe try Output(key, argument: Argument(3, iqc_key))
    output.write(unsafe iq_key(Key(bytes: bytes, count: length)))
  }
}

@_cdecl("iq_key_from_digest") @implementation
public func iq_key_from_digest(
  _ digest: UnsafeRawPointer?, _ length: Int, _ key: UnsafeMutablePointer<iq_key>?
) -> iq_status {
  attempt { () throws(Refusal) in
    let digest = unsafe try requiredBytes(digest, argument: Argument(1, iqc_digest))
    guard length >= 16 || length < 0 else {
      throw Refusal(.tooShortDigest, argument: Argument(2, iqc_length), value: length)
    }
    let output = unsafe try Output(key, argument: Argument(3, iqc_key))
    output.write(unsafe iq_key(Key(bytes: digest, count: 16)))
  }
}

@_cdecl("iq_key_from_u64") @implementation
public func iq_key_from_u64(_ value: UInt64) -> iq_key { iq_key(Key(value)) }

@_cdecl("iq_hasher_init") @implementation
public func iq_hasher_init(_ hasher: UnsafeMutablePointer<iq_hasher>?) -> iq_status {
  attempt { () throws(Refusal) in
    let output = unsafe try Output(hasher, argument: Argument(1, iqc_hasher))
    output.write(iq_hasher(FieldHasher()))
  }
}

@_cdecl("iq_hasher_add_unsigned") @implementation
public func iq_hasher_add_unsigned(
  _ hasher: UnsafeMutablePointer<iq_hasher>?, _ value: UInt64
) -> iq_status {
  attempt { () throws(Refusal) in unsafe try change(hasher) { fields in fields.add(value) } }
}

@_cdecl("iq_hasher_add_signed") @implementation
public func iq_hasher_add_signed(
  _ hasher: UnsafeMutablePointer<iq_hasher>?, _ value: Int64
) -> iq_status {
  attempt { () throws(Refusal) in unsafe try change(hasher) { fields in fields.add(value) } }
}

@_cdecl("iq_hasher_add_double") @implementation
public func iq_hasher_add_double(
  _ hasher: UnsafeMutablePointer<iq_hasher>?, _ value: Double
) -> iq_status {
  attempt { () throws(Refusal) in unsafe try change(hasher) { fields in fields.add(value) } }
}

@_cdecl("iq_hasher_add_bytes") @implementation
public func iq_hasher_add_bytes(
  _ hasher: UnsafeMutablePointer<iq_hasher>?, _ bytes: UnsafeRawPointer?, _ length: Int
) -> iq_status {
  attempt { () throws(Refusal) in
    unsafe try change(hasher) { fields throws(Refusal) in
      unsafe try check(bytes, length, argument: Argument(2, iqc_bytes))
      unsafe fields.add(bytes: bytes, count: length)
    }
  }
}

@_cdecl("iq_hasher_add_string") @implementation
public func iq_hasher_add_string(
  _ hasher: UnsafeMutablePointer<iq_hasher>?, _ string: UnsafePointer<CChar>?, _ length: Int
) -> iq_status {
  attempt { () throws(Refusal) in
    unsafe try change(hasher) { fields throws(Refusal) in
      let length =
        unsafe length == sizeMax
        ? Int(strlen(try required(string, argument: Argument(2, iqc_string)))) : length
      unsafe try check(string, length, argument: Argument(2, iqc_string))
      unsafe fields.add(string: string, count: length)
    }
  }
}

@_cdecl("iq_hasher_add_key") @implementation
public func iq_hasher_add_key(_ hasher: UnsafeMutablePointer<iq_hasher>?, _ key: iq_key) -> iq_status {
  attempt { () throws(Refusal) in unsafe try change(hasher) { fields in fields.add(Key(key)) } }
}

@_cdecl("iq_hasher_add_bool") @implementation
public func iq_hasher_add_bool(_ hasher: UnsafeMutablePointer<iq_hasher>?, _ value: CInt) -> iq_status {
  attempt { () throws(Refusal) in unsafe try change(hasher) { fields in fields.add(value != 0) } }
}

@_cdecl("iq_hasher_add_nothing") @implementation
public func iq_hasher_add_nothing(_ hasher: UnsafeMutablePointer<iq_hasher>?) -> iq_status {
  attempt { () throws(Refusal) in unsafe try change(hasher) { fields in fields.addNothing() } }
}

@_cdecl("iq_hasher_get_key") @implementation
public func iq_hasher_get_key(
  _ hasher: UnsafePointer<iq_hasher>?, _ key: UnsafeMutablePointer<iq_key>?
) -> iq_status {
  attempt { () throws(Refusal) in
    let fields = unsafe try started(hasher)
    let output = unsafe try Output(key, argument: Argument(2, iqc_key))
    output.write(iq_key(fields.key))
  }
}

@_cdecl("iq_hasher_get_content") @implementation
public func iq_hasher_get_content(
  _ hasher: UnsafePointer<iq_hasher>?, _ content: UnsafeMutablePointer<UInt64>?
) -> iq_status {
  attempt { () throws(Refusal) in
    let fields = unsafe try started(hasher)
    let output = unsafe try Output(content, argument: Argument(2, iqc_content))
    output.write(fields.content)
  }
}

@_cdecl("iq_hash_records") @implementation
public func iq_hash_records(
  _ fields: UnsafeRawPointer?, _ length: Int, _ ends: UnsafePointer<Int>?, _ count: Int,
  _ keys: UnsafeMutablePointer<iq_key>?, _ contents: UnsafeMutablePointer<UInt64>?
) -> iq_status {
  attempt { () throws(Refusal) in
    if count == 0 { return }
    guard count > 0 else {
      throw Refusal(.tooLarge, argument: Argument(4, iqc_count), value: count, limit: .max)
    }
    let ends = unsafe UnsafeRawPointer(try required(ends, argument: Argument(3, iqc_ends)))
    guard length >= 0 else {
      throw Refusal(.tooLarge, argument: Argument(2, iqc_length), value: length, limit: .max)
    }
    guard unsafe fields != nil || length == 0 else {
      throw Refusal(.null, argument: Argument(1, iqc_fields))
    }
    let records = try naming(Argument(3, iqc_ends)) { () throws(Refusal) in
      unsafe try Records(fields: fields, length: length, ends: ends, count: count)
    }
    let keys = unsafe Output(optional: keys)
    let contents = unsafe Output(optional: contents)
    records.forEach { record, hasher in
      keys.write(iq_key(hasher.key), at: record)
      contents.write(hasher.content, at: record)
    }
  }
}

/// SIZE_MAX as a Swift Int (a size_t imports as Int).
private let sizeMax = -1

/// Reads the host's hasher and refuses one that is not initialised.
private func started(_ hasher: UnsafePointer<iq_hasher>?) throws(Refusal) -> FieldHasher {
  let hasher = unsafe try UnsafeRawPointer(required(hasher, argument: Argument(1, iqc_hasher)))
  let fields = unsafe hasher.loadUnaligned(as: FieldHasher.self)
  guard fields.isStarted else { throw Refusal(.notInitialized, argument: Argument(1, iqc_hasher)) }
  return fields
}

@inline(__always) private func change(
  _ hasher: UnsafeMutablePointer<iq_hasher>?, _ body: (inout FieldHasher) throws(Refusal) -> Void
) throws(Refusal) {
  var fields = unsafe try started(UnsafePointer(hasher))
  try body(&fields)
  let output = unsafe try Output(hasher, argument: Argument(1, iqc_hasher))
  output.write(iq_hasher(fields))
}

private func check(_ bytes: UnsafeRawPointer?, _ length: Int, argument: Argument) throws(Refusal) {
  guard unsafe bytes != nil || length == 0 else { throw Refusal(.null, argument: argument) }
  guard length >= 0 else {
    throw Refusal(.tooLarge, argument: Argument(3, iqc_length), value: length, limit: .max)
  }
}
