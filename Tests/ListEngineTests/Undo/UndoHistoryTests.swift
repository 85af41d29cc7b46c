// Which steps a history keeps, beside two arrays of sizes.

import XCTest

@testable import ListEngine

final class UndoHistoryTests: XCTestCase {
  private func step(_ items: Int) throws -> Box<UndoStep> {
    let changeset = try Content().diff(to: [Part(1, (0..<items).map { Item($0) })])
    return try Box(UndoStep(changeset, PayloadModels()))
  }

  private func sizes(_ steps: borrowing UndoSteps) -> [Int] {
    var sizes: [Int] = []
    steps.forEach { sizes.append($0.bytes) }
    return sizes
  }

  func testTheStepsFarthestAwayGo() throws {
    let start = Memory.held
    for seed: UInt64 in 1...30 {
      var random = SeededGenerator(seed: seed)
      var history = UndoHistory(limit: 40_000)
      var (undoable, redoable): ([Int], [Int]) = ([], [])
      for _ in 0..<80 {
        var dropped = UndoSteps()
        var gone = 0
        switch Int.random(in: 0..<8, using: &random) {
        case 0..<3:
          let step = try step(Int.random(in: 0..<(seed % 3 == 0 ? 1500 : 100), using: &random))
          gone = redoable.count
          redoable = []
          undoable.append(step.value.bytes)
          if step.value.bytes > history.limit {
            gone += undoable.count
            undoable = []
          }
          history.add(step, &dropped)
        case 3, 4:
          history.didTake(.undo)
          if let last = undoable.popLast() { redoable.insert(last, at: 0) }
        case 5:
          history.didTake(.redo)
          if !redoable.isEmpty { undoable.append(redoable.removeFirst()) }
        case 6: history.setLimit(Int.random(in: 1...60_000, using: &random), &dropped)
        default:
          if Int.random(in: 0..<5, using: &random) == 0 {
            var other = HistoryEntry()
            history.record(&other, &dropped)
            gone = undoable.count + redoable.count
            (undoable, redoable) = ([], [])
          }
        }
        while (undoable + redoable).reduce(0, +) > history.limit {
          if undoable.isEmpty { redoable.removeLast() } else { undoable.removeFirst() }
          gone += 1
        }
        XCTAssertEqual(sizes(history.undoable), undoable, "seed \(seed)")
        XCTAssertEqual(sizes(history.redoable), redoable, "seed \(seed)")
        XCTAssertEqual(history.undoable.count, undoable.count)
        XCTAssertEqual(history.redoable.bytes, redoable.reduce(0, +))
        XCTAssertEqual(dropped.count, gone, "seed \(seed)")
      }
    }
    ScratchPool.process.empty()
    XCTAssertEqual(Memory.held, start)
  }
}
