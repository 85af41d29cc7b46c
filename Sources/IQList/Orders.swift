// The header's section ORDER.

import CIQList
import ListEngine

@_cdecl("iq_rank_from_unsigned") @implementation
public func iq_rank_from_unsigned(_ value: UInt64) -> iq_rank { iq_rank(high: value, low: 0) }

@_cdecl("iq_rank_from_signed") @implementation
public func iq_rank_from_signed(_ value: Int64) -> iq_rank { iq_rank(Rank(signed: value)) }

@_cdecl("iq_rank_from_double") @implementation
public func iq_rank_from_double(_ value: Double) -> iq_rank { iq_rank(Rank(value)) }

@_cdecl("iq_rank_from_bytes") @implementation
public func iq_rank_from_bytes(_ bytes: UnsafeRawPointer?, _ length: Int, _ depth: UInt32) -> iq_rank {
  unsafe iq_rank(Rank(bytes, count: length, depth: depth))
}

@_cdecl("iq_list_set_order") @implementation
public func iq_list_set_order(
  _ list: UnsafeMutablePointer<iq_list>?, _ order: UnsafePointer<iq_order>?,
  _ options: UnsafePointer<iq_submit_options>?, _ ticket: UnsafeMutablePointer<UInt64>?
) -> iq_status {
  let pointer = unsafe list
  return unsafe using(list) { list throws(Refusal) in
    let given = unsafe try read(order, over: iq_order(), argument: Argument(2, iqc_order))
    let (update, submission) = unsafe try SubmissionOptions.read(options, argument: Argument(3, iqc_options))
    let handle = Handle(bits: UInt64(UInt(bitPattern: pointer)))
    let taken = try naming(object: Argument(1, iqc_list)) { () throws(Refusal) in
      if unsafe list.isGrouped && given.ask == nil {
        let argument = Argument(2, iqc_order)
        throw Refusal(.null, argument: unsafe order == nil ? argument : argument.field(iqc_ask))
      }
      return unsafe try list.setOrder(
        handle, SortOrder(given, argument: Argument(2, iqc_order)), update, submission)
    }
    unsafe Output(optional: ticket).write(taken)
  }
}

@_cdecl("iq_list_get_order") @implementation
public func iq_list_get_order(
  _ list: UnsafePointer<iq_list>?, _ flags: UnsafeMutablePointer<UInt32>?,
  _ ticket: UnsafeMutablePointer<UInt64>?,
  _ waiting: UnsafeMutablePointer<UInt64>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let found = try naming(object: Argument(1, iqc_list)) { () throws(Refusal) in try list.order() }
    unsafe Output(optional: flags).write(found.flags.rawValue)
    unsafe Output(optional: ticket).write(found.ticket)
    unsafe Output(optional: waiting).write(found.waiting)
  }
}

extension iq_rank {
  fileprivate init(_ rank: Rank) { self.init(high: rank.high, low: rank.low) }
}

extension SortOrder {
  fileprivate init(_ given: iq_order, argument: Argument) throws(Refusal) {
    unsafe try check(given.flags, of: OrderFlags.all.rawValue, argument: argument.field(iqc_flags))
    var functions = Functions()
    functions.ask = unsafe given.ask.map { unsafe unsafeBitCast($0, to: UInt.self) } ?? 0
    functions.describe = unsafe given.describe.map { unsafe unsafeBitCast($0, to: UInt.self) } ?? 0
    functions.compare = unsafe given.compare.map { unsafe unsafeBitCast($0, to: UInt.self) } ?? 0
    unsafe functions.context = given.context
    unsafe functions.destroy = given.destroy
    unsafe self.init(OrderFlags(rawValue: given.flags), batch: Int(given.batch), functions)
  }
}
