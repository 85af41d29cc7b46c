// Where keys are unique, and the only place outside of matching where they are hashed.
//
//     KeyScope.list                        all items of a list, or all sections           salt 0
//     list.narrowed(to: S, if: isScoped)   where keys are scoped, the items of section S  salt of S
//
// Items of two sections may have equal keys where keys are scoped. The salt gives them different
// fingerprints, so that they do not crowd one bucket; the section's key tells them apart.

struct KeyScope: BitwiseCopyable {
  /// The section whose items these are; nil where keys are unique over the whole list.
  private(set) var section: Key? = nil
  private var salt: UInt64 = 0
  private let hash = KeyHash.seeded

  private init() {}

  /// Reads the seeds of the process: make it once for many keys, and narrow it for each section.
  static var list: KeyScope { KeyScope() }

  @inline(__always) func narrowed(to section: Key, if isScoped: Bool) -> KeyScope {
    if !isScoped { return self }
    var scope = self
    scope.section = section
    scope.salt = KeyHash.salt(ofSection: section)
    return scope
  }

  @inline(__always) func fingerprint(_ key: Key) -> UInt32 { hash.fingerprint(key, salt: salt) }

  @inline(__always) func key(_ key: Key) -> ScopedKey { self.key(key, fingerprint(key)) }

  /// The same for a key that was hashed before.
  @inline(__always) func key(_ key: Key, _ fingerprint: UInt32) -> ScopedKey {
    ScopedKey(key: key, section: section, fingerprint: fingerprint)
  }
}
