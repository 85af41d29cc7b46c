// New contents, models and classes for existing items, read once from the host. Fields that are not updated
// keep their values.
//
//     which            content, class
//     item             content 4   model p   class 1
//     new appearance   content 9   model -   class 2
//     after            content 9   model p   class 2       p is retained by class 2 and released by class 1

public struct NewAppearances: ~Copyable {
  /// The fields to update: the header's IQ_COLUMN_*.
  public struct Fields: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let content = Fields(rawValue: 1)
    public static let model = Fields(rawValue: 2)
    public static let cellClass = Fields(rawValue: 4)
    public static let all = Fields(rawValue: 7)
  }

  public let count: Int
  private let fields: Fields
  // A column is empty if its field is not updated.
  private var contents = Buffer<UInt64>()
  private var models = Buffer<Model>()
  private var classes = Buffer<UInt32>()

  /// Reads the columns of `fields`; a missing one reads as zeros.
  public init(_ columns: Columns, _ fields: Fields) throws(Refusal) {
    count = columns.count
    self.fields = fields
    if fields.contains(.content) {
      try contents.reserve(count)
      for i in 0..<count { contents.push(columns.content(i)) }
    }
    if fields.contains(.model) {
      try models.reserve(count)
      for i in 0..<count { models.push(columns.model(i)) }
    }
    if fields.contains(.cellClass) {
      try classes.reserve(count)
      for i in 0..<count { classes.push(columns.cellClass(i)) }
    }
  }

  /// Whether models must be retained and released.
  var changesModels: Bool { fields.contains(.model) || fields.contains(.cellClass) }

  /// The entry with appearance `i`.
  func apply(_ i: Int, to old: Entry) -> Entry {
    var entry = old
    if fields.contains(.content) { entry.content = contents[i] }
    if fields.contains(.model) { entry.model = models[i] }
    if fields.contains(.cellClass) { entry.cellClass = classes[i] }
    return entry
  }
}
