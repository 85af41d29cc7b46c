// Maps the role of a refused value in the engine's call to the parameter of the export.
//
//     iq_edit_move_item_range(edit, section, first, count, target, index)
//                              1      2        3      4      5      6
//
//     moveItems throws Refusal(.handle, role: .target)
//     naming(2, index: 6, first: 3, target: 5) { moveItems(...) }    ->    parameter 5
//
// The boundary's own refusals name the parameter directly: Refusal(.argument, argument: 2).

import CIQList
import ListEngine

extension Refusal {
  /// `argument` is the number of a parameter, counted from 1.
  init(_ kind: Kind, argument: UInt32) { self.init(kind, role: .parameter(argument)) }

  /// The number of the parameter, counted from 1; 0 if none is at fault.
  var argument: UInt32 { role.code > Role.boundary ? role.code - Role.boundary : 0 }
}

extension Refusal.Role {
  static func parameter(_ number: UInt32) -> Self { Self(code: boundary + number) }
}

/// The numbers of an export's parameters by role; `others` is used for every role that is not set.
struct Parameters {
  let others: UInt32
  let index: UInt32
  let first: UInt32
  let anchor: UInt32
  let target: UInt32
  let items: UInt32

  func number(of role: Refusal.Role) -> UInt32 {
    let number =
      switch role.code {
      case Refusal.Role.object.code: UInt32(1)
      case Refusal.Role.index.code: index
      case Refusal.Role.first.code: first
      case Refusal.Role.count.code: first == 0 ? 0 : first + 1
      case Refusal.Role.anchor.code: anchor
      case Refusal.Role.target.code: target
      case Refusal.Role.items.code: items
      case Refusal.Role.before.code: UInt32(1)
      case Refusal.Role.after.code: UInt32(2)
      default: UInt32(0)
      }
    return number == 0 ? others : number
  }
}

/// Adds the parameter's number to a refusal of `body`. A count is the parameter after its `first`.
func naming<Result: ~Copyable>(
  _ others: UInt32, index: UInt32 = 0, first: UInt32 = 0, anchor: UInt32 = 0, target: UInt32 = 0,
  items: UInt32 = 0, _ body: () throws(Refusal) -> Result
) throws(Refusal) -> Result {
  do throws(Refusal) { return try body() } catch {
    if error.argument != 0 || error.kind.code == IQ_ERROR_NO_MEMORY { throw error }
    let parameters = Parameters(
      others: others, index: index, first: first, anchor: anchor, target: target, items: items)
    throw error.with(role: .parameter(parameters.number(of: error.role)))
  }
}
