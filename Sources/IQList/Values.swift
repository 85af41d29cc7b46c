// Converts the header's small values to the engine's; both have the same bytes.

import CIQList
import ListEngine

extension iq_key {
  init(_ key: Key) { self = unsafe unsafeBitCast(key, to: iq_key.self) }
}

extension Key {
  init(_ key: iq_key) { self = unsafe unsafeBitCast(key, to: Key.self) }
}

extension iq_position {
  init(_ position: Position) { self.init(section: position.section, item: position.item) }
}

extension Position {
  init(_ position: iq_position) { self.init(section: position.section, item: position.item) }
}

extension iq_hasher {
  init(_ fields: FieldHasher) { self = unsafe unsafeBitCast(fields, to: iq_hasher.self) }
}

/// Whether something is put behind its anchor, not before it: IQ_PUT_*.
func putsAfter(_ place: UInt32, argument: Argument) throws(Refusal) -> Bool {
  guard place == IQ_PUT_BEFORE || place == IQ_PUT_AFTER else {
    throw Refusal(.unknownValue, argument: argument, value: Int(place))
  }
  return place == IQ_PUT_AFTER
}

extension Anchor {
  init(_ place: UInt32, _ key: Key, argument: Argument) throws(Refusal) {
    self = try putsAfter(place, argument: argument) ? Anchor(after: key) : Anchor(before: key)
  }
}
