// The hash of a key inside this process, used only by the key index. It is seeded, so that keys crafted
// against one process do not collide in another. Keys and contents that leave the process are hashed by
// `FieldHasher`.
//
// Two folded multiplications (as in wyhash, Wang Yi, 2019): the first mixes the words; the second restores
// the bits that the first loses when a word equals its seed.

public enum KeyHash {
  @inline(__always) private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }

  /// The seeds, read once before a loop that hashes many keys.
  public struct Seeded: BitwiseCopyable {
    let low: UInt64
    let high: UInt64

    /// A 32-bit hash. `salt` is 0, or the section's salt if keys are scoped by section.
    @inline(__always) public func fingerprint(_ key: Key, salt: UInt64) -> UInt32 {
      let mixed = KeyHash.fold(key.low ^ low, key.high ^ high ^ salt)
      return UInt32(truncatingIfNeeded: KeyHash.fold(mixed ^ key.low, 0xa076_1d64_78bd_642f ^ low) &>> 16)
    }
  }

  public static var seeded: Seeded {
    @inline(never) get {
      let low = Seed.process
      return Seeded(low: low, high: Seed.mix(low))
    }
  }

  /// A salt that separates the keys of one section from those of another.
  public static func salt(ofSection key: Key) -> UInt64 {
    fold(key.low ^ 0x8ebc_6af0_9c88_c6e3, key.high ^ 0x5899_65cc_7537_4cc3) | 1
  }
}
