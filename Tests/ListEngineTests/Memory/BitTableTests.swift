// Bits in columns, beside arrays.

import XCTest

@testable import ListEngine

final class BitTableTests: XCTestCase {
  private struct Plain {
    var columns: [[Bool]]

    func word(_ column: Int, at position: Int) -> UInt64 {
      var word: UInt64 = 0
      for i in 0..<64 where position + i < columns[column].count && columns[column][position + i] {
        word |= 1 << UInt64(i)
      }
      return word
    }
  }

  private func check(_ table: borrowing BitTable, _ plain: Plain, _ random: inout SeededGenerator) throws {
    for column in plain.columns.indices {
      let bits = plain.columns[column]
      for i in bits.indices { try expect(table[column, i] == bits[i], "bit \(i) of \(column)") }
      if bits.isEmpty { continue }
      let at = Int.random(in: 0..<bits.count, using: &random)
      let end = Int.random(in: at...bits.count, using: &random)
      try expect(table.word(of: column, at: at) == plain.word(column, at: at), "word at \(at)")
      try expect(
        table.first(column, from: at, below: end) == (at..<end).first { bits[$0] } ?? end, "first from \(at)")
      try expect(
        table.last(column, from: at, below: end) == (at..<end).last { bits[$0] }, "last below \(end)")
      try expect(table.ones(column, at, end - at) == bits[at..<end].filter { $0 }.count, "ones")
      var ranks = BitRanks()
      try ranks.count(column, of: table)
      let positions = bits.indices.filter { bits[$0] }
      try expect(ranks.total == positions.count, "total")
      try expect(ranks.rank(column, of: table, at) == bits[..<at].filter { $0 }.count, "rank of \(at)")
      if let number = positions.indices.randomElement(using: &random) {
        try expect(ranks.select(column, of: table, number) == positions[number], "select \(number)")
      }
    }
  }

  func testColumnsAreArraysOfBits() throws {
    for seed: UInt64 in 1...60 {
      do {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 0...(seed % 7 == 0 ? 3000 : 300), using: &random)
        var table = try BitTable(columns: 3, count: count)
        var other = try BitTable(columns: 3, count: count)
        var plain = Plain(columns: Array(repeating: Array(repeating: false, count: count), count: 3))
        for _ in 0..<40 {
          let column = Int.random(in: 0..<3, using: &random)
          let first = Int.random(in: 0...count, using: &random)
          let length = Int.random(in: 0...(count - first), using: &random)
          switch Int.random(in: 0..<5, using: &random) {
          case 0:
            let isOn = Bool.random(using: &random)
            table.fill(isOn, column, first, length)
            for i in first..<first + length { plain.columns[column][i] = isOn }
          case 1:
            let word = random.next()
            let width = min(64, length)
            table.set(word, of: column, at: first, width: width)
            for i in 0..<width { plain.columns[column][first + i] = word >> UInt64(i) & 1 != 0 }
          case 2:
            let to = Int.random(in: 0...(count - length), using: &random)
            other.fill(false, 0, 0, count)
            other.fill(true, 1, 0, count)
            for i in 0..<count where i % 3 == 0 { other[2, i] = true }
            table.copy(length, of: other, 0..<3, at: first, to: to)
            for i in 0..<length {
              plain.columns[0][to + i] = false
              plain.columns[1][to + i] = true
              plain.columns[2][to + i] = (first + i) % 3 == 0
            }
          case 3:
            let target = (column + 1) % 3
            table.copyWithin(column, to: target, first, length)
            for i in first..<first + length { plain.columns[target][i] = plain.columns[column][i] }
          default:
            let target = (column + 1) % 3
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
              table.clear(target, where: column)
              for i in 0..<count where plain.columns[column][i] { plain.columns[target][i] = false }
            case 1:
              table.keep(target, where: column)
              for i in 0..<count where !plain.columns[column][i] { plain.columns[target][i] = false }
            default:
              let isOn = Bool.random(using: &random)
              for i in first..<first + length {
                table.set(target, i, to: isOn)
                plain.columns[target][i] = isOn
              }
            }
          }
          try check(table, plain, &random)
        }
      } catch {
        return XCTFail("seed \(seed): \(error)")
      }
    }
  }
}
