// While a host callback runs (retain, release, equal, changed), the thread may hold an update lock or a
// snapshot's mark. A call made from inside the callback therefore never waits for another thread: it returns
// busy. Otherwise two threads whose callbacks change each other's list would deadlock.
//
//     thread 1   sets list A ── retain ── sets list B: busy, because thread 2 is updating it
//     thread 2   sets list B ── retain ── sets list A: busy, because thread 1 is updating it

import CPlatform

enum HostCall {
  /// Whether the calling thread is inside a host callback.
  static var isUnderWay: Bool { unsafe iqp_host_calls().pointee != 0 }

  @inline(__always) static func run<Result>(_ body: () -> Result) -> Result {
    unsafe iqp_host_calls().pointee += 1
    defer { unsafe iqp_host_calls().pointee -= 1 }
    return body()
  }

  /// Like `run`, for use while a refusal is being thrown: a call inside the callback may be refused and
  /// overwrite the thread's detail, so the outer detail is restored.
  @inline(__always) static func runKeepingDetail(_ body: () -> Void) {
    let detail = Refusal.Detail.latest
    run(body)
    Refusal.Detail.latest = detail
  }
}
