// Fingerprints of staged items in their order; where keys are scoped, each section is a scope of its own.

struct ScopeWalk {
  private var scope = KeyScope.list
  private var section = -1
  private var end = 0

  init(_ matcher: borrowing Matcher) { if !matcher.isScoped { end = Int.max } }

  @inline(__always) mutating func fingerprint(_ i: Int, _ matcher: borrowing Matcher) -> Fingerprint {
    while matcher.staged.flat(i) >= end {
      section += 1
      end = Int(matcher.after.starts[section + 1])
      scope = scope.narrowed(to: matcher.after.sectionKeys[section], if: true)
    }
    return scope.fingerprint(matcher.staged.key(i))
  }
}
