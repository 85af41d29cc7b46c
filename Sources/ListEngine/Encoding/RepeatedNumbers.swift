// A run-length encoded column of small numbers that mostly repeat: the class or the mark of each item. It is
// encoded as value and count.
//
//     1 1 1 1 0 2 2        1×4 0×1 2×2
//
// Adjacent runs differ, so that a column has only one valid form.

struct RepeatWriter {
  private var value: UInt32 = 0
  private var count = 0

  mutating func append(_ next: UInt32, to bytes: inout ByteWriter) {
    if next != value { finish(&bytes) }
    value = next
    count += 1
  }

  /// Writes the last run.
  mutating func finish(_ bytes: inout ByteWriter) {
    if count == 0 { return }
    bytes.append(value)
    bytes.append(count)
    count = 0
  }
}

struct RepeatReader {
  /// The number of values not read yet.
  private var left: Int
  private var last: UInt32? = nil

  init(count: Int) { left = count }

  /// The next run, or nil at the end. Refuses more values than the column has.
  mutating func next(_ bytes: inout ByteReader) throws(Refusal) -> (value: UInt32, count: Int)? {
    if left == 0 { return nil }
    let value = try bytes.number32()
    let count = try bytes.number(upTo: left)
    if count == 0 || value == last { throw bytes.invalid }
    last = value
    left -= count
    return (value, count)
  }
}
