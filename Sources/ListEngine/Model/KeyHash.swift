// A key's hash inside this process, for the key index only: seeded, so that keys crafted against one
// process do not collide in another. Keys and contents that leave the process come from `Hasher`.
//
// Two folded multiplications (as in wyhash, Wang Yi, 2019): the first mixes the words, the second
// spreads what one of them being its seed would have cancelled.

import CPlatform

public enum KeyHash {
  private static let seed: (low: UInt64, high: UInt64) = {
    // The kernel gives each process 16 random bytes.
    let random = unsafe UnsafeRawPointer(bitPattern: getauxval(UInt(AT_RANDOM)))
    guard let random = unsafe random else { return (0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03) }
    return unsafe (
      random.loadUnaligned(as: UInt64.self), random.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    )
  }()

  /// A random word of this process, the same at each call.
  public static var processSeed: UInt64 { seed.low ^ seed.high }

  @inline(__always) private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }

  /// The seeds, read once by a loop that hashes many keys.
  public struct Seeded: BitwiseCopyable {
    let low: UInt64
    let high: UInt64

    /// 32 bits. `salt` is 0, or a section's where keys are scoped by section.
    @inline(__always) public func fingerprint(_ key: Key, salt: UInt64) -> UInt32 {
      let mixed = KeyHash.fold(key.low ^ low, key.high ^ high ^ salt)
      return UInt32(truncatingIfNeeded: KeyHash.fold(mixed ^ key.low, 0xa076_1d64_78bd_642f ^ low) &>> 16)
    }
  }

  public static var seeded: Seeded { Seeded(low: seed.low, high: seed.high) }

  /// What sets the keys of one section apart from those of another.
  public static func salt(ofSection key: Key) -> UInt64 {
    fold(key.low ^ 0x8ebc_6af0_9c88_c6e3, key.high ^ 0x5899_65cc_7537_4cc3) | 1
  }
}
