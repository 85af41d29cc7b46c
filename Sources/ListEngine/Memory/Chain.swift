// A doubly linked list of nodes that lie at one address each and hold the links themselves: to add and to remove one
// allocates nothing.
//
//     first ─► | node | ◄─► | node | ◄─► | node | ◄─ last
//
// A chain does not own its nodes. Zeroed memory is an empty chain, as the storage of the process is.

/// A node that can be in a chain, in one at a time.
protocol Chained: ~Copyable {
  var links: ChainLinks<Self> { get set }
}

@safe struct ChainLinks<Node: ~Copyable>: BitwiseCopyable {
  fileprivate(set) var next: UnsafeMutablePointer<Node>? = nil
  fileprivate(set) var previous: UnsafeMutablePointer<Node>? = nil

  init() {}
}

@safe struct Chain<Node: Chained & ~Copyable>: ~Copyable {
  private(set) var first: UnsafeMutablePointer<Node>? = nil
  private(set) var last: UnsafeMutablePointer<Node>? = nil
  private(set) var count = 0

  init() {}

  var isEmpty: Bool { count == 0 }

  @unsafe mutating func append(_ node: UnsafeMutablePointer<Node>) {
    unsafe insert(node, between: last, and: nil)
  }

  @unsafe mutating func prepend(_ node: UnsafeMutablePointer<Node>) {
    unsafe insert(node, between: nil, and: first)
  }

  @unsafe private mutating func insert(
    _ node: UnsafeMutablePointer<Node>, between previous: UnsafeMutablePointer<Node>?,
    and next: UnsafeMutablePointer<Node>?
  ) {
    unsafe node.pointee.links.previous = previous
    unsafe node.pointee.links.next = next
    unsafe connect(previous, node)
    unsafe connect(node, next)
    count += 1
  }

  @unsafe mutating func remove(_ node: UnsafeMutablePointer<Node>) {
    let links = unsafe node.pointee.links
    unsafe connect(links.previous, links.next)
    unsafe node.pointee.links = ChainLinks()
    count -= 1
  }

  /// Makes the two neighbours; nil stands for the end of the chain.
  @unsafe private mutating func connect(
    _ previous: UnsafeMutablePointer<Node>?, _ next: UnsafeMutablePointer<Node>?
  ) {
    if let previous = unsafe previous {
      unsafe previous.pointee.links.next = next
    } else {
      unsafe first = next
    }
    if let next = unsafe next {
      unsafe next.pointee.links.previous = previous
    } else {
      unsafe last = previous
    }
  }

  /// The first node for which `condition` holds.
  func find(
    where condition: (UnsafeMutablePointer<Node>) -> Bool
  ) -> UnsafeMutablePointer<Node>? {
    var next = unsafe first
    while let node = unsafe next {
      if unsafe condition(node) { return unsafe node }
      unsafe next = node.pointee.links.next
    }
    return nil
  }

  func forEach(_ body: (UnsafeMutablePointer<Node>) -> Void) {
    var next = unsafe first
    while let node = unsafe next {
      // `body` may remove or free it.
      unsafe next = node.pointee.links.next
      unsafe body(node)
    }
  }
}
