// A file descriptor that is readable while a poll of its list would find something to do. It is made when the host
// asks for it. After a fork it belongs to the parent: the child closes its copy and gets one of its own.
//
//     work    0   1   2   1       a poll that leaves something     0
//     edge        ^               ^                                        a write; readable from the first to the 0

import CPlatform

struct Wakeup: ~Copyable {
  private var descriptor: Int32 = -1
  private var process: Int32 = 0
  private var isReadable = false

  init() {}

  deinit { if descriptor >= 0 { iqp_close(descriptor) } }

  mutating func make(readable: Bool) throws(Refusal) -> Int32 {
    if descriptor >= 0 && process != iqp_process() {
      iqp_close(descriptor)
      descriptor = -1
    }
    if descriptor < 0 {
      let made = iqp_make_descriptor()
      // The process or the machine has no descriptor left.
      if made < 0 { throw Refusal(.descriptorLimit) }
      descriptor = made
      process = iqp_process()
      isReadable = false
    }
    set(readable: readable)
    return descriptor
  }

  mutating func set(readable: Bool) {
    if descriptor < 0 || readable == isReadable || process != iqp_process() { return }
    isReadable = readable
    if readable { iqp_make_readable(descriptor) } else { iqp_make_unreadable(descriptor) }
  }

  /// Another edge, if it is readable.
  func renew() { if isReadable && process == iqp_process() { iqp_make_readable(descriptor) } }
}
