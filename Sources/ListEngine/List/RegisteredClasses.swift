// The classes that items and elements of a list may have, where its options say so: checked where they come into the
// list or get another class, so that nothing is half shown. Changed with the state locked.

struct RegisteredClasses: ~Copyable {
  /// A bit for each class.
  private var words = Buffer<UInt64>()

  init() {}

  mutating func add(_ id: UInt32) throws(Refusal) {
    let word = Int(id / 64)
    if word >= words.count { try words.resize(to: word + 1, filling: 0) }
    words[word] |= 1 &<< UInt64(id % 64)
  }

  /// No class at all need not be registered.
  func has(_ id: UInt32) -> Bool {
    let word = Int(id / 64)
    return id == 0 || word < words.count && words[word] & 1 &<< UInt64(id % 64) != 0
  }
}

extension List {
  /// The class must exist.
  public func registerClass(_ id: UInt32) throws(Refusal) {
    try makeFeatures()
    try write { _ throws(Refusal) in try features.classes.value.add(id) }
  }

  /// Refuses `notFound`, with the key, if one of `count` items has a class that is not registered. An item for which
  /// `item` returns nil is not looked at. The refusal names `section` too.
  func checkClasses(
    _ count: Int, ofSection section: Key? = nil, _ item: (Int) -> (cellClass: UInt32, key: Key)?
  ) throws(Refusal) {
    if !options.registersClasses { return }
    try read { _ throws(Refusal) in
      for i in 0..<count {
        guard let (cellClass, key) = item(i) else { continue }
        if cellClass == 0 || hasFeatures && features.classes.value.has(cellClass) { continue }
        throw Refusal(.unregisteredClass, key: key, section: section)
          .naming(CellClasses.process.find(cellClass))
      }
    }
  }

  /// The same for an element of a section, or, with nil, of the list itself.
  func checkClass(_ element: Supplementary, ofSection section: Key?) throws(Refusal) {
    try checkClasses(1, ofSection: section) { _ in (element.cellClass, element.key) }
  }
}

extension Refusal {
  fileprivate func naming(_ cellClass: CellClass?) -> Refusal {
    guard let cellClass else { return self }
    let name = unsafe UnsafeRawPointer(cellClass.name).assumingMemoryBound(to: UInt8.self)
    return naming(unsafe ShortText(name, count: cellClass.nameLength))
  }
}
