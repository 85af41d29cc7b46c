// The scope in which keys are unique. Outside Match, keys are hashed only here.
//
//     KeyScope.list                        all items of a list, or all sections            salt 0
//     list.narrowed(to: S, if: isScoped)   if keys are scoped, the items of section S      salt of S
//
// If keys are scoped, items of two sections may have equal keys. The salt gives them different fingerprints,
// so that they do not fill one bucket; the section's key distinguishes them.

struct KeyScope: BitwiseCopyable {
  /// The section of the items; nil if keys are unique in the whole list.
  private(set) var section: Key? = nil
  private var salt: UInt64 = 0
  private let hash = KeyHash.seeded

  private init() {}

  /// Reads the process's seeds: create it once for many keys, and narrow it for each section.
  static var list: KeyScope { KeyScope() }

  @inline(__always) func narrowed(to section: Key, if isScoped: Bool) -> KeyScope {
    if !isScoped { return self }
    var scope = self
    scope.section = section
    scope.salt = KeyHash.salt(ofSection: section)
    return scope
  }

  @inline(__always) func fingerprint(_ key: Key) -> Fingerprint {
    Fingerprint(hash.fingerprint(key, salt: salt))
  }

  @inline(__always) func key(_ key: Key) -> ScopedKey { self.key(key, fingerprint(key)) }

  /// For a key whose fingerprint is known.
  @inline(__always) func key(_ key: Key, _ fingerprint: Fingerprint) -> ScopedKey {
    ScopedKey(key: key, section: section, fingerprint: fingerprint)
  }
}
