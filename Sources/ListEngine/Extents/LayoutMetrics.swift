// A layout in ticks, for a window. Along is the axis that the view scrolls, across the other one.
//
//     vertical, columns 4, spacing 5, insets 10, window 375     room 375, inner 355, column 85
//
// A view computes the metrics of a layout anew where the window, its options or the layout has changed.

/// The options of a view that is laid out, as the host gives them.
public struct LayoutOptions: BitwiseCopyable {
  public static let horizontal: UInt32 = 2
  public static let rightToLeft: UInt32 = 4
  public static let gravityEnd: UInt32 = 8
  public static let stickyHeader: UInt32 = 16
  public static let stickyFooter: UInt32 = 32
  public static let bindEdges: UInt32 = 64
  public static let freeOrigin: UInt32 = 128

  public var flags: UInt32 = 0
  public var grain = 0.0
  public var insets = Insets()
  public var sectionSpacing = 0.0
  public var overscan = 0.0
  public var prefetch = 0.0
  public var endThreshold = 0.0
  public var keptSizes = KeptSizes.usual

  public static var mostKeptSizes: Int { KeptSizes.most }

  public init() {}

  public static func isGrain(_ grain: Double) -> Bool { Grain.isValid(grain) }

  func has(_ flag: UInt32) -> Bool { flags & flag != 0 }
}

/// The window and the options, in ticks.
struct WindowMetrics: BitwiseCopyable {
  let grain: Grain
  let isHorizontal: Bool
  /// The window.
  let along: Int
  let across: Int
  /// The insets: the parts of the window, at both ends, that something covers.
  let start: Int
  let end: Int
  let acrossStart: Int
  /// The size of the window across, without its insets.
  let room: Int
  let sectionSpacing: Int
  let overscan: Int
  let endThreshold: Int

  @_optimize(size) init(_ options: LayoutOptions, width: Double, height: Double) {
    grain = Grain(options.grain)
    isHorizontal = options.has(LayoutOptions.horizontal)
    let insets = options.insets
    along = grain.length(isHorizontal ? width : height)
    across = grain.length(isHorizontal ? height : width)
    start = grain.length(isHorizontal ? insets.leading : insets.top)
    end = grain.length(isHorizontal ? insets.trailing : insets.bottom)
    acrossStart = grain.length(isHorizontal ? insets.top : insets.leading)
    let acrossEnd = grain.length(isHorizontal ? insets.bottom : insets.trailing)
    room = max(0, across - acrossStart - acrossEnd)
    sectionSpacing = grain.length(options.sectionSpacing)
    overscan = grain.length(options.overscan)
    endThreshold = options.endThreshold == 0 ? grain.length(1) - 1 : grain.length(options.endThreshold)
  }

  /// The size of the window along, without its insets.
  var free: Int { max(0, along - start - end) }
}

struct LayoutMetrics: BitwiseCopyable {
  /// A size rule in ticks.
  struct Rule: BitwiseCopyable {
    let length: Int
    /// Whether what has no size of its own is to be measured.
    let isAuto: Bool
    /// Around the cell, within its place.
    let insets: Insets
    let indent: Int
    let levelIndent: Int

    /// With the indent of a level.
    @inline(__always) func insets(level: UInt32) -> Insets {
      var insets = insets
      insets.leading += indent + Int(level) * levelIndent
      return insets
    }
  }

  /// The room around a cell, within its place.
  struct Insets: BitwiseCopyable {
    var top = 0
    var leading = 0
    var bottom = 0
    var trailing = 0
  }

  /// The elements that a rule applies to.
  enum RuleKind: UInt8 {
    case item, header, footer, page, none

    /// The rule of the elements of a kind.
    init(_ kind: UInt32) {
      switch kind {
      case Supplementary.header: self = .header
      case Supplementary.footer: self = .footer
      case Supplementary.pageStart, Supplementary.pageEnd: self = .page
      default: self = .none
      }
    }
  }

  let item: Rule
  let header: Rule
  let footer: Rule
  let page: Rule
  /// How many items of the rule's size stand in a line.
  let columns: Int
  /// Their size across, and the distance from one to the next.
  let column: Int
  let columnStep: Int
  let start: Int
  let end: Int
  let acrossStart: Int
  /// The room across.
  let inner: Int
  let lineSpacing: Int
  let kind: UInt32
  /// `SectionLayout.center` or `justify`, or 0.
  let alignment: UInt32
  let lines: LineRule
  /// The number of the rule of lines or lanes: see LineTable and LaneTable.
  var linesNumber: UInt32 = 0
  /// The number of the choice of lanes, or of what custom functions say: see SectionTotals.
  var choiceNumber: UInt32 = 0

  /// The tag of a size across that was set in a flow: it takes one column of a grid.
  static var tagOfFlows: UInt32 { 1 }

  /// A size across that matters: in a flow, or beyond the column of a grid. Nil: it does not.
  func width(ofOwn across: Int?) -> Int? {
    guard let across, isFlow || hasLines && across > column else { return nil }
    return across
  }

  var isFlow: Bool { kind == SectionLayout.flow }
  var isLanes: Bool { kind == SectionLayout.lanes }
  var isCustom: Bool { kind == SectionLayout.custom }
  /// One item in a line, across all the room.
  var isList: Bool { columns == 1 && kind == SectionLayout.rows }
  /// Several items in a line.
  var hasLines: Bool { !isList && !isLanes && !isCustom }

  /// The size of an item was measured for this width.
  var acrossOfTags: Int { isFlow ? inner | 1 << 40 : column }

  @_optimize(size) init(_ layout: SectionLayout, _ window: WindowMetrics) {
    let grain = window.grain
    let horizontal = window.isHorizontal
    let insets = layout.insets
    start = grain.length(horizontal ? insets.leading : insets.top)
    end = grain.length(horizontal ? insets.trailing : insets.bottom)
    acrossStart = window.acrossStart + grain.length(horizontal ? insets.top : insets.leading)
    let acrossEnd = grain.length(horizontal ? insets.bottom : insets.trailing)
    inner = max(0, window.room - (acrossStart - window.acrossStart) - acrossEnd)
    lineSpacing = grain.length(layout.lineSpacing)
    let spacing = grain.length(layout.itemSpacing)
    let aligns = layout.kind == SectionLayout.rows || layout.kind == SectionLayout.flow
    alignment = aligns ? layout.flags & (SectionLayout.center | SectionLayout.justify) : 0
    kind = layout.kind
    var lines = LineRule()
    lines.lead = lineSpacing
    if layout.kind == SectionLayout.flow {
      let across = Rule.across(layout.item, inner, window)
      item = Rule(layout.item, auto: 44, across: across.length, window, isMeasuredAcross: across.isAuto)
      lines.room = inner
      lines.gap = spacing
      lines.item = LineItem(width: across.length, length: item.length)
      column = across.length
      columns = lines.perLine
    } else {
      columns = LayoutMetrics.columns(layout, inner, spacing: spacing, window)
      column = columns == 1 ? inner : grain.wholeUnits(max(0, inner - (columns - 1) * spacing) / columns)
      item = Rule(
        layout.item, auto: 44, across: column, window, isMeasured: layout.kind != SectionLayout.custom)
      lines.room = columns
      lines.item.length = item.length
    }
    columnStep = column + spacing
    self.lines = lines
    header = Rule(layout.header, auto: 22, across: window.room, window)
    footer = Rule(layout.footer, auto: 22, across: window.room, window)
    page = Rule(layout.page, auto: 44, across: window.room, window)
  }

  func rule(_ kind: RuleKind) -> Rule? {
    switch kind {
    case .item: item
    case .header: header
    case .footer: footer
    case .page: page
    case .none: nil
    }
  }

  /// The rule of an element; nil if its length does not follow from one.
  func rule(ofKind kind: UInt32) -> Rule? { rule(RuleKind(kind)) }
}

extension LayoutMetrics.Rule {
  /// The size across of the items of a flow, at most the room, and whether it is measured.
  @_optimize(size) static func across(
    _ rule: SizeRule, _ room: Int, _ window: WindowMetrics
  ) -> (length: Int, isAuto: Bool) {
    let grain = window.grain
    let length = window.isHorizontal ? rule.height : rule.width
    let value = length.value
    let ticks: Int
    switch length.unit {
    case Length.fixed: ticks = grain.length(value)
    case Length.relative: ticks = grain.length(grain.units(window.room) * value)
    case Length.aspect:
      let along = LayoutMetrics.Rule(rule, auto: 44, across: grain.length(44), window).length
      let ratio = value == 0 ? 1 : value
      ticks = grain.length(window.isHorizontal ? grain.units(along) / ratio : grain.units(along) * ratio)
    default: ticks = grain.length(value == 0 ? 44 : value)
    }
    let additional = grain.length(window.isHorizontal ? rule.additionalHeight : rule.additionalWidth)
    return (min(ticks + additional, room), length.unit == Length.auto)
  }

  @_optimize(size) init(
    _ rule: SizeRule, auto: Double, across: Int, _ window: WindowMetrics, isMeasuredAcross: Bool = false,
    isMeasured: Bool = true
  ) {
    let grain = window.grain
    let length = window.isHorizontal ? rule.width : rule.height
    let value = length.value
    let ticks: Int
    switch length.unit {
    case Length.fixed: ticks = grain.length(value)
    case Length.relative: ticks = grain.length(grain.units(window.free) * value)
    case Length.aspect:
      let ratio = value == 0 ? 1 : value
      ticks = grain.length(window.isHorizontal ? grain.units(across) * ratio : grain.units(across) / ratio)
    default: ticks = grain.length(value == 0 ? auto : value)
    }
    let additional = grain.length(window.isHorizontal ? rule.additionalWidth : rule.additionalHeight)
    self.length = min(ticks + additional, grain.length(Grain.largest))
    isAuto = isMeasured && (isMeasuredAcross || length.unit == Length.auto)
    insets = LayoutMetrics.Insets(
      top: grain.length(rule.insets.top), leading: grain.length(rule.insets.leading),
      bottom: grain.length(rule.insets.bottom), trailing: grain.length(rule.insets.trailing))
    indent = grain.length(rule.indent)
    levelIndent = grain.length(rule.levelIndent)
  }
}

extension LayoutMetrics {
  /// How many columns, or lanes, there are.
  @_optimize(size) fileprivate static func columns(
    _ layout: SectionLayout, _ inner: Int, spacing: Int, _ window: WindowMetrics
  ) -> Int {
    if layout.kind == SectionLayout.custom { return 1 }
    if layout.flags & SectionLayout.fit == 0 { return max(1, Int(layout.columns)) }
    let isLanes = layout.kind == SectionLayout.lanes
    let most = Int(isLanes ? SectionLayout.mostLanes : SectionLayout.mostColumns)
    let step = LayoutMetrics.Rule.across(layout.item, inner, window).length + spacing
    let fitting = step == 0 ? most : (inner + spacing) / step
    return max(1, min(fitting, layout.columns == 0 ? most : Int(layout.columns)))
  }
}
