// A view that is laid out gets its layout when it is made.

extension List {
  /// Returns the handle of a new view of the list at `handle`. With `layout` it is laid out.
  @_optimize(size) public func makeView(
    _ handle: Handle, layout: LayoutOptions?, bindsEdges: Bool, _ encodeEvent: @escaping EventEncoder
  ) throws(Refusal) -> Handle {
    unsafe try makeView(handle, isLaidOut: layout != nil, encodeEvent) { view throws(Refusal) in
      view.state.value.bindsEdges = bindsEdges
      guard let layout else { return }
      try view.layout.value.make { () throws(Refusal) in
        var made = ViewLayout(isScoped: options.isScoped)
        try made.extents.begin(layout)
        return made
      }
    }
  }
}
