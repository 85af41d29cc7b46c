/// Consecutive items of a section.
struct ItemRange: BitwiseCopyable {
  var section: SectionID
  var first: Int
  var count: Int
}
