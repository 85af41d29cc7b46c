// The header's section DERIVED LISTS.

import CIQList
import ListEngine

@_cdecl("iq_list_derive") @implementation
public func iq_list_derive(
  _ source: UnsafeMutablePointer<iq_list>?, _ options: UnsafePointer<iq_derive_options>?,
  _ list: UnsafeMutablePointer<UnsafeMutablePointer<iq_list>?>?
) -> iq_status {
  let pointer = unsafe source
  return unsafe using(source) { source throws(Refusal) in
    let given = unsafe try read(options, over: iq_derive_options(), argument: 2)
    let options = DeriveOptions(rawValue: given.flags)
    guard options.isValid && given.reserved == 0 else { throw Refusal(.argument, argument: 2) }
    let output = unsafe try Output(list, argument: 3)
    let handle = try source.derive(Handle(bits: UInt64(UInt(bitPattern: pointer))), options)
    unsafe output.write(UnsafeMutablePointer(bitPattern: UInt(handle.bits)))
  }
}

@_cdecl("iq_list_set_filter") @implementation
public func iq_list_set_filter(
  _ list: UnsafeMutablePointer<iq_list>?, _ filter: UnsafePointer<iq_filter>?,
  _ options: UnsafePointer<iq_diff_options>?, _ ticket: UnsafeMutablePointer<UInt64>?
) -> iq_status {
  let pointer = unsafe list
  return unsafe using(list) { list throws(Refusal) in
    let given = unsafe try read(filter, over: iq_filter(), argument: 2)
    let update = unsafe try UpdateOptions(options, argument: 3, accepting: SubmissionOptions.flags)
    let submission = unsafe try SubmissionOptions(options, argument: 3)
    let handle = Handle(bits: UInt64(UInt(bitPattern: pointer)))
    let taken = unsafe try list.setFilter(
      handle, Filter(given), bits: given.bits, version: given.version, update, submission)
    unsafe Output(optional: ticket).write(taken)
  }
}

extension Filter {
  fileprivate init(_ given: iq_filter) throws(Refusal) {
    let isChangeRead = unsafe given.bits == nil
    guard unsafe given.reserved == 0 && (!isChangeRead || given.change <= IQ_FILTER_LOOSER) else {
      throw Refusal(.argument, argument: 2)
    }
    if unsafe given.bits != nil && given.passes != nil { throw Refusal(.argument, argument: 2) }
    let kind: Kind =
      unsafe given.passes != nil ? .function : given.bits != nil ? .bits : .everything
    let passes = unsafe given.passes.map { unsafe unsafeBitCast($0, to: UnsafeRawPointer.self) }
    unsafe self.init(kind, given.change, passes, given.context, given.destroy)
  }
}
