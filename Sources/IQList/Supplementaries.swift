// The header's supplementaries: reads one or an array of them, and writes an array of them.
//
//     let supplementary = try Supplementary(element, argument: Argument(3, iqc_element))
//     let block = try supplementaries(entry.supplementaries, entry.supplementary_count, argument: ...)
//
//     let output = try SupplementaryOutput(elements, capacity, argument: ..., flags, argument: ...)
//     list.supplementaries(ofSection: section, retaining: output.retained) { output.write($1, at: $0) }

import CIQList
import CPlatform
import ListEngine

extension Supplementary {
  /// `ofList`: of a list itself, not of a section.
  init(
    _ supplementary: UnsafePointer<iq_supplementary>?, argument: Argument, ofList: Bool = false
  ) throws(Refusal) {
    let supplementary = unsafe try read(
      try required(supplementary, argument: argument), over: iq_supplementary(), argument: argument)
    unsafe try self.init(supplementary, argument: argument, ofList: ofList)
  }

  init(_ supplementary: iq_supplementary, argument: Argument, ofList: Bool = false) throws(Refusal) {
    let kind = unsafe supplementary.kind
    let index = unsafe supplementary.index
    guard ofList ? Supplementary.isValidOfList(kind, index) : Supplementary.isValid(kind, index) else {
      let isKind = ofList ? Supplementary.isValidOfList(kind, 0) : Supplementary.isValid(kind, 0)
      throw isKind
        ? Refusal(.noElementKind, argument: argument.field(iqc_index), value: Int(index))
        : Refusal(.unknownValue, argument: argument.field(iqc_kind), value: Int(kind))
    }
    let cellClass = unsafe supplementary.cell_class.id
    guard cellClass == 0 || CellClasses.process.find(cellClass) != nil else {
      throw Refusal(.noClass, argument: argument.field(iqc_cell_class), value: Int(cellClass))
    }
    unsafe self.init(
      kind: kind, index: index, key: Key(supplementary.key), content: supplementary.content,
      model: Model(address: UInt(bitPattern: supplementary.model)), cellClass: cellClass)
  }
}

/// Reads a host's array of supplementaries once. With count 0 it may be NULL.
func supplementaries(
  _ supplementaries: UnsafePointer<iq_supplementary>?, _ count: Int, argument: Argument,
  countArgument: Argument
) throws(Refusal) -> Buffer<Supplementary> {
  guard count >= 0, count <= ListOptions.mostItems else {
    throw Refusal(.limit, argument: countArgument, value: count, limit: ListOptions.mostItems)
  }
  let source = unsafe try VersionedArray(
    supplementaries, count: count, over: iq_supplementary(), argument: argument)
  var copy = try Buffer<Supplementary>(capacity: count)
  for i in 0..<count {
    do throws(Refusal) { copy.push(unsafe try Supplementary(source[i], argument: argument)) } catch {
      throw error.with { $0.elementOfField = UInt32(i) }
    }
  }
  return copy
}

/// The host's array of supplementaries; at most its capacity is written.
@safe struct SupplementaryOutput {
  private let base: UnsafeMutableRawPointer?
  private let capacity: Int
  private let stride: Int
  /// For how many supplementaries the models are retained for the host.
  let retained: Int

  init(
    _ supplementaries: UnsafeMutablePointer<iq_supplementary>?, _ capacity: Int, argument: Argument,
    _ flags: UInt32, argument flagsArgument: Argument
  ) throws(Refusal) {
    // A size_t beyond Int.max is negative here.
    self.capacity = capacity < 0 ? Int.max : capacity
    retained = try retains(flags, argument: flagsArgument) ? self.capacity : 0
    guard capacity != 0 else {
      unsafe base = nil
      stride = 0
      return
    }
    let first = unsafe try required(supplementaries, argument: argument)
    unsafe base = UnsafeMutableRawPointer(first)
    stride = unsafe try IQList.stride(
      of: UnsafeRawPointer(first), first: MemoryLayout<iq_supplementary>.stride, argument: argument)
  }

  /// Writes everything except struct_size.
  func write(_ supplementary: Supplementary, at i: Int) {
    guard let base = unsafe base, i < capacity else { return }
    var written = unsafe iq_supplementary(supplementary)
    let head = MemoryLayout<Int>.size
    unsafe withUnsafeBytes(of: &written) { ours in
      _ = unsafe memcpy(
        base + i * stride + head, ours.baseAddress.unsafelyUnwrapped + head, min(stride, ours.count) - head)
    }
  }
}

extension iq_supplementary {
  /// Fills everything except struct_size.
  init(_ supplementary: Supplementary) {
    unsafe self.init(
      struct_size: 0, kind: supplementary.kind, index: supplementary.index, key: iq_key(supplementary.key),
      content: supplementary.content, model: UnsafeMutableRawPointer(bitPattern: supplementary.model.address),
      cell_class: iq_class(id: supplementary.cellClass))
  }
}
