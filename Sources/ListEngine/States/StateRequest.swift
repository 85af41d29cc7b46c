// The request of a call: which states, and how they are set. Numbers are those of the header.

public struct StateFlags: OptionSet, BitwiseCopyable, Sendable {
  public var rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  static var off: StateFlags { StateFlags(rawValue: 1) }
  static var toggle: StateFlags { StateFlags(rawValue: 2) }
  /// Takes the states from all other items.
  static var only: StateFlags { StateFlags(rawValue: 4) }
  static var byUser: StateFlags { StateFlags(rawValue: 8) }

  private static var all: StateFlags { StateFlags(rawValue: 15) }

  /// Off excludes the two others.
  var isValid: Bool {
    isSubset(of: .all) && (!contains(.off) || isDisjoint(with: [.toggle, .only]))
  }
}

/// How many items the user can select, and whether they stay selected.
public struct SelectionMode: BitwiseCopyable, Equatable, Sendable {
  public let rawValue: UInt32

  /// Nil for a number that is no mode.
  public init?(rawValue: UInt32) {
    guard rawValue & ~16 <= 2 else { return nil }
    self.rawValue = rawValue
  }

  private init(_ rawValue: UInt32) { self.rawValue = rawValue }

  static var initial: SelectionMode { SelectionMode(0) }

  var isSingle: Bool { rawValue & 3 == 0 }
  var isNone: Bool { rawValue & 3 == 2 }
  /// Whether items that the user selects stay selected; otherwise a selection is reported only.
  var keeps: Bool { rawValue & 16 != 0 }
}

public struct StateRequest: BitwiseCopyable {
  let states: UInt32
  let flags: StateFlags

  /// Nil if the flags exclude each other or are unknown. The states must be valid.
  public init?(_ states: UInt32, _ flags: UInt32) {
    self.states = states
    self.flags = StateFlags(rawValue: flags)
    if !self.flags.isValid { return nil }
  }

  /// The request of a stricter selection mode.
  static var fitting: StateRequest { StateRequest(ItemStates.Mask.selected, off: ()) }

  /// The request of an accordion.
  static var collapsing: StateRequest { StateRequest(ItemStates.Mask.expanded, off: ()) }

  private init(_ states: UInt32, off: Void) {
    self.states = states
    flags = .off
  }

  var isByUser: Bool { flags.contains(.byUser) }
  var isOff: Bool { flags.contains(.off) }
  var toggles: Bool { flags.contains(.toggle) }
  var takesFromOthers: Bool { flags.contains(.only) }
}

extension Traits {
  /// The trait that keeps the user from giving a state, or from taking it away.
  static func refusing(_ state: UInt32, isOn: Bool) -> Traits {
    if !isOn { return state == ItemStates.Mask.selected ? .notDeselectable : [] }
    switch state {
    case ItemStates.Mask.selected: return .notSelectable
    case ItemStates.Mask.highlighted: return .notHighlightable
    case ItemStates.Mask.focused: return .notFocusable
    default: return []
    }
  }
}
