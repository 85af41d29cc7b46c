// The version of its source that a derived list has followed last: its sections, and the leaves that it had.

struct SourceVersion: ~Copyable {
  var held: HeldInput

  /// Nothing.
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

  var count: Int { held.input.count }

  /// The items of a section.
  func items(ofSection section: Int) -> Range<Int> {
    Int(held.input.starts[section])..<Int(held.input.starts[section + 1])
  }

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
