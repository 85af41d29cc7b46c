// How long the phases of an update take.

import CPlatform

struct Clock {
  private var last = Clock.now

  /// Nanoseconds since the last lap, or since the clock was made.
  mutating func lap() -> UInt64 {
    let now = Clock.now
    defer { last = now }
    return now &- last
  }

  private static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(bitPattern: Int64(time.tv_sec)) &* 1_000_000_000 &+ UInt64(bitPattern: Int64(time.tv_nsec))
  }
}
