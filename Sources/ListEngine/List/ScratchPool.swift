// The scratch memory of updates, diffs and applied changesets, and the records of open edits and of changesets,
// shared by the whole process: a list that is not being changed needs none.
//
//     borrow       the list's own one, else the first of the pool, else a new one
//     give back    over 1 MB    stays with its list, or is freed if it has none
//                  else         first of the pool; freed if the pool is full
//
// Each borrower has its own, also within a host function that another one calls.

extension UpdateScratch: Pooled {
  static var bin: Pool.Bin { .scratch }
}

extension OpenEdit: Pooled {
  static var bin: Pool.Bin { .edits }
}

public struct ScratchPool {
  /// More bytes than these stay with their list.
  static var mostOfOne: Int { Pool.Bin.scratch.mostOfOne }
  static var most: Int { Pool.Bin.scratch.most }

  public static var process: ScratchPool { ScratchPool() }

  func borrow() throws(Refusal) -> Box<UpdateScratch> { try Pool.process.borrow() }

  func borrowEdit() throws(Refusal) -> Box<OpenEdit> { try Pool.process.borrow() }

  func giveBack(_ scratch: consuming Box<UpdateScratch>) {
    let bytes = scratch.value.bytes
    Pool.process.put(scratch, bytes: bytes)
  }

  /// It must have ended.
  func giveBack(_ edit: consuming Box<OpenEdit>) {
    let bytes = edit.value.bytes
    Pool.process.put(edit, bytes: bytes)
  }

  /// Frees what nobody has borrowed.
  public func empty() {
    func empty<Value: Pooled & ~Copyable>(_: Value.Type) {
      while true {
        let taken: Box<Value>? = Pool.process.take()
        if taken == nil { return }
      }
    }
    empty(UpdateScratch.self)
    empty(OpenEdit.self)
    empty(Changeset.Contents.self)
  }
}

/// Scratch memory from the pool, to which it is given back when this is destroyed.
@safe struct BorrowedScratch: ~Copyable {
  private let pointer: UnsafeMutablePointer<UpdateScratch>

  init() throws(Refusal) { unsafe pointer = try ScratchPool.process.borrow().release() }

  deinit { ScratchPool.process.giveBack(unsafe Box(owning: pointer)) }

  var value: UpdateScratch {
    _read { yield unsafe pointer.pointee }
    nonmutating _modify { yield unsafe &pointer.pointee }
  }
}

extension List {
  func borrowScratch() throws(Refusal) -> Box<UpdateScratch> {
    if let own = scratch.take() { return own }
    return try ScratchPool.process.borrow()
  }

  func giveBack(_ borrowed: consuming Box<UpdateScratch>) {
    let bytes = borrowed.value.bytes
    if bytes > ScratchPool.mostOfOne {
      scratch.put(borrowed)
    } else {
      Pool.process.put(borrowed, bytes: bytes)
    }
  }
}
