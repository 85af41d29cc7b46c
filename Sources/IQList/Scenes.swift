// The header's section SCENES.

import CIQList
import ListEngine

@_cdecl("iq_view_layout") @implementation
public func iq_view_layout(
  _ view: UnsafeMutablePointer<iq_view>?, _ scene: UnsafeMutablePointer<iq_scene>?
) -> iq_status {
  unsafe using(view) { view throws(Refusal) in
    let output = unsafe try scene.map { (scene) throws(Refusal) in
      unsafe try VersionedOutput(scene, argument: Argument(2, iqc_scene))
    }
    let isComplete = try view.layOut { reading in unsafe output?.write(iq_scene(reading)) }
    if !isComplete { throw Refusal(.callback) }
  }
}

extension iq_scene {
  fileprivate init(_ reading: borrowing SceneReading) {
    let info = reading.info
    unsafe self.init(
      struct_size: 0, version: info.version, places: foreign(reading.places), count: reading.count,
      previous: foreign(reading.previous), previous_count: reading.previousCount, flags: info.flags,
      reserved: 0,
      content: iq_size(width: info.width, height: info.height), offset: info.offset,
      correction: info.correction,
      minimum: info.minimum, maximum: info.maximum, first: info.first, visible: info.visible,
      items: info.items)
  }
}

/// A place has the fields of the header's (layout.c, and `Place`).
@unsafe private func foreign(_ places: UnsafePointer<Place>?) -> UnsafePointer<iq_place>? {
  unsafe assert(MemoryLayout<Place>.stride == MemoryLayout<iq_place>.stride)
  return unsafe UnsafeRawPointer(places)?.assumingMemoryBound(to: iq_place.self)
}
