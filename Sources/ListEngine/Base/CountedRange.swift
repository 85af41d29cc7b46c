// A range that a host gives by its first element and a number of elements.
//
//     0 1 2 3 4          5 elements: (3, 2) and (3, atEnd) are 3 4

/// As a position to put something at: behind what is there. As a count: all from the first on.
let atEnd = -1

/// Returns the number of elements of a range of `end` in all. Refuses one that reaches beyond the end.
func counted(_ count: Int, from first: Int, of end: Int) throws(Refusal) -> Int {
  if first < 0 || first > end { throw Refusal(.range, role: .first, value: first, limit: end) }
  if count == atEnd { return end - first }
  if count < 0 || count > end - first {
    throw Refusal(.countRange, role: .count, value: count, limit: end - first)
  }
  return count
}
