// Which duplicate a refusal names: the first item, in the order of the description, whose key occurred
// before it, together with the first occurrence of that key.
//
//     0:0 0:1 0:2 0:3
//      0   1   0   0        0:2, and 0:0 as the first occurrence
//
// Where the matching meets a duplicate depends on what was shown before: an item that is matched twice, one
// new item beside another, an index that knows the key. So the matching only says that there is one, and
// the description is searched for it from the start.

extension Input {
  /// Nil if there is none: a host's columns may change under the call.
  func firstDuplicate(isScoped: Bool) throws(Refusal) -> Refusal? {
    let hash = KeyHash.seeded
    var seen = KeyIndex()
    try seen.reserve(count)
    for section in 0..<sectionCount {
      let salt = isScoped ? KeyHash.salt(ofSection: sectionKeys[section]) : 0
      let start = isScoped ? starts[section] : 0
      for flat in starts[section]..<starts[section + 1] {
        let key = key(at: Int(flat))
        let first = seen.insert(hash.fingerprint(key, salt: salt), flat) { other in
          other >= start && self.key(at: Int(other)) == key
        }
        if let first { return duplicate(key, Int(flat), first: Int(first)) }
      }
    }
    return nil
  }

  private func duplicate(_ key: Key, _ flat: Int, first: Int) -> Refusal {
    let position = position(of: flat)
    return Refusal(
      .duplicate, key: key, section: sectionKeys[Int(position.section)], position: given(position),
      other: given(self.position(of: first)))
  }

  /// A position with the empty sections counted that were dropped.
  func given(_ position: Position) -> Position {
    var given = position
    for i in 0..<droppedBefore.count where droppedBefore[i] <= position.section { given.section += 1 }
    return given
  }
}
