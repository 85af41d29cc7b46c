// How the host lays out a section, in its units, and what that is in ticks for a window.

import CPlatform

/// A length as the host gives it. Fields of one width, so that layouts can be compared as bytes.
public struct Length: BitwiseCopyable {
  public static let auto: UInt64 = 0
  public static let fixed: UInt64 = 1
  public static let relative: UInt64 = 2
  public static let aspect: UInt64 = 3

  public var unit = Length.auto
  public var value = 0.0

  public init() {}
}

/// Room at the four sides, in the host's units.
public struct Insets: BitwiseCopyable {
  public var top = 0.0
  public var leading = 0.0
  public var bottom = 0.0
  public var trailing = 0.0

  public init() {}
}

/// The size of what has none of its own.
public struct SizeRule: BitwiseCopyable {
  public var width = Length()
  public var height = Length()
  public var additionalWidth = 0.0
  public var additionalHeight = 0.0
  public var insets = Insets()
  public var indent = 0.0
  public var levelIndent = 0.0

  public init() {}
}

@safe public struct SectionLayout: BitwiseCopyable {
  public typealias Context = UnsafeMutableRawPointer?
  /// Gets elements and sizes in the host's form.
  public typealias Measure =
    @convention(c) (Context, UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> CInt
  public typealias Destroy = @convention(c) (Context) -> Void

  public static let stickyHeader: UInt32 = 1
  public static let stickyFooter: UInt32 = 2
  /// Lines that have room left stand in the middle, or are spread, but for the last one.
  public static let center: UInt32 = 4
  public static let justify: UInt32 = 8
  /// As many columns as fit, at most so many as `columns` says.
  public static let fit: UInt32 = 16
  public static let mostColumns: UInt32 = 64

  public static let mostLanes: UInt32 = 32

  /// Rows of `columns` items, as many in a line as fit, or `columns` lanes.
  public static let rows: UInt32 = 0
  public static let flow: UInt32 = 1
  public static let lanes: UInt32 = 2
  /// As the host's functions say.
  public static let custom: UInt32 = 3

  public var kind = SectionLayout.rows
  public var flags: UInt32 = 0
  /// 0: 1, or the most there can be if they are to fit.
  public var columns: UInt32 = 0
  /// So that layouts are their bytes.
  private let padding: UInt32 = 0
  public var item = SizeRule()
  public var header = SizeRule()
  public var footer = SizeRule()
  public var page = SizeRule()
  public var insets = Insets()
  public var lineSpacing = 0.0
  public var itemSpacing = 0.0
  @unsafe public var context: Context = nil
  @unsafe public var measure: Measure? = nil
  @unsafe public var destroy: Destroy? = nil
  public var custom = CustomLayout()

  public init() {}

  func isSame(as other: SectionLayout) -> Bool {
    unsafe withUnsafeBytes(of: self) { a in
      unsafe withUnsafeBytes(of: other) { b in
        unsafe memcmp(a.baseAddress.unsafelyUnwrapped, b.baseAddress.unsafelyUnwrapped, a.count) == 0
      }
    }
  }

  /// A hash of the bytes.
  var fingerprint: Fingerprint {
    unsafe withUnsafeBytes(of: self) { bytes in
      var hash: UInt64 = 0
      for word in 0..<bytes.count / 8 {
        hash =
          unsafe (hash ^ bytes.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self))
          &* 0x9e37_79b9_7f4a_7c15
        hash ^= hash >> 29
      }
      return KeyIndex.fingerprint(ofNumber: UInt32(truncatingIfNeeded: hash >> 32))
    }
  }

  /// Whether both call the same functions with the same context.
  func hasFunctions(of other: SectionLayout) -> Bool {
    unsafe context == other.context
      && unsafeBitCast(measure, to: UInt.self) == unsafeBitCast(other.measure, to: UInt.self)
      && unsafeBitCast(destroy, to: UInt.self) == unsafeBitCast(other.destroy, to: UInt.self)
  }

  var isMeasured: Bool { unsafe measure != nil }

  /// Calls the host: `measure` will not be called again.
  func callDestroy() {
    guard let destroy = unsafe destroy else { return }
    HostCall.run { unsafe destroy(context) }
  }
}
