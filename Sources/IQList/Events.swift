// The header's section EVENTS.

import CIQList
import ListEngine

@_cdecl("iq_list_set_events") @implementation
public func iq_list_set_events(_ list: UnsafeMutablePointer<iq_list>?, _ kinds: UInt32) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    try check(kinds, of: EventKind.all, argument: Argument(2, iqc_kinds))
    try list.setEvents(kinds)
  }
}

@_cdecl("iq_list_get_events") @implementation
public func iq_list_get_events(
  _ list: UnsafePointer<iq_list>?, _ kinds: UnsafeMutablePointer<UInt32>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let output = unsafe try Output(kinds, argument: Argument(2, iqc_kinds))
    output.write(list.events)
  }
}

@_cdecl("iq_list_poll") @implementation
public func iq_list_poll(
  _ list: UnsafeMutablePointer<iq_list>?, _ events: UnsafeMutablePointer<iq_event>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let outputs = unsafe try VersionedOutputs(
      events, count: capacity, argument: Argument(2, iqc_events), countArgument: Argument(3, iqc_capacity))
    let count = unsafe try Output(count, argument: Argument(4, iqc_count))
    let result = try list.poll(capacity) { i, event in unsafe outputs.write(iq_event(event), at: i) }
    count.write(result.count)
    if result.hasFailed { throw Refusal(.callback) }
  }
}

@_cdecl("iq_list_emit") @implementation
public func iq_list_emit(
  _ list: UnsafeMutablePointer<iq_list>?, _ element: UnsafePointer<iq_element>?, _ action: UInt64,
  _ sender: UnsafeMutableRawPointer?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let name = unsafe try ElementName(element, argument: Argument(2, iqc_element))
    guard 1...UInt64(IQ_ACTION_INSERT) ~= action || action >= UInt64(IQ_ACTION_HOST) else {
      throw Refusal(
        .unknownValue, argument: Argument(3, iqc_action), value: Int(truncatingIfNeeded: action))
    }
    try naming(name.argument(2)) { () throws(Refusal) in
      try list.emit(name, action, sender: UInt(bitPattern: sender))
    }
  }
}

@_cdecl("iq_list_get_info") @implementation
public func iq_list_get_info(
  _ list: UnsafePointer<iq_list>?, _ info: UnsafeMutablePointer<iq_list_info>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let output = unsafe try VersionedOutput(info, argument: Argument(2, iqc_info))
    unsafe output.write(iq_list_info(list.info()))
  }
}

extension ElementName {
  /// NULL: the list.
  init(_ element: UnsafePointer<iq_element>?, argument: Argument) throws(Refusal) {
    guard let element = unsafe element else {
      self.init(section: 0)
      return
    }
    try self.init(unsafe try read(element, over: iq_element(), argument: argument), argument: argument)
  }

  /// Within another struct: its struct_size is not read.
  init(_ given: iq_element, argument: Argument) throws(Refusal) {
    if given.item.id != 0 && given.kind != 0 {
      throw Refusal(.itemAndKind, argument: argument.field(iqc_kind), value: Int(given.kind))
    }
    if given.kind == 0 && given.index != 0 {
      throw Refusal(.itemAndKind, argument: argument.field(iqc_index), value: Int(given.index))
    }
    if given.item.id != 0 {
      self.init(item: given.item.id)
    } else {
      self.init(section: given.section.id, kind: given.kind, index: given.index)
    }
  }
}

extension ElementName {
  /// The field of parameter `number` that says what is meant.
  func argument(_ number: UInt32) -> Argument {
    Argument(number, iqc_element).field(item != 0 ? iqc_item : iqc_section)
  }
}

extension iq_list_info {
  fileprivate init(_ info: ListInfo) {
    unsafe self.init(
      struct_size: 0, version: info.version, sections: info.sections, items: info.items,
      loading: info.loading, placeholder: info.placeholder, undo_steps: info.undoSteps,
      redo_steps: info.redoSteps,
      selected: info.selected, focused: iq_item(id: info.focused),
      focused_section: iq_section(id: info.focusedSection),
      submissions: info.submissions, views: info.views, edit_open: info.isEdited ? 1 : 0,
      holds: info.holds, pending: info.pending,
      source: UnsafeMutablePointer(bitPattern: UInt(info.source)))
  }
}

extension iq_event {
  init(_ record: EventRecord) {
    unsafe self.init(
      struct_size: MemoryLayout<iq_event>.size, kind: record.kind, flags: record.flags,
      version: record.version,
      item: iq_item(id: record.item), section: iq_section(id: record.section), key: iq_key(record.key),
      section_key: iq_key(record.sectionKey), position: iq_position(record.position), index: record.index,
      element_kind: record.supplementaryKind, element_index: record.supplementaryIndex, cell: record.cell,
      object: UnsafeMutableRawPointer(bitPattern: record.object),
      model: UnsafeMutableRawPointer(bitPattern: record.model.address),
      cell_class: iq_class(id: record.cellClass), states: record.states, mask: record.mask,
      number: record.number,
      count: record.count, sender: UnsafeMutableRawPointer(bitPattern: record.sender),
      view: UnsafeMutablePointer(bitPattern: UInt(record.view.bits)),
      changeset: UnsafePointer(bitPattern: UInt(record.changeset.bits)), status: record.status,
      animation: record.animation)
  }
}
