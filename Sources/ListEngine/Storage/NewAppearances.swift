// New values for existing items, read once from the host. Columns that are not updated keep their values.
//
//     which            content, class
//     item             content 4   model p   class 1
//     new values       content 9   model -   class 2
//     after            content 9   model p   class 2       p is retained by class 2 and released by class 1

public struct NewAppearances: ~Copyable {
  /// The bits of the columns to update: the header's IQ_COLUMN_*.
  private let fields: UInt32
  private let items: OwnedColumns

  /// Reads the columns of `fields`; a missing one reads as zeros.
  public init(_ columns: Columns, fields: UInt32) throws(Refusal) {
    self.fields = fields
    items = try OwnedColumns(columns)
  }

  public var count: Int { items.count }

  /// Whether models must be retained and released.
  var changesModels: Bool { fields & (ItemColumn.model.bit | ItemColumn.cellClass.bit) != 0 }

  var changesClasses: Bool { fields & ItemColumn.cellClass.bit != 0 }

  /// `old` with the new values of item `i`.
  func apply(_ i: Int, to old: Entry) -> Entry {
    let new = items.values(i)
    var entry = old
    ItemColumn.forEach { if fields & $0.bit != 0 { entry.values[$0] = new[$0] } }
    return entry
  }
}
