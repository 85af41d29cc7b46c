// An event as it waits in a queue: everything that is known when it happens. What can be read later, such as the
// model of an item that still exists, is added when it is polled.

/// One bit a kind, as the header numbers them.
public enum EventKind {
  public static let update: UInt32 = 1
  public static let willUpdate: UInt32 = 2
  public static let classFirstUsed: UInt32 = 4
  public static let bound: UInt32 = 8
  public static let willDisplay: UInt32 = 16
  public static let didEndDisplay: UInt32 = 32
  public static let states: UInt32 = 64
  public static let action: UInt32 = 128
  public static let placeholder: UInt32 = 256
  public static let page: UInt32 = 512
  public static let children: UInt32 = 1024
  public static let prefetch: UInt32 = 2048
  public static let reorder: UInt32 = 4096
  /// The kinds of events of views.
  static let display: UInt32 = classFirstUsed | bound | willDisplay | didEndDisplay | prefetch
  /// All kinds of this version of the library.
  public static let all: UInt32 =
    update | willUpdate | states | action | placeholder | page | children | reorder | display
}

public enum UpdateEventFlags {
  public static let plain: UInt32 = 16
  public static let unchanged: UInt32 = 0x100_0000
  public static let reordered: UInt32 = 0x200_0000
  public static let undone: UInt32 = 0x400_0000
  public static let redone: UInt32 = 0x800_0000
}

public enum ReorderEventFlags {
  public static let began: UInt32 = 1
  public static let dropped: UInt32 = 2
  public static let cancelled: UInt32 = 4
}

public struct EventRecord: BitwiseCopyable, Sendable {
  public var kind: UInt32
  public var flags: UInt32 = 0
  /// The version of the list that the positions refer to.
  public var version: UInt64 = 0
  /// Handles; 0: about a supplementary, a section, the list.
  public var item: UInt64 = 0
  public var section: UInt64 = 0
  public var key = Key(low: 0, high: 0)
  public var sectionKey = Key(low: 0, high: 0)
  public var position = Position.nowhere
  /// The flat position.
  public var index = noIndex
  public var states: UInt32 = 0
  public var supplementaryKind: UInt32 = 0
  public var supplementaryIndex: UInt32 = 0
  public var number: UInt64 = 0
  public var count = 0
  /// The host's address.
  public var sender: UInt = 0
  /// Owned by the record; 0: none.
  public var changeset = Handle(bits: 0)
  public var status: Int32 = 0
  public var animation: UInt32 = 0
  /// Fields of events of views: the number of the cell, what the host made for it, its content, and the view's handle.
  public var cell = noIndex
  public var cellClass: UInt32 = 0
  public var object: UInt = 0
  public var model = Model.null
  public var mask: UInt64 = 0
  public var view = Handle(bits: 0)

  public init(_ kind: UInt32) { self.kind = kind }

  /// Whether it is meaningless once its item or section has gone.
  var needsElement: Bool {
    kind & (EventKind.action | EventKind.page | EventKind.prefetch | EventKind.children) != 0
  }

  /// Whether `next` continues the run of items of this one.
  func isContinued(by next: EventRecord) -> Bool {
    kind == EventKind.states && next.kind == kind && next.flags == flags && next.states == states
      && next.version == version && index != noIndex
      && UInt32(truncatingIfNeeded: count) &+ index == next.index
  }
}
