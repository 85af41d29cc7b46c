// Seeds that a host cannot predict, constant for the life of the process. They come from the 16 random bytes
// that the kernel passes to every process, so no file is opened. The kernel's table is searched once: that would be
// a fifth of a search for a key.

import CPlatform

public enum Seed {
  public static var process: UInt64 {
    let known = unsafe iqp_load(iqp_seed_word())
    if known != 0 { return UInt64(bitPattern: known) }
    // Threads that come at once all find the same.
    let seed = read()
    unsafe iqp_store(iqp_seed_word(), Int64(bitPattern: seed))
    return seed
  }

  private static func read() -> UInt64 {
    guard let random = unsafe UnsafeRawPointer(bitPattern: Int(getauxval(UInt(AT_RANDOM)))) else { return 0 }
    let low = unsafe random.loadUnaligned(as: UInt64.self)
    let high = unsafe random.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    return mix(low) ^ high
  }

  /// Distributes every bit of `value` over the whole word (the finaliser of MurmurHash3, Appleby).
  @inline(__always) public static func mix(_ value: UInt64) -> UInt64 {
    var word = value
    word = (word ^ word >> 33) &* 0xff51_afd7_ed55_8ccd
    word = (word ^ word >> 33) &* 0xc4ce_b9fe_1a85_ec53
    return word ^ word >> 33
  }
}
