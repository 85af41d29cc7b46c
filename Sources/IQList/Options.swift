// The options of diffs, of updates of lists, and of submissions: three structs, each with what its calls accept.
//
//     iq_diff_options     RELOAD VERIFY KEEP_KEYS PAYLOAD                                          thresholds
//     iq_update_options   RELOAD VERIFY KEEP_KEYS PAYLOAD PLAIN KEEP_LOADING NO_STEP               ... animation
//     iq_submit_options   RELOAD VERIFY KEEP_KEYS PAYLOAD PLAIN KEEP_LOADING NO_STEP HERE EACH     ... delay, done
//
// A flag has the same number in each of them, as layout.c asserts, so that one table maps it.

import CIQList
import ListEngine

private let diffFlags = IQ_DIFF_RELOAD | IQ_DIFF_VERIFY | IQ_DIFF_KEEP_KEYS | IQ_DIFF_PAYLOAD
private let historyFlags = diffFlags | IQ_UPDATE_PLAIN | IQ_UPDATE_KEEP_LOADING
private let updateFlags = historyFlags | IQ_UPDATE_NO_STEP
private let submitFlags = updateFlags | IQ_SUBMIT_HERE | IQ_SUBMIT_EACH

extension UpdateOptions {
  init(_ options: UnsafePointer<iq_diff_options>?, argument: Argument) throws(Refusal) {
    let given = unsafe try read(options, over: iq_diff_options(), argument: argument)
    try self.init(
      given.flags, of: diffFlags, given.reload_threshold, given.splice_threshold, argument: argument)
    if given.reserved != 0 { throw Refusal(.notZero, argument: argument.field(iqc_reserved)) }
  }

  init(_ options: UnsafePointer<iq_update_options>?, argument: Argument) throws(Refusal) {
    unsafe try self.init(options, of: updateFlags, argument: argument)
  }

  /// The options of undo and redo, which have no NO_STEP.
  init(ofHistory options: UnsafePointer<iq_update_options>?, argument: Argument) throws(Refusal) {
    unsafe try self.init(options, of: historyFlags, argument: argument)
  }

  private init(
    _ options: UnsafePointer<iq_update_options>?, of flags: UInt32, argument: Argument
  ) throws(Refusal) {
    let given = unsafe try read(options, over: iq_update_options(), argument: argument)
    try self.init(given.flags, of: flags, given.reload_threshold, given.splice_threshold, argument: argument)
    animation = given.animation
  }

  fileprivate init(_ given: iq_submit_options, argument: Argument) throws(Refusal) {
    unsafe try self.init(
      given.flags, of: submitFlags, given.reload_threshold, given.splice_threshold, argument: argument)
    animation = unsafe given.animation
  }

  private init(
    _ flags: UInt32, of accepted: UInt32, _ reloadThreshold: Int, _ spliceThreshold: Int, argument: Argument
  ) throws(Refusal) {
    self.init()
    try check(flags, of: accepted, argument: argument.field(iqc_flags))
    reloads = flags & IQ_SUBMIT_RELOAD != 0
    verifies = flags & IQ_SUBMIT_VERIFY != 0
    keepsKeys = flags & IQ_SUBMIT_KEEP_KEYS != 0
    keepsPayload = flags & IQ_SUBMIT_PAYLOAD != 0
    isPlain = flags & IQ_SUBMIT_PLAIN != 0
    keepsLoading = flags & IQ_SUBMIT_KEEP_LOADING != 0
    makesNoStep = flags & IQ_SUBMIT_NO_STEP != 0
    self.reloadThreshold = Int(clamping: UInt(bitPattern: reloadThreshold))
    self.spliceThreshold = Int(clamping: UInt(bitPattern: spliceThreshold))
  }
}

extension SubmissionOptions {
  /// The update's own options, and the submission's.
  static func read(
    _ options: UnsafePointer<iq_submit_options>?, argument: Argument
  ) throws(Refusal) -> (UpdateOptions, SubmissionOptions) {
    let given = unsafe try IQList.read(options, over: iq_submit_options(), argument: argument)
    let update = unsafe try UpdateOptions(given, argument: argument)
    return (update, unsafe try SubmissionOptions(given, argument: argument))
  }

  /// The flags are checked.
  private init(_ given: iq_submit_options, argument: Argument) throws(Refusal) {
    if unsafe given.reserved != 0 { throw Refusal(.notZero, argument: argument.field(iqc_reserved)) }
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
