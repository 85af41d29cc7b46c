// Keys of new items or sections under the policy that numbers duplicates: the first that is free of a key and those
// derived from it.
//
//     taken 5 5#2     given 5 5     ->     5#3 5#4          the next number is kept: n equal keys cost O(n)

struct NumberedKeys: ~Copyable {
  private var given = KeySet()
  /// The next number to try, indexed by the first of equal keys; 1 stands for the key itself.
  private var numbers = Buffer<UInt64>()

  init(capacity: Int, isScoped: Bool) throws(Refusal) {
    given = try KeySet(capacity: capacity, isScoped: isScoped)
    try numbers.reserve(capacity)
  }

  /// Within the reserved capacity.
  mutating func next(
    _ key: ScopedKey, _ scope: KeyScope, isFree: (_ key: ScopedKey) -> Bool
  ) -> ScopedKey {
    let first = given.add(key).map { Int($0) } ?? numbers.count
    numbers.push(1)
    while true {
      let n = numbers[first]
      numbers[first] += 1
      let derived = n == 1 ? key : scope.key(key.key.numbered(n))
      if isFree(derived) { return derived }
    }
  }
}

extension Key {
  /// The key for the n-th occurrence of this key.
  func numbered(_ n: UInt64) -> Key {
    var hasher = FieldHasher()
    hasher.add(self)
    hasher.add(n)
    return hasher.key
  }
}
