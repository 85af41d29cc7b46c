// A scene as the host reads it.

/// What a host reads of a layout.
@safe public struct SceneReading: ~Copyable {
  public let info: SceneInfo
  @unsafe public let places: UnsafePointer<Place>?
  public let count: Int
  @unsafe public let previous: UnsafePointer<Place>?
  public let previousCount: Int

  init(_ layout: borrowing ViewLayout) {
    info = layout.scene.info
    unsafe places = UnsafePointer(layout.scene.places.pointer)
    count = layout.scene.places.count
    let isChanged = layout.scene.info.flags & SceneFlags.changed != 0
    unsafe previous = isChanged ? UnsafePointer(layout.former.places.pointer) : places
    previousCount = isChanged ? layout.former.places.count : count
  }
}
