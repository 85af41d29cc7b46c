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
