// The two ends of an edit, for its commit: the sections at its end, and their indices at its beginning.
//
//     before     A B C          sectionsBefore   ids of A B C
//     end        B D A'         order            ids of B A'      D is empty and is dropped
//                               deleted             C at 2
//                               dropped          D

/// A section that existed at the beginning of the edit and is deleted at its end.
struct DeletedSection: BitwiseCopyable {
  var id: SectionID
  /// Its index at the beginning of the edit.
  var before: UInt32
}

struct EditEnds: ~Copyable {
  /// The sections at the end, without the dropped ones.
  var order = ChildList<SectionID>()
  /// The ids of the sections in their order at the beginning of the edit.
  var sectionsBefore = Buffer<SectionID>()
  var deleted = Buffer<DeletedSection>()
  /// Empty sections that the commit drops; they are still in the list.
  var dropped = Buffer<SectionID>()
  /// The flat position of the first item of each sequence at the beginning of the edit.
  var firsts = Buffer<UInt32>()

  /// Keeps the memory.
  mutating func removeAll() {
    order.removeAll()
    sectionsBefore.removeAll()
    deleted.removeAll()
    dropped.removeAll()
    firsts.removeAll()
  }

  var bytes: Int {
    order.ids.bytes + order.sums.bytes + sectionsBefore.bytes + deleted.bytes + dropped.bytes + firsts.bytes
  }

  var sectionCount: Int { order.ids.count }
  func section(_ a: Int) -> SectionID { order.ids[a] }

  /// The flat position of an origin's first item at the beginning of the edit.
  func flat(of origin: Origin) -> UInt32 { firsts[Int(origin.sequence.raw)] + origin.start }
}
