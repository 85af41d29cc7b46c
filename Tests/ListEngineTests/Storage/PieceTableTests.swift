// Compares the piece table with plain arrays that store the origin of each item.

import XCTest

@testable import ListEngine

final class PieceTableTests: XCTestCase {
  /// (sequence, index), or nil for a new item.
  private typealias Place = (sequence: SequenceID, index: UInt32)?

  private func expanded(_ origins: borrowing PieceTable, _ sequence: SequenceID) -> [String] {
    var all: [String] = []
    origins.forEach(in: sequence) { origin in
      for i in 0..<origin.count { all.append(text(place(origin, i))) }
    }
    return all
  }

  private func place(_ origin: Origin, _ i: UInt32) -> Place {
    origin.isNew ? nil : (origin.sequence, origin.start + i)
  }

  private func text(_ place: Place) -> String { place.map { "\($0.sequence):\($0.index)" } ?? "new" }

  func testTheExampleOfTheFile() throws {
    var origins = PieceTable(fanOut: 4)
    let sequence = try origins.add(count: 8)
    try origins.reserve(edits: 1, levels: origins.levels(of: sequence))
    origins.remove(2, from: sequence, at: 2)
    try origins.reserve(edits: 1, levels: origins.levels(of: sequence))
    origins.insert(.new(1), in: sequence, at: 1)
    var moved: [Origin] = []
    try origins.reserve(edits: 1, levels: origins.levels(of: sequence))
    origins.remove(1, from: sequence, at: 6) { moved.append($0) }
    try origins.reserve(edits: 1, levels: origins.levels(of: sequence))
    for origin in moved { origins.insert(origin, in: sequence, at: 0) }
    var pieces: [Origin] = []
    origins.forEach(in: sequence) { pieces.append($0) }
    XCTAssertEqual(
      pieces,
      [
        Origin(sequence: 0, start: 7, count: 1), Origin(sequence: 0, start: 0, count: 1), .new(1),
        Origin(sequence: 0, start: 1, count: 1), Origin(sequence: 0, start: 4, count: 3),
      ])
  }

  func testAgainstArrays() throws {
    for seed in UInt64(1)...20 {
      var random = SeededGenerator(seed: seed)
      var origins = PieceTable(fanOut: 4)
      var model: [[Place]] = []
      for count in [0, 1, 40] {
        let sequence = try origins.add(count: count)
        model.append((0..<count).map { (sequence, UInt32($0)) })
      }
      for _ in 0..<300 {
        let s = Int.random(in: 0..<3, using: &random)
        let at = Int.random(in: 0...model[s].count, using: &random)
        let length = Int.random(in: 0...min(5, model[s].count - at), using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
          let count = Int.random(in: 0..<4, using: &random)
          try origins.reserve(edits: 1, levels: origins.levels(of: SequenceID(UInt32(s))))
          origins.insert(.new(UInt32(count)), in: SequenceID(UInt32(s)), at: at)
          model[s].insert(contentsOf: [Place](repeating: nil, count: count), at: at)
        case 1:
          try remove(length, &origins, &model, s, at, "seed \(seed)")
        default:
          // A move, within the sequence or to another.
          let moved = try remove(length, &origins, &model, s, at, "seed \(seed)")
          let t = Int.random(in: 0..<3, using: &random)
          var to = Int.random(in: 0...model[t].count, using: &random)
          for origin in moved {
            try origins.reserve(edits: 1, levels: origins.levels(of: SequenceID(UInt32(t))))
            origins.insert(origin, in: SequenceID(UInt32(t)), at: to)
            model[t].insert(contentsOf: (0..<origin.count).map { place(origin, $0) }, at: to)
            to += Int(origin.count)
          }
        }
        for (s, places) in model.enumerated() {
          XCTAssertEqual(origins.count(of: SequenceID(UInt32(s))), places.count, "seed \(seed)")
          XCTAssertEqual(expanded(origins, SequenceID(UInt32(s))), places.map { text($0) }, "seed \(seed)")
          guard let i = places.indices.randomElement(using: &random) else { continue }
          XCTAssertEqual(
            text(place(origins.origin(of: i, in: SequenceID(UInt32(s))), 0)), text(places[i]), "seed \(seed)")
        }
      }
    }
  }

  @discardableResult private func remove(
    _ length: Int, _ origins: inout PieceTable, _ model: inout [[Place]], _ s: Int, _ at: Int, _ name: String
  ) throws -> [Origin] {
    var taken: [Origin] = []
    try origins.reserve(edits: 1, levels: origins.levels(of: SequenceID(UInt32(s))))
    origins.remove(length, from: SequenceID(UInt32(s)), at: at) { taken.append($0) }
    let removed = taken.flatMap { origin in (0..<origin.count).map { text(place(origin, $0)) } }
    XCTAssertEqual(removed, model[s][at..<at + length].map { text($0) }, name)
    model[s].removeSubrange(at..<at + length)
    return taken
  }

  /// An item that follows its predecessor's origin joins its piece, so that a list that grows at its end has
  /// one piece.
  func testConsecutiveOriginsAreJoined() throws {
    var origins = PieceTable(fanOut: 4)
    let sequence = try origins.add(count: 3)
    for _ in 0..<100 {
      try origins.reserve(edits: 1, levels: origins.levels(of: sequence))
      origins.insert(.new(1), in: sequence, at: origins.count(of: sequence))
    }
    var pieces = 0
    origins.forEach(in: sequence) { _ in pieces += 1 }
    XCTAssertEqual(pieces, 2)
  }

  func testWithRoomReservedNothingFails() throws {
    var origins = PieceTable(fanOut: 4)
    let sequence = try origins.add(count: 1000)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<400 {
      try origins.reserve(edits: 1, levels: origins.levels(of: sequence))
      let used = Memory.used
      let at = Int.random(in: 0..<origins.count(of: sequence), using: &random)
      if Bool.random(using: &random) {
        origins.insert(.new(1), in: sequence, at: at)
      } else {
        origins.remove(1, from: sequence, at: at)
      }
      XCTAssertEqual(Memory.used, used, "no memory is taken")
    }
  }
}
