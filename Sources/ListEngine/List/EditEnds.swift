// The two ends of an edit, for its commit: which sections are where now, and which were where when it began.
//
//     before     A B C          sectionsBefore   ids of A B C
//     now        B D A'         order            ids of B A'      D is empty and is dropped
//                               gone             C at 2
//                               dropped          D

/// A section that existed at the beginning of the edit and is deleted at its end.
struct GoneSection: BitwiseCopyable {
  var id: UInt32
  /// Its position when the edit began.
  var before: UInt32
}

struct EditEnds: ~Copyable {
  /// The sections as they are now, without those that are dropped.
  var order = LeafList()
  /// By position when the edit began: the section's id.
  var sectionsBefore = Buffer<UInt32>()
  var gone = Buffer<GoneSection>()
  /// Sections that are still in the list and go with the commit, because they are empty.
  var dropped = Buffer<UInt32>()
  /// By sequence: the flat position of its first item when the edit began.
  var firsts = Buffer<UInt32>()

  var sectionCount: Int { order.ids.count }
  func section(_ a: Int) -> UInt32 { order.ids[a] }
}
