// A key in its scope, hashed once: whatever looks it up or stores it uses the fingerprint that it has.

struct ScopedKey: BitwiseCopyable {
  let key: Key
  /// Only where keys are scoped.
  let section: Key?
  let fingerprint: UInt32

  init(key: Key, section: Key?, fingerprint: UInt32) {
    self.key = key
    self.section = section
    self.fingerprint = fingerprint
  }

  /// As a host names an item: where keys are scoped it names the section, too; elsewhere that is ignored.
  init(_ key: Key, in section: Key?, isScoped: Bool) throws(Refusal) {
    var scope = KeyScope.list
    if isScoped {
      guard let section else { throw Refusal(.scope, key: key) }
      scope = scope.narrowed(to: section, if: true)
    }
    self = scope.key(key)
  }
}

extension KeyIndex {
  /// Finds a key. `locate` answers where the key is among what a number stands for, or nil; `section` the
  /// key of the section of that place, and is only called where keys are scoped.
  @inline(__always) func find<Place>(
    _ wanted: ScopedKey, locate: (UInt32) -> Place?, section: (Place) -> Key
  ) -> Place? {
    var found: Place? = nil
    _ = find(wanted.fingerprint) { number in
      guard let place = locate(number) else { return false }
      if let owner = wanted.section, section(place) != owner { return false }
      found = place
      return true
    }
    return found
  }
}
