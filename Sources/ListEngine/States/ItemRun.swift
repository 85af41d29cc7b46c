/// Joins consecutive items to runs.
struct ItemRun {
  /// Items by flat position.
  struct Range: BitwiseCopyable {
    var first: Int
    var end: Int
  }

  private var first: Int
  private var count = 0

  init(first: Int) { self.first = first }

  /// Adds items behind the last ones, which are in the run or end it.
  @inline(__always) mutating func add<Failure: Error>(
    _ width: Int, _ isIn: Bool, _ body: (Int, Int) throws(Failure) -> Void
  ) throws(Failure) {
    if isIn {
      count += width
    } else {
      try end(body)
      first += width
    }
  }

  /// Ends the run.
  @inline(__always) mutating func end<Failure: Error>(
    _ body: (Int, Int) throws(Failure) -> Void
  ) throws(Failure) {
    if count > 0 { try body(first, count) }
    first += count
    count = 0
  }
}
