// Computes the fingerprints of staged items in their order. With scoped keys each section has its own salt,
// which is computed once.

struct ScopeWalk {
  private let hash = KeyHash.seeded
  private var section = -1
  private var end = 0
  private var salt: UInt64 = 0

  init(_ matcher: borrowing Matcher) { if !matcher.isScoped { end = Int.max } }

  @inline(__always) mutating func fingerprint(_ i: Int, _ matcher: borrowing Matcher) -> UInt32 {
    while matcher.staged.place(i) >= end {
      section += 1
      end = Int(matcher.after.starts[section + 1])
      salt = KeyHash.salt(ofSection: matcher.after.sectionKeys[section])
    }
    return hash.fingerprint(matcher.staged.keys[i], salt: salt)
  }
}
