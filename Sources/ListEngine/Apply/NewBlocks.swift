// The supplementaries that a changeset makes of those of a list. They are created before the update lock is taken and
// destroyed after it is released, because to release them calls the host.

struct NewBlocks: ~Copyable {
  private var made = Buffer<SupplementaryBlock>()

  deinit { for i in 0..<made.count { made[i].release() } }

  /// Calls `body`, which appends blocks, and retains their models.
  @_optimize(size) mutating func make(
    _ body: (inout Buffer<SupplementaryBlock>) throws(Refusal) -> Void
  ) throws(Refusal) {
    do throws(Refusal) { try body(&made) } catch {
      for i in 0..<made.count { made[i].free() }
      made.removeAll()
      throw error
    }
    for i in 0..<made.count { made[i].retainModels() }
  }
}
