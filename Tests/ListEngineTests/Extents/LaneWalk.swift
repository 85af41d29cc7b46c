// A slow model of lanes: items one by one; and where an item is.

@testable import ListEngine

/// Lanes in front of an item: see LaneSum.
struct LaneWalk {
  let lanes: Int
  let rule: Int
  let spacing: Int
  var ends: [Int]
  private var level = 0
  private var cells = 0

  init(lanes: Int, rule: Int, spacing: Int) {
    (self.lanes, self.rule, self.spacing) = (lanes, rule, spacing)
    ends = Array(repeating: 0, count: lanes)
  }

  var shortest: Int { ends.firstIndex(of: ends.min() ?? 0) ?? 0 }
  var cell: (lane: Int, start: Int) {
    (cells % lanes, (cells > 0 ? level : ends.max() ?? 0) + cells / lanes * (rule + spacing))
  }
  var earliest: Int { cells > 0 ? cell.start : ends.min() ?? 0 }

  mutating func add(_ length: Int, _ lane: Int?) -> (lane: Int, start: Int) {
    guard let lane else {
      let found = cell
      if cells == 0 { level = found.start }
      cells += 1
      let rows = (cells + lanes - 1) / lanes
      ends = Array(repeating: level + rows * (rule + spacing), count: lanes)
      return found
    }
    let start = ends[lane]
    cells = 0
    ends[lane] += length + spacing
    return (lane, start)
  }
}

/// Where an item is along the axis, or its line is.
struct ItemStart {
  var start: Int
  var end: Int
  var section: SectionID
  var index: Int
  /// Of its line.
  var isFirst = false
}
