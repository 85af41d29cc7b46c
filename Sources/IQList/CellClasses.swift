// The header's section CELL CLASSES.

import CIQList
import CPlatform
import ListEngine

@_cdecl("iq_class_create") @implementation
public func iq_class_create(
  _ options: UnsafePointer<iq_class_options>?, _ cell_class: UnsafeMutablePointer<iq_class>?
) -> iq_status {
  attempt { () throws(Refusal) in
    let options = unsafe try read(
      try required(options, argument: 1), over: iq_class_options(), first: firstOptions, argument: 1)
    let output = unsafe try Output(cell_class, argument: 2)
    let name = unsafe try required(options.name, argument: 1)
    let length = unsafe nameLength(name)
    guard length != 0, unsafe isUTF8(name, length) else { throw Refusal(.argument, argument: 1) }
    let callbacks = unsafe try callbacks(options)
    let id = unsafe try CellClasses.process.register(name: name, length: length, callbacks)
    output.write(iq_class(id: id))
  }
}

@_cdecl("iq_class_find") @implementation
public func iq_class_find(
  _ name: UnsafePointer<CChar>?, _ cell_class: UnsafeMutablePointer<iq_class>?
) -> iq_status {
  attempt { () throws(Refusal) in
    let name = unsafe try required(name, argument: 1)
    let output = unsafe try Output(cell_class, argument: 2)
    let id = unsafe CellClasses.process.find(name: name, length: nameLength(name))
    guard id != 0 else { throw Refusal(.notFound, argument: 1) }
    output.write(iq_class(id: id))
  }
}

@_cdecl("iq_class_name") @implementation
public func iq_class_name(
  _ cell_class: iq_class, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> iq_status {
  attempt { () throws(Refusal) in
    let output = unsafe try Output(name, argument: 2)
    guard let found = CellClasses.process.find(cell_class.id) else {
      throw Refusal(.handle, argument: 1)
    }
    unsafe output.write(found.name)
  }
}

/// The length of a valid name; 0 if the name is too long.
private func nameLength(_ name: UnsafePointer<CChar>) -> Int {
  let length = unsafe Int(strnlen(name, CellClasses.nameLimit + 1))
  return length <= CellClasses.nameLimit ? length : 0
}

private func isUTF8(_ name: UnsafePointer<CChar>, _ length: Int) -> Bool {
  var bytes = unsafe UnsafeRawBufferPointer(start: name, count: length).makeIterator()
  var parser = Unicode.UTF8.ForwardParser()
  while true {
    switch unsafe parser.parseScalar(from: &bytes) {
    case .valid: continue
    case .emptyInput: return true
    case .error: return false
    }
  }
}

/// The size of the first version of iq_class_options, which ended with `changed`.
private let firstOptions = 56

private func callbacks(_ options: iq_class_options) throws(Refusal) -> CellClass.Callbacks {
  guard unsafe (options.retain == nil) == (options.release == nil) else {
    throw Refusal(.argument, argument: 1)
  }
  let traits = unsafe Traits(rawValue: options.traits)
  guard traits.isSubset(of: .all) else { throw Refusal(.argument, argument: 1) }
  var callbacks = unsafe CellClass.Callbacks()
  unsafe callbacks.context = options.context
  unsafe callbacks.retain = options.retain
  unsafe callbacks.release = options.release
  unsafe callbacks.equal = options.equal
  unsafe callbacks.changed = options.changed
  unsafe callbacks.traits = options.traits
  unsafe callbacks.pool = options.pool
  unsafe callbacks.traitsOf = options.traits_of
  // They get the event as an address: the engine does not know its type.
  unsafe callbacks.createCell = unsafeBitCast(options.create_cell, to: CellClass.CreateCell?.self)
  unsafe callbacks.bindCell = unsafeBitCast(options.bind_cell, to: CellClass.BindCell?.self)
  unsafe callbacks.unbindCell = unsafeBitCast(options.unbind_cell, to: CellClass.UnbindCell?.self)
  unsafe callbacks.destroyCell = options.destroy_cell
  return unsafe callbacks
}
