// The three functions with which a host says where the items of a section are. Sections are handles; lengths are in the
// host's units, in coordinates of the section's items.

/// The header's iq_rect.
struct Rectangle: BitwiseCopyable {
  var x = 0.0
  var y = 0.0
  var width = 0.0
  var height = 0.0
}

@safe public struct CustomLayout: BitwiseCopyable {
  public typealias Context = UnsafeMutableRawPointer?
  public typealias Extent = @convention(c) (Context, UInt64, Int, Double) -> Double
  public typealias Range =
    @convention(c) (
      Context, UInt64, Int, Double, Double, Double, UnsafeMutablePointer<UInt>, UnsafeMutablePointer<UInt>
    ) -> Void
  /// Writes four doubles.
  public typealias Frame = @convention(c) (Context, UInt64, Int, Double, Int, UnsafeMutableRawPointer) -> Void

  private var context: Context = nil
  private var extent: Extent? = nil
  private var range: Range? = nil
  private var frame: Frame? = nil

  /// None.
  public init() {}

  public init(context: Context, extent: @escaping Extent, range: @escaping Range, frame: @escaping Frame) {
    unsafe self.context = unsafe context
    unsafe self.extent = unsafe extent
    unsafe self.range = unsafe range
    unsafe self.frame = unsafe frame
  }

  func extent(_ section: UInt64, _ count: Int, _ across: Double) -> Double {
    guard let extent = unsafe extent else { return 0 }
    return HostCall.run { unsafe extent(context, section, count, across) }
  }

  func range(
    _ section: UInt64, _ count: Int, _ across: Double, from: Double, to: Double
  ) -> (first: UInt, shown: UInt) {
    var first: UInt = 0
    var shown: UInt = 0
    if let range = unsafe range {
      HostCall.run { unsafe range(context, section, count, across, from, to, &first, &shown) }
    }
    return (first, shown)
  }

  func frame(_ section: UInt64, _ count: Int, _ across: Double, index: Int) -> Rectangle {
    var rectangle = Rectangle()
    if let frame = unsafe frame {
      HostCall.run { unsafe frame(context, section, count, across, index, &rectangle) }
    }
    return rectangle
  }
}
