// Whether the element that stands for a page is shown.

extension ListFeatures {
  /// Whether the element of an edge stands for a page; `section` 0: of the list.
  func showsLoader(_ edge: Edge, ofSection section: UInt64 = 0) -> Bool {
    let page = paging.value.page(section, edge)
    if !page.mayBeLoaded { return false }
    return page.flags & PageFlags.showLoading == 0 || page.state == PageState.loading
  }
}

enum PageFlags {
  static let showLoading: UInt32 = 1
}
