// The header's supplementary elements: as they come in, one or an array of them, and as they go out.
//
//     let element = try Element(element, argument: 3)
//     let elements = try elements(entry.supplementaries, entry.supplementary_count, argument: 2)
//
//     let output = try ElementOutput(elements, capacity, flags, argument: 4)
//     let count = list.elements(ofSection: section, retaining: output.retained) { output.write($1, at: $0) }

import CIQList
import CPlatform
import ListEngine

extension Element {
  init(_ element: UnsafePointer<iq_supplementary>?, argument: UInt32) throws(Refusal) {
    let element = unsafe try read(
      try given(element, argument: argument), over: iq_supplementary(), argument: argument)
    unsafe try self.init(element, argument: argument)
  }

  init(_ element: iq_supplementary, argument: UInt32) throws(Refusal) {
    let kind = unsafe element.kind
    let index = unsafe element.index
    guard Element.isPlace(kind, index) else { throw Refusal(.argument, argument: argument) }
    let cellClass = unsafe element.cell_class.id
    guard cellClass == 0 || CellClasses.process.find(cellClass) != nil else {
      throw Refusal(.handle, argument: argument)
    }
    unsafe self.init(
      kind: kind, index: index, key: Key(element.key), content: element.content,
      model: Model(address: UInt(bitPattern: element.model)), cellClass: cellClass)
  }
}

/// A host's array of elements, read once. It may be NULL where there are none.
func elements(
  _ elements: UnsafePointer<iq_supplementary>?, _ count: Int, argument: UInt32
) throws(Refusal) -> Buffer<Element> {
  guard count >= 0, count <= ListOptions.mostItems else { throw Refusal(.limit, argument: argument) }
  let source = unsafe try VersionedArray(elements, count: count, over: iq_supplementary(), argument: argument)
  var copy = try Buffer<Element>(capacity: count)
  for i in 0..<count { copy.push(unsafe try Element(source[i], argument: argument)) }
  return copy
}

/// The host's array of elements, of which as many are written as it has room for.
@safe struct ElementOutput {
  private let base: UnsafeMutableRawPointer?
  private let capacity: Int
  private let stride: Int
  /// Of how many elements the models are to be retained for the host.
  let retained: Int

  /// The array is parameter `argument`, the flags are the one before it.
  init(
    _ elements: UnsafeMutablePointer<iq_supplementary>?, _ capacity: Int, _ flags: UInt32, argument: UInt32
  ) throws(Refusal) {
    // A size_t beyond Int is negative here.
    self.capacity = capacity < 0 ? Int.max : capacity
    retained = try retains(flags, argument: argument - 1) ? self.capacity : 0
    guard capacity != 0 else {
      unsafe base = nil
      stride = 0
      return
    }
    let first = unsafe try given(elements, argument: argument)
    unsafe base = UnsafeMutableRawPointer(first)
    stride = unsafe try structSize(
      of: UnsafeRawPointer(first), first: MemoryLayout<iq_supplementary>.stride, argument: argument)
  }

  /// All but struct_size.
  func write(_ element: Element, at i: Int) {
    guard let base = unsafe base, i < capacity else { return }
    var written = unsafe iq_supplementary(element)
    let head = MemoryLayout<Int>.size
    unsafe withUnsafeBytes(of: &written) { ours in
      _ = unsafe memcpy(
        base + i * stride + head, ours.baseAddress.unsafelyUnwrapped + head, min(stride, ours.count) - head)
    }
  }
}

extension iq_supplementary {
  /// All but struct_size.
  init(_ element: Element) {
    unsafe self.init(
      struct_size: 0, kind: element.kind, index: element.index, key: iq_key(element.key),
      content: element.content, model: UnsafeMutableRawPointer(bitPattern: element.model.address),
      cell_class: iq_class(id: element.cellClass))
  }
}
