// A view that is laid out gets its layout when it is made.

extension View {
  func makeLayout(_ options: LayoutOptions, isScoped: Bool) throws(Refusal) {
    try layout.value.make { () throws(Refusal) in
      var made = ViewLayout(isScoped: isScoped)
      try made.extents.begin(options)
      return made
    }
  }
}
