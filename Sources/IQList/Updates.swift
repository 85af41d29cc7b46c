// The common parts of list updates: sections and changeset.

import CIQList
import ListEngine

/// Reserves the changeset's handle, runs the update, and writes the changeset if the host requested it.
func handOut(
  _ changeset: UnsafeMutablePointer<UnsafeMutablePointer<iq_changeset>?>?,
  _ update: (Bool) throws(Refusal) -> Changeset?
) throws(Refusal) {
  guard unsafe changeset != nil else {
    _ = try update(false)
    return
  }
  let object = try NewObject<Changeset>()
  if let made = try update(true) { unsafe Output(optional: changeset).write(object.publish(made)) }
}

/// The outputs for a borrowed array: its pointer and its count.
@safe struct BorrowedOutput<Theirs> {
  private let pointer: UnsafeMutablePointer<UnsafePointer<Theirs>?>
  private let count: UnsafeMutablePointer<Int>

  init(
    _ pointer: UnsafeMutablePointer<UnsafePointer<Theirs>?>?, argument: Argument,
    _ count: UnsafeMutablePointer<Int>?, argument countArgument: Argument
  ) throws(Refusal) {
    unsafe self.pointer = try required(pointer, argument: argument)
    unsafe self.count = try required(count, argument: countArgument)
  }

  /// Both types have the same layout; layout.c and the tests verify it.
  func write<Ours: BitwiseCopyable>(_ borrowed: Borrowed<Ours>) {
    unsafe Output(optional: pointer).write(
      UnsafeRawPointer(borrowed.pointer)?.assumingMemoryBound(to: Theirs.self))
    unsafe Output(optional: count).write(borrowed.count)
  }
}

extension Side {
  init(_ side: iq_side, argument: Argument) throws(Refusal) {
    guard side == IQ_BEFORE || side == IQ_AFTER else {
      throw Refusal(.unknownValue, argument: argument, value: Int(side))
    }
    self = side == IQ_BEFORE ? .before : .after
  }
}

extension ListOptions {
  init(_ options: UnsafePointer<iq_list_options>?, argument: Argument) throws(Refusal) {
    let given = unsafe try read(options, over: iq_list_options(), first: 40, argument: argument)
    try check(
      given.flags, of: IQ_LIST_DROP_EMPTY_SECTIONS | IQ_LIST_REGISTERED_CLASSES | IQ_LIST_PAYLOAD,
      argument: argument.field(iqc_flags))
    try check(given.duplicates, upTo: IQ_DUPLICATES_SCOPE, argument: argument.field(iqc_duplicates))
    let items = try ListOptions.limit(
      given.max_items, most: ListOptions.mostItems, argument: argument.field(iqc_max_items))
    let sections = try ListOptions.limit(
      given.max_sections, most: ListOptions.mostSections, argument: argument.field(iqc_max_sections))
    self.init()
    duplicates = given.duplicates
    dropsEmptySections = given.flags & IQ_LIST_DROP_EMPTY_SECTIONS != 0
    registersClasses = given.flags & IQ_LIST_REGISTERED_CLASSES != 0
    keepsPayload = given.flags & IQ_LIST_PAYLOAD != 0
    reloadThreshold = Int(clamping: UInt(bitPattern: given.reload_threshold))
    spliceThreshold = Int(clamping: UInt(bitPattern: given.splice_threshold))
    maxItems = UInt32(items)
    maxSections = UInt32(sections)
  }

  /// 0 means the maximum.
  static func limit(_ given: Int, most: Int, argument: Argument) throws(Refusal) -> Int {
    if given == 0 { return most }
    if given > 0 && given <= most { return given }
    throw Refusal(.tooLarge, argument: argument, value: given, limit: most)
  }
}

/// Refuses a value of an enumeration that begins with 0 and ends with `last`.
func check(_ value: UInt32, upTo last: UInt32, argument: Argument) throws(Refusal) {
  if value > last { throw Refusal(.unknownValue, argument: argument, value: Int(value)) }
}

/// Reads the host's sections. Their first items must ascend from 0 and be at most `items`.
@_optimize(size) func sectionInputs(
  _ entries: UnsafePointer<iq_section_entry>?, _ count: Int, items: Int, argument: Argument,
  countArgument: Argument
) throws(Refusal) -> SectionInputs {
  guard count >= 0 && count <= ListOptions.mostSections else {
    throw Refusal(.limit, argument: countArgument, value: count, limit: ListOptions.mostSections)
  }
  if count == 0 && items > 0 { throw Refusal(.noSection, argument: argument) }
  let array = unsafe try VersionedArray(entries, count: count, over: iq_section_entry(), argument: argument)
  var inputs = try SectionInputs(capacity: count)
  var last = 0
  for i in 0..<count {
    let entry = unsafe array[i]
    let first = unsafe entry.first_item
    guard first >= last && first <= items && (i > 0 || first == 0) else {
      let kind: Refusal.Kind = i == 0 ? .notFirst : first >= 0 && first < last ? .descending : .range
      throw unsafe Refusal(kind, section: array.key(i)).with(role: argument.field(iqc_first_item).role).with {
        $0.element = UInt32(i)
        $0.value = first
        $0.limit = kind.form == Refusal.Kind.descending.form ? last : items
      }
    }
    last = first
    if unsafe entry.supplementary_count == 0 {
      unsafe inputs.push(array.key(i), first: first)
      continue
    }
    let parts: Buffer<Supplementary>
    do throws(Refusal) {
      parts = unsafe try supplementaries(
        entry.supplementaries, entry.supplementary_count, argument: argument.field(iqc_supplementaries),
        countArgument: argument.field(iqc_supplementary_count))
    } catch {
      throw error.isAbout(argument) ? error.with { $0.element = UInt32(i) } : error
    }
    unsafe try inputs.push(array.key(i), first: first, supplementaries: parts)
  }
  return inputs
}

extension iq_section_info {
  /// The size of the first version, which ended with `supplementary_count`.
  static var first: Int { 56 }

  init(_ info: SectionInfo) {
    self.init(
      struct_size: 0, key: iq_key(info.key), position: info.position, count: info.count, first: info.first,
      supplementary_count: info.supplementaryCount, states: info.states, reserved: 0)
  }
}

extension iq_summary {
  init(_ summary: Summary, _ reload: UInt32, _ duplicates: DuplicateCounts) {
    self.init(
      struct_size: MemoryLayout<iq_summary>.size, reload: reload, reserved: 0,
      sections_before: summary.sectionsBefore, sections_after: summary.sectionsAfter,
      items_before: summary.itemsBefore, items_after: summary.itemsAfter,
      section_deletes: summary.sectionDeletes, section_inserts: summary.sectionInserts,
      section_moves: summary.sectionMoves, section_updates: summary.sectionUpdates,
      item_deletes: summary.itemDeletes, item_inserts: summary.itemInserts, item_moves: summary.itemMoves,
      item_reloads: summary.itemReloads, item_reconfigures: summary.itemReconfigures,
      supplementary_deletes: summary.supplementaryDeletes,
      supplementary_inserts: summary.supplementaryInserts,
      supplementary_updates: summary.supplementaryUpdates, duplicates_dropped: duplicates.dropped,
      duplicates_numbered: duplicates.numbered)
  }
}
