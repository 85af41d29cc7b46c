// The header's section UPDATES FROM THREADS.

import CIQList
import ListEngine

@_cdecl("iq_list_submit") @implementation
public func iq_list_submit(
  _ list: UnsafeMutablePointer<iq_list>?, _ snapshot: UnsafePointer<iq_snapshot>?,
  _ options: UnsafePointer<iq_diff_options>?, _ ticket: UnsafeMutablePointer<UInt64>?
) -> iq_status {
  unsafe using(list) { pinned throws(Refusal) in
    let snapshot = unsafe try Pinned<Snapshot>(snapshot, argument: Argument(2, iqc_snapshot))
    let update = unsafe try UpdateOptions(
      options, argument: Argument(3, iqc_options), accepting: SubmissionOptions.flags)
    let submission = unsafe try SubmissionOptions(options, argument: Argument(3, iqc_options))
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

@_cdecl("iq_list_wakeup") @implementation
public func iq_list_wakeup(
  _ list: UnsafeMutablePointer<iq_list>?, _ descriptor: UnsafeMutablePointer<CInt>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let output = unsafe try Output(descriptor, argument: Argument(2, iqc_descriptor))
    output.write(try list.wakeup())
  }
}

extension SubmissionOptions {
  static let flags = UpdateOptions.updateFlags | IQ_SUBMIT_HERE | IQ_SUBMIT_EACH

  /// The flags are checked.
  init(_ options: UnsafePointer<iq_diff_options>?, argument: Argument) throws(Refusal) {
    let given = unsafe try read(options, over: iq_diff_options(), first: 24, argument: argument)
    self.init()
    isHere = unsafe given.flags & IQ_SUBMIT_HERE != 0
    isEach = unsafe given.flags & IQ_SUBMIT_EACH != 0
    delayMilliseconds = unsafe given.delay_milliseconds
    unsafe done = given.done
    unsafe context = given.context
    if isHere && delayMilliseconds != 0 {
      throw Refusal(
        .delayHere, argument: argument.field(iqc_delay_milliseconds), value: Int(delayMilliseconds))
    }
  }
}
