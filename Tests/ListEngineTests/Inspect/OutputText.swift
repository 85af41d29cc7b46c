// Text as a host receives it: length first, then the text.

import XCTest

@testable import ListEngine

func outputText(_ write: (inout TextWriter) throws -> Void) throws -> String {
  var counted = TextWriter(into: nil, capacity: 0)
  try write(&counted)
  let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: counted.length + 1, alignment: 1)
  defer { memory.deallocate() }
  var text = TextWriter(into: memory.baseAddress, capacity: memory.count)
  try write(&text)
  text.terminate()
  XCTAssertEqual(text.length, counted.length)
  return String(decoding: memory.dropLast(), as: UTF8.self)
}

extension Name {
  /// The key as dumps write it.
  var text: String {
    get throws { try outputText { $0.append(key) } }
  }
}

/// The header's worked example: A[1 2 3] B[4 5] becomes B[5 4*] A[1 3 6], where A is 10 and B 11.
struct Example {
  static let before: Content = [
    Part(10, [Item(1), Item(2), Item(3)]), Part(11, [Item(4, content: 7), Item(5)]),
  ]
  static let after: Content = [
    Part(11, [Item(5), Item(4, content: 8)]), Part(10, [Item(1), Item(3), Item(6)]),
  ]

  static func changeset(_ options: UpdateOptions = UpdateOptions()) throws -> Changeset {
    let list = List(ListOptions(), leafCapacity: 4, fanOut: 4)
    _ = try before.set(list, .plain)
    return try after.set(list, .plain, options)!
  }
}
