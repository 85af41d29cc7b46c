// The supplementaries of the list itself: header, footer, what is shown in place of items, and at pages.
//
// Changed with the state locked, as they are read with it.

struct ListElements: ~Copyable {
  /// Whoever replaces it releases the former one, without a lock.
  var block: SupplementaryBlock? = nil

  init() {}

  /// Calls the host: nobody reads them any more.
  deinit { block?.release() }
}

extension Supplementary {
  static let empty: UInt32 = 3
  static let loading: UInt32 = 4
  static let failed: UInt32 = 5
  static let pageStart: UInt32 = 6
  static let pageEnd: UInt32 = 7
}
