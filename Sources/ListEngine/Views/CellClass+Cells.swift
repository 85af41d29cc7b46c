// Calls the functions of cells. No lock may be held.

extension CellClass {
  /// Returns what the host has made for a new cell, 0 for nothing; nil if it has failed.
  static func createCell(_ id: UInt32, _ event: EventRecord, _ encode: EventEncoder) -> UInt? {
    guard let callbacks = unsafe CellClasses.process.find(id)?.callbacks,
      let create = unsafe callbacks.createCell
    else { return 0 }
    var object: UnsafeMutableRawPointer? = nil
    var status: Int32 = 0
    unsafe encode(event) { event in
      status = HostCall.run { unsafe create(callbacks.context, event, &object) }
    }
    return status == 0 ? UInt(bitPattern: object) : nil
  }

  /// False if it has failed.
  static func bindCell(_ id: UInt32, _ event: EventRecord, _ encode: EventEncoder) -> Bool {
    guard let callbacks = unsafe CellClasses.process.find(id)?.callbacks, let bind = unsafe callbacks.bindCell
    else { return true }
    var status: Int32 = 0
    unsafe encode(event) { event in status = HostCall.run { unsafe bind(callbacks.context, event) } }
    return status == 0
  }

  static func unbindCell(_ id: UInt32, _ event: EventRecord, _ encode: EventEncoder) {
    guard let callbacks = unsafe CellClasses.process.find(id)?.callbacks,
      let unbind = unsafe callbacks.unbindCell
    else { return }
    unsafe encode(event) { event in HostCall.run { unsafe unbind(callbacks.context, event) } }
  }

  static func destroyCell(_ id: UInt32, _ object: UInt) {
    guard object != 0, let callbacks = unsafe CellClasses.process.find(id)?.callbacks,
      let destroy = unsafe callbacks.destroyCell
    else { return }
    HostCall.run { unsafe destroy(callbacks.context, UnsafeMutableRawPointer(bitPattern: object)) }
  }

  /// The most unused cells that a view keeps; 0: as `CellTable` decides.
  static func poolLimit(_ id: UInt32) -> UInt32 { unsafe CellClasses.process.find(id)?.callbacks.pool ?? 0 }

  /// Returns what differs between two bound contents of one class: 0 if only the model is another one.
  static func mask(_ id: UInt32, _ before: ItemValues, _ after: ItemValues) -> UInt64 {
    if before.content == after.content && before.level == after.level {
      if before.content != 0 || id == 0 { return 0 }
      if equal(id, before.model, after.model) { return 0 }
    }
    return id == 0 ? .max : changed(id, before.model, after.model)
  }
}
