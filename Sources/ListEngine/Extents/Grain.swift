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

  /// The nearest number of ticks to a finite length or offset.
  func ticks(_ units: Double) -> Int {
    let ticks = (units * perUnit + 0.5).rounded(.down)
    return Int(max(-Grain.farthest, min(ticks, Grain.farthest)))
  }

  /// The same of a length, cut to what a length can be. No number is 0.
  func length(_ units: Double) -> Int { ticks(max(0, min(units.isNaN ? 0 : units, Grain.largest))) }

  func units(_ ticks: Int) -> Double { Double(ticks) / perUnit }

  /// Without the part of a unit.
  func wholeUnits(_ ticks: Int) -> Int { ticks - ticks % Int(perUnit) }
}
