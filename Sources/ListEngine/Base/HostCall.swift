// While a function of the host runs (retain, release, equal, changed), the thread may hold an update lock or a
// snapshot's mark. So what the host calls from there never waits for another thread's: it answers busy.
// Else two threads whose callbacks change each other's list would wait for good.
//
//     thread 1   list A is being set ── retain ── sets list B: busy, as thread 2 is at it
//     thread 2   list B is being set ── retain ── sets list A: busy, as thread 1 is at it

import CPlatform

enum HostCall {
  /// Whether the calling thread is inside a function of the host.
  static var isUnderWay: Bool { unsafe iqp_host_calls().pointee != 0 }

  @inline(__always) static func run<Result>(_ body: () -> Result) -> Result {
    unsafe iqp_host_calls().pointee += 1
    defer { unsafe iqp_host_calls().pointee -= 1 }
    return body()
  }

  /// The same where a refusal may be under way: the host may be refused something in its turn, and the
  /// detail of the outer one is put back.
  @inline(__always) static func runKeepingDetail(_ body: () -> Void) {
    let detail = Refusal.Detail.latest
    run(body)
    Refusal.Detail.latest = detail
  }
}
