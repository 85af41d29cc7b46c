// A mark for a large struct that is only ever used where it lies.
//
// The compiler passes a struct of plain fields to a function that reads it by copying it first, a
// thousand bytes to compare two keys. A type whose values have an address of their own is passed by that
// address; one that has an atomic in it is such a type, and so is whatever contains it:
//
//     struct Staged: ~Copyable { private let inPlace = InPlace(); ... }
//
// Nothing reads the byte.

import Synchronization

public struct InPlace: ~Copyable {
  private let byte = Atomic<UInt8>(0)
}
