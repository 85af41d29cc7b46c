// Small sequences of keys, all of them.
//
//     of 2, old 1      0 1,  1 0,  1 2      0 was there, 1 and 2 are new

/// Every way to fill `count` places with distinct keys below `old` or with new ones, which are
/// numbered as they come: all arrangements up to renaming.
func sequences(of count: Int, old: Int) -> [[Int]] {
  var done: [[Int]] = []
  func extend(_ sequence: [Int], _ new: Int) {
    if sequence.count == count { return done.append(sequence) }
    for key in 0..<old where !sequence.contains(key) { extend(sequence + [key], new) }
    extend(sequence + [new], new + 1)
  }
  extend([], old)
  return done
}
