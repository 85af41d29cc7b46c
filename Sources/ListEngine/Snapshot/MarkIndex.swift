// Finds the marked items of a snapshot for a dump. It does not use the snapshot's own index, which may not be
// built yet and whose building may change the snapshot.

struct MarkIndex: ~Copyable {
  /// The first mark of a key combines all: if one reloads, it reloads.
  private var marks = Buffer<ItemMark>()
  private var keys = KeySet()
  private var isScoped = false

  /// Without marks.
  init() {}

  init(_ given: borrowing Buffer<ItemMark>, isScoped: Bool) throws(Refusal) {
    let list = KeyScope.list
    marks = try Buffer<ItemMark>(capacity: given.count)
    keys = try KeySet(capacity: given.count, isScoped: isScoped)
    self.isScoped = isScoped
    for i in 0..<given.count {
      let key = list.narrowed(to: given[i].section, if: isScoped).key(given[i].key)
      if let first = keys.add(key) { marks[Int(first)].reloads |= given[i].reloads }
      marks.push(given[i])
    }
  }

  @_optimize(size) func find(_ key: Key, in section: Key) -> ItemMark? {
    if marks.isEmpty { return nil }
    return keys.find(KeyScope.list.narrowed(to: section, if: isScoped).key(key)).map { marks[Int($0)] }
  }
}
