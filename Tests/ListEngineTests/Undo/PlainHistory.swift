// A slow model of a list that keeps a history: the whole content at both ends of each step, and how many steps
// are done. What the present has and the end of the step beside it has not came by commits that steps pass over.

@testable import ListEngine

struct PlainHistory {
  struct Step {
    var before: Content
    var after: Content
    var marks = Marks()
    var reloads = false
  }

  let isScoped: Bool
  private(set) var steps: [Step] = []
  /// Those that are not undone.
  private(set) var done = 0

  init(isScoped: Bool) { self.isScoped = isScoped }

  var undone: Int { steps.count - done }

  mutating func add(_ step: Step) {
    steps.removeSubrange(done...)
    steps.append(step)
    // Undo says what the step said of its items, wherever they were before.
    for part in step.after where step.marks.sections.contains(part.name) {
      for item in part.items { steps[done].marks.items[identity(part, item)] = true }
    }
    steps[done].marks.coverItems = false
    done += 1
  }

  mutating func removeAll() {
    steps = []
    done = 0
  }

  /// The oldest go; if only undone ones are left, the newest.
  mutating func shrink(toDone done: Int, undone: Int) {
    while self.done > done {
      steps.removeFirst()
      self.done -= 1
    }
    while self.undone > undone { steps.removeLast() }
  }

  /// What undoing makes of `present`.
  mutating func undo(_ present: Content) -> (after: Content, step: Step) {
    done -= 1
    var step = steps[done]
    rebase(&step.after, &step.before, &step.marks, onto: present)
    steps[done] = step
    return (travelled(present, step.after, step.before, step.marks), step)
  }

  mutating func redo(_ present: Content) -> (after: Content, step: Step) {
    done += 1
    var step = steps[done - 1]
    rebase(&step.before, &step.after, &step.marks, onto: present)
    steps[done - 1] = step
    return (travelled(present, step.before, step.after, step.marks), step)
  }

  /// Has a step pass over what `present` has and `from` has not.
  private func rebase(_ from: inout Content, _ to: inout Content, _ marks: inout Marks, onto present: Content)
  {
    let known = items(from)
    let passed = items(present).keys.filter { known[$0] == nil }
    if passed.isEmpty { return }
    to = PlainRebase(known: Set(known.keys), to, isScoped: isScoped).weave(present)
    for identity in passed { marks.items[identity] = nil }
    from = from.map { part in
      var part = part
      part.items = present.first { $0.name == part.name }!.items.map { known[identity(part, $0)] ?? $0 }
      return part
    }
  }

  /// Whether a commit only inserts items, none of them above one that was there.
  func onlyInserts(_ before: Content, _ after: Content, _ marks: Marks) -> Bool {
    if before.map({ $0.name }) != after.map({ $0.name }) { return false }
    let known = Set(items(before).keys)
    let kept = after.map { part in
      var part = part
      let items = part.items
      part.items = items.filter { known.contains(identity(part, $0)) }
      return part
    }
    if differ(before, kept, marks) { return false }
    return zip(kept, after).allSatisfy { old, new in
      let parents = PlainRebase.parents(new.items)
      return new.items.indices.allSatisfy { i in
        guard let parent = parents[i], known.contains(identity(new, new.items[i])) else { return true }
        return known.contains(identity(new, new.items[parent]))
      }
    }
  }

  func identity(_ part: Part, _ item: Item) -> CheckedList.Identity {
    CheckedList.Identity(section: isScoped ? part.name : nil, item: item.name)
  }

  private func items(_ content: Content) -> [CheckedList.Identity: Item] {
    var items: [CheckedList.Identity: Item] = [:]
    for part in content { for item in part.items { items[identity(part, item)] = item } }
    return items
  }

  /// Whether a commit says anything.
  func differ(_ before: Content, _ after: Content, _ marks: Marks) -> Bool {
    if before.map({ $0.name }) != after.map({ $0.name }) { return true }
    for (old, new) in zip(before, after) {
      if marks.sections.contains(old.name) || old.items.map({ $0.name }) != new.items.map({ $0.name }) {
        return true
      }
      for (a, b) in zip(old.items, new.items) where isUpdated(old, a, b, marks) { return true }
      let ranks = Set((old.supplementaries + new.supplementaries).map { $0.value.rank })
      for rank in ranks {
        let a = old.supplementaries.first { $0.value.rank == rank }
        let b = new.supplementaries.first { $0.value.rank == rank }
        guard let a, let b, !isUpdated(a, b) else { return true }
      }
    }
    return false
  }

  private func isUpdated(_ part: Part, _ old: Item, _ new: Item, _ marks: Marks) -> Bool {
    ExpectedChanges.flags(old, new) != 0 || marks.items[identity(part, new)] != nil
  }

  private func isUpdated(_ old: PlainSupplementary, _ new: PlainSupplementary) -> Bool {
    old.value.differences(from: new.value, isMarked: false) != 0
  }

  /// The content of `to`; what is on both ends of the step and not updated keeps its present model.
  private func travelled(_ present: Content, _ from: Content, _ to: Content, _ marks: Marks) -> Content {
    let (now, old) = (items(present), items(from))
    return to.map { part in
      var part = part
      for i in part.items.indices {
        let identity = identity(part, part.items[i])
        guard let was = old[identity], !isUpdated(part, was, part.items[i], marks) else { continue }
        part.items[i].model = now[identity]!.model
      }
      guard let was = from.first(where: { $0.name == part.name }), !marks.sections.contains(part.name) else {
        return part
      }
      for i in part.supplementaries.indices {
        let rank = part.supplementaries[i].value.rank
        guard let other = was.supplementaries.first(where: { $0.value.rank == rank }),
          !isUpdated(other, part.supplementaries[i])
        else { continue }
        let there = present.first { $0.name == part.name }!
        part.supplementaries[i].model = there.supplementaries.first { $0.value.rank == rank }!.model
      }
      return part
    }
  }
}
