// The header's section REPLAYS.

import CIQList
import ListEngine

extension Replay: Exported, Handled {
  typealias Foreign = iq_replay
  public static var handleKind: HandleKind { .replay }
}

@_cdecl("iq_replay_create") @implementation
public func iq_replay_create(
  _ changeset: UnsafePointer<iq_changeset>?, _ before: UnsafePointer<iq_snapshot>?, _ dialect: UInt32,
  _ flags: UInt32, _ replay: UnsafeMutablePointer<UnsafeMutablePointer<iq_replay>?>?
) -> iq_status {
  unsafe using(changeset) { changeset throws(Refusal) in
    let before = unsafe try Pinned<Snapshot>(before, argument: 2)
    let dialect = try Dialect(dialect, flags)
    let output = unsafe try Output(replay, argument: 5)
    let object = try NewObject<Replay>()
    unsafe output.write(
      object.publish(
        try naming(2) { () throws(Refusal) in try Replay(changeset, from: before.value, dialect) }))
  }
}

@_cdecl("iq_replay_destroy") @implementation
public func iq_replay_destroy(_ replay: UnsafeMutablePointer<iq_replay>?) {
  unsafe Pinned<Replay>.destroy(replay)
}

@_cdecl("iq_replay_next") @implementation
public func iq_replay_next(_ replay: UnsafeMutablePointer<iq_replay>?) -> iq_status {
  unsafe using(replay) { replay throws(Refusal) in
    try naming(1) { () throws(Refusal) in try replay.next() }
  }
}

@_cdecl("iq_replay_count") @implementation
public func iq_replay_count(
  _ replay: UnsafePointer<iq_replay>?, _ section: UInt32, _ count: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(replay) { replay throws(Refusal) in
    let output = unsafe try Output(count, argument: 3)
    output.write(try naming(2) { () throws(Refusal) in try replay.count(ofSection: section) })
  }
}

@_cdecl("iq_replay_find") @implementation
public func iq_replay_find(
  _ replay: UnsafePointer<iq_replay>?, _ position: iq_position, _ side: UnsafeMutablePointer<iq_side>?,
  _ other: UnsafeMutablePointer<iq_position>?
) -> iq_status {
  unsafe using(replay) { replay throws(Refusal) in
    let side = unsafe try Output(side, argument: 3)
    let output = unsafe try Output(other, argument: 4)
    let found = try naming(2) { () throws(Refusal) in try replay.find(Position(position)) }
    side.write(iq_side(found.side.code))
    output.write(iq_position(found.position))
  }
}

extension Dialect {
  fileprivate init(_ dialect: UInt32, _ flags: UInt32) throws(Refusal) {
    switch dialect {
    case IQ_REPLAY_STEPS:
      guard flags & ~(IQ_STEPS_FLAT | IQ_STEPS_SINGLE) == 0 else { throw Refusal(.argument, argument: 4) }
      self = .steps(flat: flags & IQ_STEPS_FLAT != 0, single: flags & IQ_STEPS_SINGLE != 0)
    case IQ_REPLAY_SPLICES:
      guard flags & ~IQ_SPLICES_WITHOUT_UPDATES == 0 else { throw Refusal(.argument, argument: 4) }
      self = .splices(updates: flags & IQ_SPLICES_WITHOUT_UPDATES == 0)
    default: throw Refusal(.argument, argument: 3)
    }
  }
}
