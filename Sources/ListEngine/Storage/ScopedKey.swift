// A key with its scope and its fingerprint, which is computed once and used by every lookup and insertion.

struct ScopedKey: BitwiseCopyable {
  let key: Key
  /// Set only if keys are scoped.
  let section: Key?
  let fingerprint: Fingerprint

  init(key: Key, section: Key?, fingerprint: Fingerprint) {
    self.key = key
    self.section = section
    self.fingerprint = fingerprint
  }

  /// The key as a host passes it: if keys are scoped the section is required; otherwise it is ignored.
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
  /// Finds a key. `locate` returns the key's location within the object with a number, or nil. `section`
  /// returns the section key of that location; it is called only if keys are scoped.
  @inline(__always) func find<Place>(
    _ wanted: ScopedKey, locate: (UInt32) -> Place?, section: (Place) -> Key
  ) -> Place? {
    var found: Place? = nil
    _ = find(wanted.fingerprint) { number in
      guard let location = locate(number) else { return false }
      if let owner = wanted.section, section(location) != owner { return false }
      found = location
      return true
    }
    return found
  }
}
