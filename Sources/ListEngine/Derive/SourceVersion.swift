// The version of its source that a derived list has followed last: its sections, and the leaves that it had.
//
// Its index maps keys to flat positions. It is made once the source, whose own index is used before, has gone.

struct SourceVersion: ~Copyable {
  var held: HeldInput
  var index = KeyIndex()

  /// There is none.
  init() { held = HeldInput() }

  init(_ arrangement: borrowing Arrangement) throws(Refusal) {
    var memory = Input()
    held = try HeldInput(arrangement, reusing: &memory)
    // Sections are matched by key with another version, in which the same key may have another id.
    for i in 0..<held.input.sectionCount { held.input.sectionIDs[i] = UInt32(i) }
  }

  /// The same version, whose leaves are held by the other one.
  init(borrowing other: borrowing SourceVersion) throws(Refusal) {
    held = HeldInput()
    try held.input.copy(other.held.input)
  }

  /// The same version, without its index; both hold the leaves.
  init(sharing other: borrowing SourceVersion) throws(Refusal) {
    held = try HeldInput(sharing: other.held)
  }

  var count: Int { held.input.count }

  /// The items of a section.
  func items(ofSection section: Int) -> Range<Int> {
    Int(held.input.starts[section])..<Int(held.input.starts[section + 1])
  }

  // MARK: Keys

  var isIndexed: Bool { index.count == count }

  /// An index of all items.
  func keyIndex(isScoped: Bool) throws(Refusal) -> KeyIndex {
    var index = KeyIndex()
    try index.reserve(count)
    for section in 0..<held.input.sectionCount {
      let scope = KeyScope.list.narrowed(to: held.input.sectionKeys[section], if: isScoped)
      for c in held.input.chunks(ofSection: section) {
        let chunk = held.input.chunks[c]
        for i in 0..<chunk.count {
          index.insert(scope.fingerprint(chunk.leaf.key(i)), chunk.first + UInt32(i))
        }
      }
    }
    return index
  }

  /// The position of a key, also without an index: then the items are searched.
  func find(_ wanted: ScopedKey) -> Int? {
    if !isIndexed { return search(wanted) }
    return index.find(wanted) { number in
      held.input.key(at: Int(number)) == wanted.key ? Int(number) : nil
    } section: { position in
      sectionKey(of: position)
    }
  }

  private func search(_ wanted: ScopedKey) -> Int? {
    for c in 0..<held.input.chunks.count {
      let chunk = held.input.chunks[c]
      guard let i = chunk.leaf.find(wanted.key) else { continue }
      let position = Int(chunk.first) + i
      guard let section = wanted.section, section != sectionKey(of: position) else { return position }
    }
    return nil
  }

  func scopedKey(at position: Int, isScoped: Bool) -> ScopedKey {
    KeyScope.list.narrowed(to: sectionKey(of: position), if: isScoped).key(held.input.key(at: position))
  }

  func sectionKey(of position: Int) -> Key {
    held.input.sectionKeys[Int(held.input.position(of: position).section)]
  }

  // MARK: Sections

  /// Finds sections by key.
  func sectionIndex() throws(Refusal) -> KeyIndex {
    var index = KeyIndex()
    try index.reserve(held.input.sectionCount)
    let scope = KeyScope.list
    for i in 0..<held.input.sectionCount {
      index.insert(scope.fingerprint(held.input.sectionKeys[i]), UInt32(i))
    }
    return index
  }

  /// Whether both have the same sections in the same order.
  func hasSections(of other: borrowing Input) -> Bool {
    if held.input.sectionCount != other.sectionCount { return false }
    for i in 0..<other.sectionCount where held.input.sectionKeys[i] != other.sectionKeys[i] { return false }
    return true
  }
}
