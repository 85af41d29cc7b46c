// A cell is brought to show what is wanted: what it is bound to is compared with that.
//
//     no cell yet                        another cell is bound
//     class or key differ, or reload     another cell is bound, and the old one retired
//     something else, or reconfigure     the same cell is bound again
//     first or last of its section       the same cell is bound again, if the view binds edges
//     only the section differs           nothing is called

extension CellRecycler {
  /// Returns the cell that shows what is wanted, or did before a function of its class failed; nil if there is none.
  func show(_ wanted: WantedCell, _ plan: inout ViewPlan, _ list: borrowing List) -> UInt32? {
    guard let number = cells.find(wanted.content.name) else {
      return showAnother(wanted, flags: 0, &plan, list)
    }
    cells.stay(number)
    let mark = plan.marks(of: wanted.content.name) | cells[number].pending
    if cells[number].needsReload(wanted.content, mark) {
      guard let other = showAnother(wanted, flags: CellFlags.reloaded, &plan, list) else {
        cells[number].pending = mark | ChangeFlags.reload
        return number
      }
      cells[other].acquisitions = cells[number].acquisitions
      cells[number].acquisitions = 0
      let isReported = endDisplay(number, &plan, list)
      retire(number, isReported: isReported || plan.isLaidOut)
      return other
    }
    if !cells[number].content.isSame(as: wanted.content) || cells[number].edges != wanted.edges
      || mark & ChangeFlags.reconfigure != 0
    {
      rebind(number, wanted, mark, &plan, list)
    } else {
      cells[number].pending = 0
    }
    return number
  }

  private func showAnother(
    _ wanted: WantedCell, flags: UInt32, _ plan: inout ViewPlan, _ list: borrowing List
  ) -> UInt32? {
    guard let shown = bindAnother(wanted, flags: flags, plan.version) else { return nil }
    plan.push(shown.event, to: list.features)
    return shown.number
  }

  private func rebind(
    _ number: UInt32, _ wanted: WantedCell, _ mark: UInt32, _ plan: inout ViewPlan, _ list: borrowing List
  ) {
    let old = cells[number].content.values
    let new = wanted.content.values
    let isMarked = mark & ChangeFlags.reconfigure != 0
    let hasOtherEdges = cells[number].edges != wanted.edges
    // Only its section is another one.
    if old.isSame(as: new) && !isMarked && !hasOtherEdges {
      cells[number].content = wanted.content
      cells[number].pending = 0
      return
    }
    var bound = boundEvent(number, wanted, flags: CellFlags.reconfigured, plan.version)
    if hasOtherEdges {
      bound.mask = .max
    } else if isMarked {
      bound.mask = new.cellClass == 0 ? .max : CellClass.changed(new.cellClass, old.model, new.model)
    } else {
      bound.mask = CellClass.mask(new.cellClass, old, new)
    }
    if !bind(bound, new) {
      cells[number].pending = mark & ChangeFlags.reconfigure | ChangeFlags.retry
      return
    }
    cells[number].pending = 0
    cells[number].content = wanted.content
    cells[number].edges = wanted.edges
    // With no bit, only the model is another object: nothing is to be drawn anew.
    if bound.mask != 0 { cells.countBinding(number) }
    // Events that wait may point to it.
    if plan.isLaidOut { keep(old) } else { old.releaseModel() }
    plan.push(bound, to: list.features)
  }

  /// Ends the display of a cell, if it is displayed. Returns whether the host asks for the event.
  func endDisplay(_ number: UInt32, _ plan: inout ViewPlan, _ list: borrowing List) -> Bool {
    if !cells[number].isDisplayed { return false }
    cells.endDisplay(number)
    if !plan.wants(EventKind.didEndDisplay) { return false }
    return plan.pushLocated(event(EventKind.didEndDisplay, number), in: list)
  }
}

extension ChangeFlags {
  /// A cell alone has this: what it is bound to differs from what is wanted, which the next plan finds by itself.
  fileprivate static let retry: UInt32 = 4
}
