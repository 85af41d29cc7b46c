// Writes a view as text: a line for the whole, and one for each place of its last scene, or for each cell.
//
//     view: laid out, window 80 x 24, offset 3, content 120, items 3-26 of 120
//     place 0: item 0:3, cell 1, 0 0 80 1
//     place 1: header of section 0, cell 0, 0 0 80 1, stuck

extension View {
  @_optimize(size) public func dump(to text: inout TextWriter) throws(Refusal) {
    let list = try Pinned<List>(list, role: .object, orElse: .listGone)
    try enter()
    defer { leave(list.value) }
    if isLaidOut {
      text.append(layout.value.value)
    } else {
      let range = list.value.features.views.range(of: handle) ?? VisibleRange()
      text.append("view: items ")
      text.append(range.first)
      text.append(", count ")
      text.append(range.count)
      text.append("\n")
    }
    for number in 0..<UInt32(recycler.cells.count) where recycler.cells[number].isBound {
      text.append("cell ")
      text.append(Int(number))
      text.append(recycler.cells[number].isDisplayed ? ": displayed" : ": bound")
      if recycler.cells[number].acquisitions > 0 { text.append(", taken") }
      text.append("\n")
    }
  }
}

extension TextWriter {
  @_optimize(size) fileprivate mutating func append(_ layout: borrowing ViewLayout) {
    text("view: laid out, window ", layout.extents.width, " x ", layout.extents.height)
    text(", offset ", layout.scene.info.offset, ", content ", layout.window.grain.units(layout.scene.length))
    append(", items ")
    append(layout.scene.info.items)
    append("\n")
    for i in 0..<layout.scene.places.count {
      let place = layout.scene.places[i]
      append("place ")
      append(i)
      append(": ")
      append(place)
      append("\n")
    }
  }

  @_optimize(size) private mutating func append(_ place: Place) {
    if place.item != 0 {
      append("item ")
      append(Int(place.position.section))
      append(":")
      append(Int(place.position.item))
    } else {
      append("element ")
      append(Int(place.kind))
      append(":")
      append(Int(place.elementIndex))
      if place.section != 0 {
        append(" of section ")
        append(Int(place.position.section))
      }
    }
    if place.cell != noIndex {
      append(", cell ")
      append(Int(place.cell))
    }
    text(", ", place.frame.x, " ", place.frame.y)
    text(" ", place.frame.width, " ", place.frame.height)
    if place.has(PlaceFlags.stuck) { append(", stuck") }
    if place.has(PlaceFlags.outside) { append(", outside") }
    if place.has(PlaceFlags.measure) { append(", to be measured") }
  }

  private mutating func text(_ before: StaticString, _ a: Double, _ between: StaticString, _ b: Double) {
    append(before)
    append(thousandths: a)
    append(between)
    append(thousandths: b)
  }

  /// With three digits behind the point, if it has any.
  private mutating func append(thousandths value: Double) {
    let thousandths = Grain.floor(value * 1000 + 0.5)
    if thousandths < 0 { append("-") }
    let (whole, rest) = (abs(thousandths) / 1000, abs(thousandths) % 1000)
    append(whole)
    if rest == 0 { return }
    append(".")
    append(rest / 100)
    append(rest / 10 % 10)
    append(rest % 10)
  }
}
