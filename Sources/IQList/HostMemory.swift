// Host memory that is borrowed for the length of a call: the checks before anything is read or written
// through a pointer. No alignment is assumed.
//
//     let options = try read(options, over: iq_list_options(), argument: Argument(1, iqc_options))   NULL: all zeroes
//     let name = try required(name, argument: Argument(1, iqc_name))                                 NULL: refused
//     let info = try VersionedOutput(info, argument: Argument(3, iqc_info))                          ... info.write(value)
//
// A versioned struct begins with struct_size, which identifies the version that the host was compiled with:
//
//     host's   [ struct_size | a | b ]              older than ours: c is read as zero and not written
//     ours     [ struct_size | a | b | c ]
//     host's   [ struct_size | a | b | c | d ]      newer than ours: d is neither read nor written

import CIQList
import CPlatform
import ListEngine

/// The pointer, or a refusal if it is NULL.
func required<Value>(
  _ pointer: UnsafePointer<Value>?, argument: Argument
) throws(Refusal) -> UnsafePointer<Value> {
  guard let pointer = unsafe pointer else { throw Refusal(.null, argument: argument) }
  return unsafe pointer
}

func required<Value>(
  _ pointer: UnsafeMutablePointer<Value>?, argument: Argument
) throws(Refusal) -> UnsafeMutablePointer<Value> {
  guard let pointer = unsafe pointer else { throw Refusal(.null, argument: argument) }
  return unsafe pointer
}

func requiredBytes(_ pointer: UnsafeRawPointer?, argument: Argument) throws(Refusal) -> UnsafeRawPointer {
  guard let pointer = unsafe pointer else { throw Refusal(.null, argument: argument) }
  return unsafe pointer
}

/// Reads the host's versioned struct; fields that its version lacks are zero. NULL reads as all zeros;
/// `required` must check a required struct first. `first` is the size of the struct's first version.
func read<Struct: BitwiseCopyable>(
  _ pointer: UnsafePointer<Struct>?, over zero: Struct, first: Int = MemoryLayout<Struct>.stride,
  argument: Argument
) throws(Refusal) -> Struct {
  guard let pointer = unsafe pointer else { return zero }
  let size = unsafe try structSize(of: UnsafeRawPointer(pointer), first: first, argument: argument)
  var value = zero
  unsafe memcpy(&value, pointer, min(size, MemoryLayout<Struct>.stride))
  return value
}

/// The largest valid struct_size. No version of a struct comes near it; a larger value is garbage. It also
/// bounds the stride of an array.
private let largestStruct: UInt = 4096

/// The struct_size, which must be at least that of the first version.
func structSize(
  of pointer: UnsafeRawPointer, first: Int, argument: Argument
) throws(Refusal) -> Int {
  let size = unsafe pointer.loadUnaligned(as: UInt.self)
  guard size >= UInt(first), size <= largestStruct else {
    throw Refusal(
      .structSize, argument: argument.field(iqc_struct_size), value: Int(bitPattern: size), limit: first)
  }
  return Int(size)
}

/// The same of the first struct of an array, whose size is the stride.
func stride(
  of array: UnsafeRawPointer, first: Int, argument: Argument
) throws(Refusal) -> Int {
  do throws(Refusal) { return unsafe try structSize(of: array, first: first, argument: argument) } catch {
    throw error.at(element: 0)
  }
}

/// An array of versioned structs. The first one's struct_size is the stride.
@safe struct VersionedArray<Struct: BitwiseCopyable> {
  let count: Int
  private let base: UnsafeRawPointer?
  private let stride: Int
  private let zero: Struct

  init(
    _ base: UnsafePointer<Struct>?, count: Int, over zero: Struct,
    first: Int = MemoryLayout<Struct>.stride, argument: Argument
  ) throws(Refusal) {
    self.zero = zero
    self.count = count
    guard count != 0 else {
      unsafe self.base = nil
      stride = 0
      return
    }
    let pointer = unsafe UnsafeRawPointer(try required(base, argument: argument))
    unsafe self.base = pointer
    stride = unsafe try IQList.stride(of: pointer, first: first, argument: argument)
    guard count > 0, !count.multipliedReportingOverflow(by: stride).overflow else {
      throw Refusal(.largeStride, argument: argument.field(iqc_struct_size), value: stride, limit: count)
        .at(element: 0)
    }
  }

  /// `index` must be below `count`.
  @inline(__always) subscript(index: Int) -> Struct {
    let address = unsafe base.unsafelyUnwrapped + index * stride
    if stride >= MemoryLayout<Struct>.stride { return unsafe address.loadUnaligned(as: Struct.self) }
    var value = zero
    unsafe memcpy(&value, address, stride)
    return value
  }

  /// The key that follows the struct_size, read as two words: as a field of C it would be sixteen bytes.
  @inline(__always) func key(_ index: Int) -> Key {
    let address = unsafe base.unsafelyUnwrapped + (index * stride + MemoryLayout<Int>.size)
    return unsafe address.loadUnaligned(as: Key.self)
  }
}

/// A checked output pointer for a plain value.
@safe struct Output<Value: BitwiseCopyable> {
  private let target: UnsafeMutableRawPointer?

  init(_ pointer: UnsafeMutablePointer<Value>?, argument: Argument) throws(Refusal) {
    unsafe target = UnsafeMutableRawPointer(try required(pointer, argument: argument))
  }

  /// NULL means that the value is not wanted.
  init(optional pointer: UnsafeMutablePointer<Value>?) {
    unsafe target = UnsafeMutableRawPointer(pointer)
  }

  /// Writes to element `index` of the array at the pointer.
  func write(_ value: Value, at index: Int = 0) {
    unsafe target?.storeBytes(of: value, toByteOffset: index * MemoryLayout<Value>.stride, as: Value.self)
  }
}

/// A checked array of versioned structs to write to; the first one's struct_size is the stride.
@safe struct VersionedOutputs<Struct: BitwiseCopyable> {
  private let target: UnsafeMutableRawPointer?
  private let stride: Int

  init(
    _ pointer: UnsafeMutablePointer<Struct>?, count: Int, first: Int = MemoryLayout<Struct>.stride,
    argument: Argument, countArgument: Argument
  ) throws(Refusal) {
    guard count != 0 else {
      unsafe target = nil
      stride = 0
      return
    }
    let array = unsafe UnsafeMutableRawPointer(try required(pointer, argument: argument))
    unsafe target = array
    stride = unsafe try IQList.stride(of: UnsafeRawPointer(array), first: first, argument: argument)
    if count < 0 { throw Refusal(.limit, argument: countArgument, value: count, limit: .max) }
  }

  /// Writes the part that the host's version has, except struct_size.
  func write(_ value: Struct, at index: Int) {
    var value = value
    let head = MemoryLayout<Int>.size
    unsafe withUnsafeBytes(of: &value) { ours in
      _ = unsafe memcpy(
        target.unsafelyUnwrapped + (index * stride + head), ours.baseAddress.unsafelyUnwrapped + head,
        min(stride, ours.count) - head)
    }
  }
}

/// A checked output pointer for a versioned struct. Writes the part that the host's version has, except
/// struct_size.
@safe struct VersionedOutput<Struct: BitwiseCopyable> {
  private let target: UnsafeMutableRawPointer
  private let size: Int

  init(
    _ pointer: UnsafeMutablePointer<Struct>?, first: Int = MemoryLayout<Struct>.stride, argument: Argument
  ) throws(Refusal) {
    unsafe target = UnsafeMutableRawPointer(try required(pointer, argument: argument))
    size = unsafe try structSize(of: UnsafeRawPointer(target), first: first, argument: argument)
  }

  func write(_ value: Struct) {
    var value = value
    let head = MemoryLayout<Int>.size
    unsafe withUnsafeBytes(of: &value) { ours in
      _ = unsafe memcpy(
        target + head, ours.baseAddress.unsafelyUnwrapped + head, min(size, ours.count) - head)
    }
  }
}
