// The events of a list that no poll has handed out yet, oldest first.
//
//     ring    [ . . | UPDATE | STATES | . . . . ]
//               ^     first              count 2, reserved 3: three more fit, whoever pushes
//
// Whoever changes the list reserves room before the change and pushes within it afterwards: a push cannot fail.
// Several threads may have reserved at once. The lock of the owner protects it.

struct EventQueue: ~Copyable {
  private var ring = Buffer<EventRecord>()
  private var first = 0
  private(set) var count = 0
  /// Room that was reserved and not used.
  private var reserved = 0

  init() {}

  /// Releases what the records own.
  deinit {
    for i in 0..<count { self[i].release() }
  }

  var isEmpty: Bool { count == 0 }
  var bytes: Int { ring.bytes }

  private func slot(_ i: Int) -> Int {
    let at = first &+ i
    return at < ring.count ? at : at &- ring.count
  }

  subscript(i: Int) -> EventRecord { ring[slot(i)] }

  mutating func reserve(_ extra: Int) throws(Refusal) {
    let total = count + reserved + extra
    if total > ring.count { try grow(to: max(total, ring.count + ring.count / 2, 8)) }
    reserved += extra
  }

  private mutating func grow(to total: Int) throws(Refusal) {
    var larger = try Buffer<EventRecord>(repeating: EventRecord(0), count: total)
    for i in 0..<count { larger[i] = self[i] }
    swap(&ring, &larger)
    first = 0
  }

  /// Gives back room that is not needed after all.
  mutating func unreserve(_ unused: Int) { reserved -= unused }

  /// Within the reserved room. A run of items that continues the last one extends it.
  mutating func push(_ record: EventRecord) {
    assert(reserved > 0 && count < ring.count)
    reserved -= 1
    if count > 0 {
      let last = slot(count - 1)
      if ring[last].isContinued(by: record) {
        ring[last].count += record.count
        return
      }
    }
    ring[slot(count)] = record
    count += 1
  }

  /// Moves up to `most` records to the end of `taken`, which has room for them.
  mutating func take(_ most: Int, into taken: inout Buffer<EventRecord>) {
    let number = min(most, count)
    for i in 0..<number { taken.push(self[i]) }
    first = slot(number)
    count -= number
    if count == 0 { first = 0 }
  }

  /// Frees the memory if nothing waits and nothing is reserved.
  mutating func trim() {
    if count + reserved > 0 { return }
    ring.free()
    first = 0
  }
}

extension EventRecord {
  /// Drops what the record owns.
  func release() {
    if changeset.bits == 0 { return }
    // The host may have destroyed it already.
    do throws(Refusal) {
      try Pinned<Changeset>(changeset, role: .object).destroy(role: .object)
    } catch {}
  }
}
