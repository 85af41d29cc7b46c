// The sizes of headers, footers and other elements that have one of their own, by section, kind and index.
//
//     rows     section 7, header 0: 31, tag 0x88 | the list, footer 0: 20, tag 0x12
//     index    name to row
//
// A section that has gone leaves its rows behind, as nobody tells the view. They are dropped before the rows would grow.

struct ElementSizes: ~Copyable {
  struct Row: BitwiseCopyable {
    var name: ElementName
    var size: OwnSize
  }

  private var rows = Buffer<Row>()
  private var index = KeyIndex()

  init() {}

  var isEmpty: Bool { rows.isEmpty }
  var bytes: Int { rows.bytes + index.bytes }

  private func row(_ name: ElementName) -> Int? {
    index.find(name.fingerprint) { rows[Int($0)].name == name }.map { Int($0) }
  }

  func find(_ name: ElementName) -> OwnSize? {
    guard let size = find(asked: name), size.length >= 0 else { return nil }
    return size
  }

  /// The same also if it has none, but the host may have been asked.
  func find(asked name: ElementName) -> OwnSize? {
    rows.isEmpty ? nil : row(name).map { rows[$0].size }
  }

  /// Makes room for `extra` more. `exists` says whether an element is still there.
  mutating func reserve(extra: Int, where exists: (ElementName) -> Bool) throws(Refusal) {
    if rows.count + extra > rows.capacity {
      dropRows(where: exists)
      try rows.reserve(extra: max(extra, rows.count))
    }
    try index.reserve(extra: extra)
  }

  private mutating func dropRows(where exists: (ElementName) -> Bool) {
    var kept = 0
    for i in 0..<rows.count {
      let row = rows[i]
      index.remove(row.name.fingerprint, UInt32(i))
      if row.size.length < 0 || !exists(row.name) { continue }
      rows[kept] = row
      kept += 1
    }
    rows.truncate(to: kept)
    for i in 0..<kept { index.insert(rows[i].name.fingerprint, UInt32(i)) }
  }

  /// Within the room.
  mutating func set(_ name: ElementName, _ size: OwnSize) {
    if let row = row(name) {
      rows[row].size = size
      return
    }
    index.insert(name.fingerprint, UInt32(rows.count))
    rows.push(Row(name: name, size: size))
  }

  /// There may be none.
  mutating func remove(_ name: ElementName) { if let row = row(name) { rows[row].size = OwnSize() } }

  mutating func removeAll() {
    rows.removeAll()
    index.free()
  }
}
