// The header's section DERIVED LISTS.

import CIQList
import ListEngine

@_cdecl("iq_list_derive") @implementation
public func iq_list_derive(
  _ source: UnsafeMutablePointer<iq_list>?, _ options: UnsafePointer<iq_derive_options>?,
  _ list: UnsafeMutablePointer<UnsafeMutablePointer<iq_list>?>?
) -> iq_status {
  let pointer = unsafe source
  return unsafe using(source, iqc_source) { source throws(Refusal) in
    let options = unsafe try DeriveOptions(options, argument: Argument(2, iqc_options))
    let output = unsafe try Output(list, argument: Argument(3, iqc_list))
    let handle = try source.derive(Handle(bits: UInt64(UInt(bitPattern: pointer))), options)
    unsafe output.write(UnsafeMutablePointer(bitPattern: UInt(handle.bits)))
  }
}

@_cdecl("iq_list_set_filter") @implementation
public func iq_list_set_filter(
  _ list: UnsafeMutablePointer<iq_list>?, _ filter: UnsafePointer<iq_filter>?,
  _ options: UnsafePointer<iq_submit_options>?, _ ticket: UnsafeMutablePointer<UInt64>?
) -> iq_status {
  let pointer = unsafe list
  return unsafe using(list) { list throws(Refusal) in
    let given = unsafe try read(filter, over: iq_filter(), argument: Argument(2, iqc_filter))
    let (update, submission) = unsafe try SubmissionOptions.read(options, argument: Argument(3, iqc_options))
    let handle = Handle(bits: UInt64(UInt(bitPattern: pointer)))
    let filter = Argument(2, iqc_filter)
    let taken = try naming(object: Argument(1, iqc_list), target: filter.field(iqc_version)) {
      () throws(Refusal) in
      unsafe try list.setFilter(
        handle, Filter(given, argument: filter), bits: given.bits, version: given.version, update, submission)
    }
    unsafe Output(optional: ticket).write(taken)
  }
}

@_cdecl("iq_list_get_filter") @implementation
public func iq_list_get_filter(
  _ list: UnsafePointer<iq_list>?, _ kind: UnsafeMutablePointer<UInt32>?,
  _ ticket: UnsafeMutablePointer<UInt64>?,
  _ waiting: UnsafeMutablePointer<UInt64>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let found = try naming(object: Argument(1, iqc_list)) { () throws(Refusal) in try list.filter() }
    unsafe Output(optional: kind).write(found.kind.rawValue)
    unsafe Output(optional: ticket).write(found.ticket)
    unsafe Output(optional: waiting).write(found.waiting)
  }
}

extension DeriveOptions {
  /// NULL: an outline without flags.
  fileprivate init(_ options: UnsafePointer<iq_derive_options>?, argument: Argument) throws(Refusal) {
    let given = unsafe try read(options, over: iq_derive_options(), argument: argument)
    guard let kind = Kind(rawValue: given.kind) else {
      throw Refusal(.unknownValue, argument: argument.field(iqc_kind), value: Int(given.kind))
    }
    let flags = DeriveFlags(rawValue: given.flags)
    try check(given.flags, of: DeriveFlags.all.rawValue, argument: argument.field(iqc_flags))
    if !flags.isSubset(of: .of(kind)) {
      throw Refusal(.otherKindFlags, argument: argument.field(iqc_flags), value: Int(given.flags))
    }
    if flags.excludeEachOther {
      throw Refusal(.flagsExclude, argument: argument.field(iqc_flags), value: Int(given.flags))
    }
    self.init(kind, flags)
  }
}

extension Filter {
  fileprivate init(_ given: iq_filter, argument: Argument) throws(Refusal) {
    let isChangeRead = unsafe given.bits == nil
    if unsafe given.reserved != 0 { throw Refusal(.notZero, argument: argument.field(iqc_reserved)) }
    if isChangeRead {
      unsafe try check(given.change, upTo: IQ_FILTER_LOOSER, argument: argument.field(iqc_change))
    }
    let one = unsafe given.passes.map { unsafe unsafeBitCast($0, to: UnsafeRawPointer.self) }
    let batch = unsafe given.passes_batch.map { unsafe unsafeBitCast($0, to: UnsafeRawPointer.self) }
    if unsafe batch != nil && one != nil {
      throw Refusal(.otherFilter, argument: argument.field(iqc_passes_batch))
    }
    let function = unsafe one ?? batch
    if unsafe given.bits != nil && function != nil {
      throw Refusal(.otherFilter, argument: argument.field(iqc_bits))
    }
    let kind: Kind = unsafe function != nil ? .function : given.bits != nil ? .bits : .everything
    unsafe self.init(kind, given.change, function, isBatch: batch != nil, given.context, given.destroy)
  }
}
