public enum CellClass {
  @unsafe static func retain(_ id: UInt32, _ models: UnsafePointer<Model>, _ count: Int) {}
  @unsafe static func release(_ id: UInt32, _ models: UnsafePointer<Model>, _ count: Int) {}
  static func equal(_ id: UInt32, _ before: Model, _ after: Model) -> Bool? { nil }
  static func changed(_ id: UInt32, _ before: Model, _ after: Model) -> UInt64 { .max }
}
