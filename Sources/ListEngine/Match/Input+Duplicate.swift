// Which duplicate key a refusal reports: the first item of the input whose key occurs earlier, together with
// the first occurrence of that key.
//
//     0:0 0:1 0:2 0:3
//      0   1   0   0        reported: 0:2, with 0:0 as the first occurrence
//
// The matcher detects a duplicate in an order that depends on the previous state: an item that is matched
// twice, two new items with one key, a key that the index already contains. The matcher therefore only
// reports that a duplicate exists, and this search from the start decides which one is named.

extension Input {
  /// Nil if there is no duplicate: the host's columns may change during the call.
  func firstDuplicate(isScoped: Bool) throws(Refusal) -> Refusal? {
    let list = KeyScope.list
    var seen = try KeySet(capacity: count, isScoped: isScoped)
    for section in 0..<sectionCount {
      let scope = list.narrowed(to: sectionKeys[section], if: isScoped)
      for flat in starts[section]..<starts[section + 1] {
        let key = key(at: Int(flat))
        if let first = seen.add(scope.key(key)) { return duplicate(key, Int(flat), first: Int(first)) }
      }
    }
    return nil
  }

  private func duplicate(_ key: Key, _ flat: Int, first: Int) -> Refusal {
    let position = position(of: flat)
    return Refusal(
      .duplicate, key: key, section: sectionKeys[Int(position.section)], position: inputPosition(position),
      other: inputPosition(self.position(of: first)))
  }

  /// The position in the host's input, which counts dropped empty sections.
  func inputPosition(_ position: Position) -> Position {
    var input = position
    for i in 0..<droppedBefore.count where droppedBefore[i] <= position.section { input.section += 1 }
    return input
  }
}

extension Matcher {
  /// The refusal for the first duplicate of `after`, which has one. Sections come first.
  func firstDuplicate() throws(Refusal) -> Refusal {
    if let section = pairing.duplicateSection { return section }
    return try pairing.after.firstDuplicate(isScoped: pairing.isScoped) ?? .duplicateItem
  }
}

extension Refusal {
  /// Some item's key is a duplicate: the host's columns have changed since, and nobody knows which.
  static var duplicateItem: Refusal { Refusal(.duplicate, key: Key(low: 0, high: 0)) }
}
