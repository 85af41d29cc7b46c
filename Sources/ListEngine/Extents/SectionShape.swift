// The parts of a section along the axis. Each of them may be missing:
//
//     start ─► headers | loader | inset, rows of items, inset | loader | footers ─► end

struct SectionShape: BitwiseCopyable {
  /// In the content.
  var start = 0
  var headers = 0
  var firstLoader = 0
  /// The items without the insets; 0 if there are none.
  var items = 0
  var startInset = 0
  var endInset = 0
  var lastLoader = 0
  var footers = 0

  var itemsStart: Int { start + headers + firstLoader + startInset }
  var itemsEnd: Int { itemsStart + items }
  var lastLoaderStart: Int { itemsEnd + endInset }
  var footersStart: Int { lastLoaderStart + lastLoader }
  var end: Int { footersStart + footers }
  var length: Int { end - start }
}

/// The parts of the content along the axis.
struct ContentShape: BitwiseCopyable {
  /// What covers the window's start.
  var startInset = 0
  var header = 0
  var firstLoader = 0
  /// All sections, with the spacing between them.
  var sections = 0
  /// The kind of the placeholder, or 0, and its length.
  var placeholderKind: UInt32 = 0
  var placeholder = 0
  var lastLoader = 0
  var footer = 0
  var endInset = 0

  var firstLoaderStart: Int { startInset + header }
  var sectionsStart: Int { firstLoaderStart + firstLoader }
  var placeholderStart: Int { sectionsStart + sections }
  var lastLoaderStart: Int { placeholderStart + placeholder }
  var footerStart: Int { lastLoaderStart + lastLoader }
  var length: Int { footerStart + footer + endInset }
}

/// Where a place is in the content, in ticks, without insets.
struct Span: BitwiseCopyable {
  var start = 0
  var length = 0
  var acrossStart = 0
  var acrossLength = 0

  var end: Int { start + length }
  var acrossEnd: Int { acrossStart + acrossLength }

  func isSame(as other: Span) -> Bool {
    start == other.start && length == other.length && acrossStart == other.acrossStart
      && acrossLength == other.acrossLength
  }
}
