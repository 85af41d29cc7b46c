// Supplementary elements of two changesets, joined. All that either says of the element at one section,
// kind and index comes to stand together by sorting:
//
//     which      0 first, old    1 first, new    2 second, old    3 second, new    4, 5 why
//
// Where the first says nothing of it, what it was before is what the second found, and where the second
// says nothing, what it is after is what the first left.

/// One thing that a changeset says of an element.
private struct Word: BitwiseCopyable {
  /// One number for each section of the three states: see `Draft.place`.
  var section: UInt32
  var which: Int32
  var element: Element
  var reason = Reason()
}

extension Draft {
  mutating func joinElements(
    _ first: borrowing Changeset, _ second: borrowing Changeset
  ) throws(Refusal) {
    var words = Buffer<Word>()
    let between = UInt32(first.payload.after.sections.count)
    for i in 0..<first.payload.before.elements.count {
      let kept = first.payload.before.elements[i]
      let partner = first.correspondence.afterOfBefore[Int(kept.section)]
      let section = partner == none ? between + kept.section : partner
      try words.append(Word(section: section, which: 0, element: kept.element))
    }
    for i in 0..<first.payload.after.elements.count {
      let kept = first.payload.after.elements[i]
      try words.append(Word(section: kept.section, which: 1, element: kept.element))
    }
    for i in 0..<second.payload.before.elements.count {
      let kept = second.payload.before.elements[i]
      try words.append(Word(section: kept.section, which: 2, element: kept.element))
    }
    for i in 0..<second.payload.after.elements.count {
      let kept = second.payload.after.elements[i]
      try words.append(
        Word(section: number(ofAfter: kept.section, second, between), which: 3, element: kept.element))
    }
    for i in 0..<first.correspondence.elements.count {
      let change = first.correspondence.elements[i]
      try words.append(Word(change, section: change.afterSection, which: 4))
    }
    for i in 0..<second.correspondence.elements.count {
      let change = second.correspondence.elements[i]
      try words.append(Word(change, section: change.beforeSection, which: 5))
    }
    if words.isEmpty { return }
    try tell(words, try Draft.sorted(words), first, second)
  }

  /// A section of the state between has its position there; one that the first deleted comes behind
  /// those, also if the second inserts it again; one that only the second knows comes behind all.
  private func number(ofAfter section: UInt32, _ second: borrowing Changeset, _ between: UInt32) -> UInt32 {
    let partner = second.correspondence.beforeOfAfter[Int(section)]
    if partner != none { return partner }
    let again = list.beforeOfAfter[Int(section)]
    return again != none ? between + again : between + UInt32(list.beforeSectionCount) + section
  }

  /// Where the section of that number was and is.
  private func place(
    _ number: UInt32, _ first: borrowing Changeset, _ second: borrowing Changeset
  ) -> (before: UInt32, after: UInt32) {
    let between = UInt32(first.payload.after.sections.count)
    if number < between {
      return (
        first.correspondence.beforeOfAfter[Int(number)], second.correspondence.afterOfBefore[Int(number)]
      )
    }
    let deleted = number - between
    if deleted < UInt32(list.beforeSectionCount) { return (deleted, list.afterOfBefore[Int(deleted)]) }
    return (none, deleted - UInt32(list.beforeSectionCount))
  }

  /// By section, kind and index; of equals the first stays first. Numbers are in the low halves.
  private static func sorted(_ words: borrowing Buffer<Word>) throws(Refusal) -> Buffer<UInt64> {
    var order = try Buffer<UInt64>(capacity: words.count)
    for i in 0..<words.count { order.push(UInt64(words[i].element.index) << 32 | UInt64(i)) }
    try order.sort()
    for i in 0..<order.count {
      let word = order[i] & 0xffff_ffff
      order[i] = UInt64(words[Int(word)].element.kind) << 32 | word
    }
    try order.sort()
    for i in 0..<order.count {
      let word = order[i] & 0xffff_ffff
      order[i] = UInt64(words[Int(word)].section) << 32 | word
    }
    try order.sort()
    return order
  }

  // MARK: The result

  private mutating func tell(
    _ words: borrowing Buffer<Word>, _ order: borrowing Buffer<UInt64>, _ first: borrowing Changeset,
    _ second: borrowing Changeset
  ) throws(Refusal) {
    var next = 0
    while next < order.count {
      let head = words[Int(UInt32(truncatingIfNeeded: order[next]))]
      var said = Said()
      while next < order.count {
        let word = words[Int(UInt32(truncatingIfNeeded: order[next]))]
        if word.section != head.section || word.element.rank != head.element.rank { break }
        said.take(word)
        next += 1
      }
      if !said.meets { throw mismatch(head, second) }
      let place = place(head.section, first, second)
      try tell(said, before: place.before, after: place.after)
    }
    try payload.before.elements.sortBySection()
    try payload.after.elements.sortBySection()
    try sortChanges()
  }

  private func mismatch(_ word: Word, _ second: borrowing Changeset) -> Refusal {
    let section = Int(word.section)
    let isThere = section < second.payload.before.sections.count
    return Refusal(
      .mismatch, key: word.element.key, section: isThere ? second.payload.before.sections[section] : nil,
      position: Position(section: word.section, item: none))
  }

  private mutating func tell(_ said: Said, before: UInt32, after: UInt32) throws(Refusal) {
    let (old, new) = (said.old, said.new)
    if before != none && after != none {
      var change = ElementChange(
        kind: .elementUpdate, flags: 0, beforeSection: before, afterSection: after, elementKind: 0,
        elementIndex: 0, mask: 0)
      guard let element = old ?? new else { return }
      change.elementKind = element.kind
      change.elementIndex = element.index
      if let old, let new {
        let reason = said.reason(old, new)
        if reason.flags == 0 { return }
        change.flags = reason.flags
        change.mask = reason.mask
      } else {
        change.kind = old == nil ? .elementInsert : .elementDelete
      }
      try list.elements.append(change)
    }
    if let old, before != none { try payload.before.elements.append(KeptElement(Int(before), old)) }
    if let new, after != none { try payload.after.elements.append(KeptElement(Int(after), new)) }
  }

  private mutating func sortChanges() throws(Refusal) {
    let order = try list.elementOrder(of: .after)
    var sorted = try Buffer<ElementChange>(capacity: order.count)
    for i in 0..<order.count { sorted.push(list.elements[Int(UInt32(truncatingIfNeeded: order[i]))]) }
    swap(&list.elements, &sorted)
  }
}

/// All that is said of one element.
private struct Said {
  private var firstOld: Element?
  private var firstNew: Element?
  private var secondOld: Element?
  private var secondNew: Element?
  private var early = Reason()
  private var late = Reason()

  mutating func take(_ word: Word) {
    switch word.which {
    case 0: firstOld = word.element
    case 1: firstNew = word.element
    case 2: secondOld = word.element
    case 3: secondNew = word.element
    case 4: early = word.reason
    default: late = word.reason
    }
  }

  private var firstSpeaks: Bool { firstOld != nil || firstNew != nil }
  private var secondSpeaks: Bool { secondOld != nil || secondNew != nil }

  var old: Element? { firstSpeaks ? firstOld : secondOld }
  var new: Element? { secondSpeaks ? secondNew : firstNew }

  /// Whether what the first left is what the second found, where both say so.
  var meets: Bool {
    guard firstSpeaks && secondSpeaks else { return true }
    guard let firstNew, let secondOld else { return firstNew == nil && secondOld == nil }
    return firstNew.looks(like: secondOld)
  }

  func reason(_ old: Element, _ new: Element) -> Reason {
    let looks = (
      Look(content: old.content, cellClass: old.cellClass),
      Look(content: new.content, cellClass: new.cellClass)
    )
    return Reason.joining(
      early, late, found: looks.0.difference(looks.1) | (old.key == new.key ? 0 : ChangeFlags.byKey),
      hasContent: old.content != 0 || new.content != 0)
  }
}

extension Word {
  init(_ change: ElementChange, section: UInt32, which: Int32) {
    self.init(
      section: section, which: which,
      element: Element(
        kind: change.elementKind, index: change.elementIndex, key: Key(low: 0, high: 0), content: 0,
        model: .null, cellClass: 0),
      reason: Reason(flags: change.flags, mask: change.mask))
  }
}

extension Buffer where Element == KeptElement {
  fileprivate mutating func sortBySection() throws(Refusal) {
    var order = try Buffer<UInt64>(capacity: count)
    for i in 0..<count { order.push(UInt64(self[i].section) << 32 | UInt64(i)) }
    try order.sort()
    var sorted = try Buffer<KeptElement>(capacity: count)
    for i in 0..<count { sorted.push(self[Int(UInt32(truncatingIfNeeded: order[i]))]) }
    swap(&self, &sorted)
  }
}
