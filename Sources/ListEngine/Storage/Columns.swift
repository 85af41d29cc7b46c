// A host's items as passed: the base address and stride of each column. Values may be unaligned and are read
// once each, because another thread may write to them.

import CPlatform

@safe public struct Columns: BitwiseCopyable {
  /// One column. A missing one reads as zeros: its stride is 0 and its base points to a zero.
  @safe struct Column: BitwiseCopyable {
    let base: UnsafeRawPointer
    let stride: Int
    let isPresent: Bool

    init(_ base: UnsafeRawPointer?, stride: Int) {
      if let base = unsafe base {
        unsafe self.base = base
        self.stride = stride
        isPresent = true
      } else {
        unsafe self.base = iqp_zeros().unsafelyUnwrapped
        self.stride = 0
        isPresent = false
      }
    }

    private init(base: UnsafeRawPointer, stride: Int, isPresent: Bool) {
      unsafe self.base = base
      self.stride = stride
      self.isPresent = isPresent
    }

    func advanced(_ items: Int) -> Column {
      unsafe Column(base: base + items * stride, stride: stride, isPresent: isPresent)
    }

    @inline(__always) func value<Value: BitwiseCopyable>(_ i: Int, as type: Value.Type) -> Value {
      unsafe (base + i &* stride).loadUnaligned(as: type)
    }
  }

  public let count: Int
  let keys: Column
  let contents: Column
  let models: Column
  let classes: Column

  /// The caller must check that count × stride does not overflow. A stride of 0 (not for keys) means one
  /// value for all items.
  public init(
    count: Int, keys: UnsafeRawPointer?, keyStride: Int, contents: UnsafeRawPointer?, contentStride: Int,
    models: UnsafeRawPointer?, modelStride: Int, classes: UnsafeRawPointer?, classStride: Int
  ) {
    self.count = count
    unsafe self.keys = Column(keys, stride: keyStride)
    unsafe self.contents = Column(contents, stride: contentStride)
    unsafe self.models = Column(models, stride: modelStride)
    unsafe self.classes = Column(classes, stride: classStride)
  }

  public static var empty: Columns {
    unsafe Columns(
      count: 0, keys: nil, keyStride: 16, contents: nil, contentStride: 8, models: nil, modelStride: 8,
      classes: nil, classStride: 4)
  }

  /// The items first ..< end.
  func slice(_ first: Int, _ end: Int) -> Columns {
    Columns(
      count: end - first, keys: keys.advanced(first), contents: contents.advanced(first),
      models: models.advanced(first), classes: classes.advanced(first))
  }

  private init(count: Int, keys: Column, contents: Column, models: Column, classes: Column) {
    self.count = count
    self.keys = keys
    self.contents = contents
    self.models = models
    self.classes = classes
  }

  @inline(__always) func key(_ i: Int) -> Key { keys.value(i, as: Key.self) }
  @inline(__always) func content(_ i: Int) -> UInt64 { contents.value(i, as: UInt64.self) }
  @inline(__always) func model(_ i: Int) -> Model { models.value(i, as: Model.self) }
  @inline(__always) func cellClass(_ i: Int) -> UInt32 { classes.value(i, as: UInt32.self) }

  /// Whether the class of every item exists or is 0.
  public var allClassesExist: Bool {
    if !classes.isPresent { return true }
    var known: UInt32 = 0
    for i in 0..<count {
      let id = cellClass(i)
      if id == 0 || id == known { continue }
      if CellClasses.process.find(id) == nil { return false }
      known = id
    }
    return true
  }

  /// The optional columns that a leaf needs for these items.
  var traits: UInt32 {
    (models.isPresent ? Leaf.hasModels : 0) | (classes.isPresent ? Leaf.hasClasses : 0)
  }
}
