// Enumerates all small sequences of keys.
//
//     of 2, old 1      0 1,  1 0,  1 2      0 is an old key, 1 and 2 are new

/// All sequences of `count` distinct keys, each either below `old` or new. New keys are numbered in their
/// order: all arrangements up to renaming.
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
