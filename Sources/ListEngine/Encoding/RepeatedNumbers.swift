// A column of small numbers that are mostly the same as their neighbours: the class of each item, its
// mark. It travels as the number and how many in a row have it.
//
//     1 1 1 1 0 2 2        1×4 0×1 2×2
//
// Neighbouring stretches differ, so that a column has one form only.

struct RepeatWriter {
  private var value: UInt32 = 0
  private var count = 0

  mutating func append(_ next: UInt32, to bytes: inout ByteWriter) {
    if next != value { finish(&bytes) }
    value = next
    count += 1
  }

  /// After the last one.
  mutating func finish(_ bytes: inout ByteWriter) {
    if count == 0 { return }
    bytes.append(value)
    bytes.append(count)
    count = 0
  }
}

struct RepeatReader {
  /// Of the column that were not read yet.
  private var left: Int
  private var last: UInt32? = nil

  init(count: Int) { left = count }

  /// Nil at the end. No more values than the column has.
  mutating func next(_ bytes: inout ByteReader) throws(Refusal) -> (value: UInt32, count: Int)? {
    if left == 0 { return nil }
    let value = try bytes.number32()
    let count = try bytes.number(upTo: left)
    if count == 0 || value == last { throw bytes.nonsense }
    last = value
    left -= count
    return (value, count)
  }
}
