// The header's section CELL CLASSES.

import CIQList
import CPlatform
import ListEngine

@_cdecl("iq_class_create") @implementation
@_optimize(size) public func iq_class_create(
  _ options: UnsafePointer<iq_class_options>?, _ cell_class: UnsafeMutablePointer<iq_class>?
) -> iq_status {
  attempt { () throws(Refusal) in
    let options = unsafe try read(
      try required(options, argument: Argument(1, iqc_options)), over: iq_class_options(),
      first: firstOptions, argument: Argument(1, iqc_options))
    let output = unsafe try Output(cell_class, argument: Argument(2, iqc_cell_class))
    let nameArgument = Argument(1, iqc_options).field(iqc_name)
    let name = unsafe try required(options.name, argument: nameArgument)
    let length = unsafe nameLength(name)
    guard length != 0, unsafe isUTF8(name, length) else { throw Refusal(.notText, argument: nameArgument) }
    let callbacks = unsafe try callbacks(options)
    let id = try naming(nameArgument) { () throws(Refusal) in
      unsafe try CellClasses.process.register(name: name, length: length, callbacks)
    }
    output.write(iq_class(id: id))
  }
}

@_cdecl("iq_class_find") @implementation
public func iq_class_find(
  _ name: UnsafePointer<CChar>?, _ cell_class: UnsafeMutablePointer<iq_class>?
) -> iq_status {
  attempt { () throws(Refusal) in
    let name = unsafe try required(name, argument: Argument(1, iqc_name))
    let output = unsafe try Output(cell_class, argument: Argument(2, iqc_cell_class))
    let id = unsafe CellClasses.process.find(name: name, length: nameLength(name))
    guard id != 0 else { throw Refusal(.noClassName, argument: Argument(1, iqc_name)) }
    output.write(iq_class(id: id))
  }
}

@_cdecl("iq_class_get_name") @implementation
public func iq_class_get_name(
  _ cell_class: iq_class, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> iq_status {
  attempt { () throws(Refusal) in
    let output = unsafe try Output(name, argument: Argument(2, iqc_name))
    guard let found = CellClasses.process.find(cell_class.id) else {
      throw Refusal(.noClass, argument: Argument(1, iqc_cell_class), value: Int(cell_class.id))
    }
    unsafe output.write(found.name)
  }
}

/// The length of a valid name; 0 if the name is too long.
private func nameLength(_ name: UnsafePointer<CChar>) -> Int {
  let length = unsafe Int(strnlen(name, CellClasses.nameLimit + 1))
  return length <= CellClasses.nameLimit ? length : 0
}

@_optimize(size) private func isUTF8(_ name: UnsafePointer<CChar>, _ length: Int) -> Bool {
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
    let field = unsafe options.retain == nil ? iqc_release : iqc_retain
    throw Refusal(.unpaired, argument: Argument(1, iqc_options).field(field))
  }
  unsafe try check(
    options.traits, of: Traits.all.rawValue, argument: Argument(1, iqc_options).field(iqc_traits))
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
