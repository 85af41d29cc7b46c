// Measures how long each phase of an update takes.

import CPlatform

struct Clock {
  private var last = Clock.now

  /// Nanoseconds since the last call, or since the clock was created.
  mutating func lap() -> UInt64 {
    let now = Clock.now
    defer { last = now }
    return now &- last
  }

  /// The point in time that lies `milliseconds` from now, on the monotonic clock.
  static func time(in milliseconds: UInt32) -> timespec {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    time.tv_sec += Int(milliseconds / 1000)
    time.tv_nsec += Int(milliseconds % 1000) * 1_000_000
    if time.tv_nsec >= 1_000_000_000 {
      time.tv_sec += 1
      time.tv_nsec -= 1_000_000_000
    }
    return time
  }

  static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(bitPattern: Int64(time.tv_sec)) &* 1_000_000_000 &+ UInt64(bitPattern: Int64(time.tv_nsec))
  }
}
