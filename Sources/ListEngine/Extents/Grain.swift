// Lengths as integers: multiples of a grain, which is 1/1024 of a unit or more. Integers are added without error, so that
// neighbours meet exactly, however many there are; with doubles, a million thirds do not.
//
//     host      44.3 units                    33.333... units
//     ticks     45,363 of 1/1024              34,133 of 1/1024

struct Grain: BitwiseCopyable {
  /// Ticks in a unit: a power of two, from 1 to 1024.
  let perUnit: Double

  /// The largest length, in units.
  static let largest: Double = 1_048_576
  /// Offsets beyond this are cut: sums with all lengths of a list stay far from overflow.
  private static let farthest = Double(1 << 60)

  init(_ grain: Double) { perUnit = grain == 0 ? 1024 : 1 / grain }

  static func isValid(_ grain: Double) -> Bool {
    if grain == 0 { return true }
    var valid = 1.0
    for _ in 0...10 {
      if grain == valid { return true }
      valid /= 2
    }
    return false
  }

  /// The nearest number of ticks to a length or offset.
  func ticks(_ units: Double) -> Int { Grain.floor(units * perUnit + 0.5) }

  /// The next integer that is not greater, cut. No number is 0. (The function of libm would be the only one.)
  static func floor(_ value: Double) -> Int {
    if value.isNaN { return 0 }
    let cut = max(-farthest, min(value, farthest))
    let truncated = Int(cut)
    return Double(truncated) > cut ? truncated - 1 : truncated
  }

  /// The same of a length, cut to what a length can be. No number is 0.
  func length(_ units: Double) -> Int { ticks(max(0, min(units.isNaN ? 0 : units, Grain.largest))) }

  func units(_ ticks: Int) -> Double { Double(ticks) / perUnit }

  /// Without the part of a unit.
  func wholeUnits(_ ticks: Int) -> Int { ticks - ticks % Int(perUnit) }
}
