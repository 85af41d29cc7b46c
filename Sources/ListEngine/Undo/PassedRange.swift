// Items that steps pass over (UndoStep): ascending ranges of flat positions.

struct PassedRange: BitwiseCopyable {
  var first: UInt32
  var count: UInt32

  var end: UInt32 { first + count }
}

extension Buffer<PassedRange> {
  /// Adds a range that begins at the end of the last one or later.
  mutating func add(_ range: PassedRange) throws(Refusal) {
    if range.count == 0 { return }
    if let last, last.end == range.first {
      self[count - 1].count += range.count
    } else {
      try append(range)
    }
  }

  /// These ranges, of a state, after the items of `inserted` have come, and those items.
  @_optimize(size) func joining(_ inserted: borrowing Buffer<PassedRange>) throws(Refusal) -> Buffer<
    PassedRange
  > {
    var result = Buffer<PassedRange>()
    var shift: UInt32 = 0
    var next = 0
    for i in 0..<count {
      var first = self[i].first
      while first < self[i].end {
        while next < inserted.count, inserted[next].first - shift <= first {
          try result.add(inserted[next])
          shift += inserted[next].count
          next += 1
        }
        let stop = next < inserted.count ? min(self[i].end, inserted[next].first - shift) : self[i].end
        try result.add(PassedRange(first: first + shift, count: stop - first))
        first = stop
      }
    }
    while next < inserted.count {
      try result.add(inserted[next])
      next += 1
    }
    return result
  }
}
