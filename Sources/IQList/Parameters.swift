// Maps the role of a refused value in the engine's call to the parameter of the export.
//
//     iq_edit_move_item_range(edit, section, first, count, target, position)
//                              1      2        3      4      5      6
//
//     moveItems throws Refusal(.handle, role: .target)
//     naming(..., target: Argument(5, iqc_target)) { moveItems(...) }         ->    parameter 5, "target"
//
// The boundary's own refusals name the parameter directly, and the field of the struct that it points to:
//
//     Refusal(.unknownFlags, argument: Argument(2, iqc_options).field(iqc_flags))     "options.flags has bits ..."

import CIQList
import ListEngine

/// A parameter of an export, by its number, counted from 1, and its name; and a field of it, and a field of that.
struct Argument: BitwiseCopyable {
  /// number | name << 4 | field << 12 | field of the field << 20
  fileprivate(set) var code: UInt32

  private init(code: UInt32) { self.code = code }

  init(_ number: UInt32, _ name: iqc_label) { code = number | name.rawValue << 4 }

  static var none: Argument { Argument(code: 0) }

  func field(_ name: iqc_label) -> Argument {
    Argument(code: code | name.rawValue << (field == iqc_unnamed ? 12 : 20))
  }

  /// Nil: no parameter is in question.
  init?(_ role: Refusal.Role) {
    if role.code & Refusal.Role.boundary == 0 { return nil }
    code = role.code & ~Refusal.Role.boundary
  }

  var role: Refusal.Role { Refusal.Role(code: code | Refusal.Role.boundary) }
  var number: UInt32 { code & 15 }
  var name: iqc_label { iqc_label(rawValue: code >> 4 & 255) }
  var field: iqc_label { iqc_label(rawValue: code >> 12 & 255) }
  var innerField: iqc_label { iqc_label(rawValue: code >> 20) }
}

extension Refusal {
  init(_ kind: Kind, argument: Argument) { self.init(kind, role: argument.role) }

  /// `element` is an index in the array that the parameter is, or in the array that its field is; `value` and
  /// `limit` are what was given and what is allowed.
  init(
    _ kind: Kind, argument: Argument, element: Int? = nil, value: Int? = nil, limit: Int? = nil
  ) {
    self.init(kind, role: argument.role, element: element, value: value, limit: limit)
  }

  /// The number of the parameter, counted from 1; 0 if none is at fault.
  var argument: UInt32 { Argument(role)?.number ?? 0 }

  /// Whether this is a refusal of that field.
  func isAbout(_ other: Argument) -> Bool { Argument(role)?.number == other.number }
}

/// The parameters of an export by role; `others` is used for every role that is not set.
struct Parameters {
  let others: Argument
  let object: Argument
  let index: Argument
  let first: Argument
  let count: Argument
  let anchor: Argument
  let target: Argument
  let items: Argument
  let before: Argument
  let after: Argument

  /// The object of the call is never one of the others: `using` names it.
  func argument(of role: Refusal.Role) -> Argument {
    if role.code == Refusal.Role.object.code { return object }
    let argument =
      switch role.code {
      case Refusal.Role.index.code: index
      case Refusal.Role.first.code: first
      case Refusal.Role.count.code: count
      case Refusal.Role.anchor.code: anchor
      case Refusal.Role.target.code: target
      case Refusal.Role.items.code: items
      case Refusal.Role.levels.code: items.field(iqc_levels)
      case Refusal.Role.before.code: before
      case Refusal.Role.after.code: after
      default: Argument.none
      }
    return argument.code == 0 ? others : argument
  }

  /// The refusal with its parameter. A call, because every export has it.
  @inline(never) func naming(_ refusal: Refusal) -> Refusal {
    if Argument(refusal.role) != nil || refusal.kind.code == IQ_ERROR_NO_MEMORY { return refusal }
    let argument = argument(of: refusal.role)
    return argument.code == 0 ? refusal : refusal.with(role: argument.role)
  }
}

extension Parameters {
  /// The refusal with its parameter, for a call whose object alone can be refused.
  @inline(never) fileprivate static func naming(_ refusal: Refusal, object: Argument) -> Refusal {
    Parameters(
      others: .none, object: object, index: .none, first: .none, count: .none, anchor: .none, target: .none,
      items: .none, before: .none, after: .none
    ).naming(refusal)
  }
}

/// Adds the object to a refusal of `body`. Most exports do no more, and this is little code in each.
func naming<Result: ~Copyable>(
  object: Argument, _ body: () throws(Refusal) -> Result
) throws(Refusal) -> Result {
  do throws(Refusal) { return try body() } catch { throw Parameters.naming(error, object: object) }
}

/// Adds the parameter to a refusal of `body`.
func naming<Result: ~Copyable>(
  _ others: Argument = .none, object: Argument = .none, index: Argument = .none, first: Argument = .none,
  count: Argument = .none, anchor: Argument = .none, target: Argument = .none, items: Argument = .none,
  before: Argument = .none, after: Argument = .none,
  _ body: () throws(Refusal) -> Result
) throws(Refusal) -> Result {
  do throws(Refusal) { return try body() } catch {
    let parameters = Parameters(
      others: others, object: object, index: index, first: first, count: count, anchor: anchor,
      target: target, items: items, before: before, after: after)
    throw parameters.naming(error)
  }
}
