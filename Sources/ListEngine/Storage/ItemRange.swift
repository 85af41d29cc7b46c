/// Consecutive items of a section.
struct ItemRange: BitwiseCopyable {
  var section: UInt32
  var first: Int
  var count: Int
}
