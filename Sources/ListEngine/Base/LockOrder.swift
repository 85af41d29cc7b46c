// The order in which a thread takes locks. A thread waits for a lock only while it holds none that stands after it,
// nor another one of its own rank; so no circle of threads can wait for one another. Debug builds check it.
//
//     what a call is inside      snapshotChange   one change of a snapshot, or its index is made
//                                update           one update of a list; held around `retain`
//     what readers read          snapshot         a snapshot's items
//                                writers          one commit of a list at a time (PhaseLock)
//                                state            a list's items; of its source too, but never of both at once
//     what is stored beside      followers        the links to derived lists
//                                link             what a derived list takes over from its source
//                                part             views, the requested range
//                                channel          events, submissions, and work for the next poll
//     of the process             process          handles, classes, log, scratch memory, edits that wait, the worker
//
// The exceptions to the order, and why none of them waits for a thread that waits for it:
//
//     snapshots beside others    readers pass a writer that waits; the index is made of one that nobody reads but for
//                                a moment, as whoever reads longer has made it before
//     abandoning an edit         within a callback as well: who has that list's update lock calls no host function
//     what is only tried         as everything else within a callback; and marks (a poll, a view, a replay in use)

import CPlatform

enum LockRank: Int {
  case snapshotChange, update, snapshot, writers, state, followers, link, part, channel, process
}

enum LockOrder {
  #if DEBUG
    static func willWait(for rank: LockRank, again: Bool = false) {
      let first = again ? rank.rawValue + 1 : rank.rawValue
      for held in first...LockRank.process.rawValue {
        unsafe precondition(iqp_held_locks()[held] == 0, "\(rank) is waited for behind lock of rank \(held)")
      }
    }

    static func didTake(_ rank: LockRank) { unsafe iqp_held_locks()[rank.rawValue] += 1 }

    static func didGiveBack(_ rank: LockRank) { unsafe iqp_held_locks()[rank.rawValue] -= 1 }
  #else
    @inline(__always) static func willWait(for rank: LockRank, again: Bool = false) {}
    @inline(__always) static func didTake(_ rank: LockRank) {}
    @inline(__always) static func didGiveBack(_ rank: LockRank) {}
  #endif
}
