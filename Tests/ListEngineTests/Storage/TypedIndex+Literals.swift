// Typed indices in tests: literals of every index space, members of sets and keys of dictionaries.

@testable import ListEngine

extension TypedIndex {
  public init(integerLiteral value: UInt32) { self.init(value) }
  public func hash(into hasher: inout Hasher) { hasher.combine(raw) }
  public var description: String { "\(raw)" }
}

extension LeafID: Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {}
extension SectionID: Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {}
extension Slot: Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {}
extension SequenceID: Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {}
extension Fingerprint: Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {}
