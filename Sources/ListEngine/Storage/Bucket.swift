// A bucket of a key index: an entry, or free.
//
//     bits    63 ........ 32   31 .......... 0
//             fingerprint      number + 1          all 0: free
//
// An entry determines its home, so growing the table and deleting from it read no keys.

struct Bucket: BitwiseCopyable, Equatable {
  private let word: UInt64

  static let free = Bucket(word: 0)

  private init(word: UInt64) { self.word = word }

  /// `number` must not be `noIndex`.
  @inline(__always) init(_ fingerprint: Fingerprint, _ number: UInt32) {
    word = UInt64(fingerprint.raw) &<< 32 | UInt64(number &+ 1)
  }

  @inline(__always) var isFree: Bool { word == 0 }
  @inline(__always) var fingerprint: Fingerprint {
    Fingerprint(UInt32(truncatingIfNeeded: word &>> 32))
  }
  @inline(__always) var number: UInt32 { UInt32(truncatingIfNeeded: word) &- 1 }

  /// This one, or a free one; without a branch.
  @inline(__always) func kept(if stays: Bool) -> Bucket { Bucket(word: word & (stays ? .max : 0)) }

  @inline(__always) static func == (left: Bucket, right: Bucket) -> Bool { left.word == right.word }

  /// The home of a fingerprint in a table with any capacity.
  @inline(__always) static func home(of fingerprint: Fingerprint, _ capacity: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(fingerprint.raw) &* UInt64(truncatingIfNeeded: capacity)) &>> 32)
  }
}
