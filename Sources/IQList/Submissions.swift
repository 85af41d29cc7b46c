// The header's section UPDATES FROM THREADS.

import CIQList
import ListEngine

@_cdecl("iq_list_submit") @implementation
public func iq_list_submit(
  _ list: UnsafeMutablePointer<iq_list>?, _ snapshot: UnsafePointer<iq_snapshot>?,
  _ options: UnsafePointer<iq_submit_options>?, _ ticket: UnsafeMutablePointer<UInt64>?
) -> iq_status {
  unsafe using(list) { pinned throws(Refusal) in
    let snapshot = unsafe try Pinned<Snapshot>(snapshot, argument: Argument(2, iqc_snapshot))
    let (update, submission) = unsafe try SubmissionOptions.read(options, argument: Argument(3, iqc_options))
    let handle = Handle(bits: UInt64(UInt(bitPattern: list)))
    let taken = try pinned.submit(handle, snapshot.value, update, submission)
    unsafe Output(optional: ticket).write(taken)
  }
}

@_cdecl("iq_list_cancel") @implementation
public func iq_list_cancel(_ list: UnsafeMutablePointer<iq_list>?, _ ticket: UInt64) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    try naming(Argument(2, iqc_ticket)) { () throws(Refusal) in try list.cancel(ticket) }
  }
}

@_cdecl("iq_list_hold") @implementation
public func iq_list_hold(_ list: UnsafeMutablePointer<iq_list>?) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    try naming(object: Argument(1, iqc_list)) { () throws(Refusal) in try list.hold() }
  }
}

@_cdecl("iq_list_resume") @implementation
public func iq_list_resume(_ list: UnsafeMutablePointer<iq_list>?) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    try naming(object: Argument(1, iqc_list)) { () throws(Refusal) in try list.resume() }
  }
}

@_cdecl("iq_list_get_wakeup") @implementation
public func iq_list_get_wakeup(
  _ list: UnsafeMutablePointer<iq_list>?, _ descriptor: UnsafeMutablePointer<CInt>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let output = unsafe try Output(descriptor, argument: Argument(2, iqc_descriptor))
    output.write(try list.wakeup())
  }
}
