// The header's section REPLAYS.

import CIQList
import ListEngine

extension Replay: Exported, Handled {
  typealias Foreign = iq_replay
  static var name: iqc_label { iqc_replay }
  public static var handleKind: HandleKind { .replay }
}

@_cdecl("iq_replay_create") @implementation
public func iq_replay_create(
  _ changeset: UnsafePointer<iq_changeset>?, _ before: UnsafePointer<iq_snapshot>?, _ dialect: UInt32,
  _ flags: UInt32, _ replay: UnsafeMutablePointer<UnsafeMutablePointer<iq_replay>?>?
) -> iq_status {
  unsafe using(changeset) { changeset throws(Refusal) in
    let before = unsafe try Pinned<Snapshot>(before, argument: Argument(2, iqc_before))
    let dialect = try Dialect(dialect, flags)
    let output = unsafe try Output(replay, argument: Argument(5, iqc_replay))
    let object = try NewObject<Replay>()
    unsafe output.write(
      object.publish(
        try naming(Argument(2, iqc_before)) { () throws(Refusal) in
          try Replay(changeset, from: before.value, dialect)
        }))
  }
}

@_cdecl("iq_replay_destroy") @implementation
public func iq_replay_destroy(_ replay: UnsafeMutablePointer<iq_replay>?) {
  unsafe Pinned<Replay>.destroy(replay)
}

@_cdecl("iq_replay_next") @implementation
public func iq_replay_next(_ replay: UnsafeMutablePointer<iq_replay>?) -> iq_status {
  unsafe using(replay) { replay throws(Refusal) in
    try replay.next()
  }
}

@_cdecl("iq_replay_get_count") @implementation
public func iq_replay_get_count(
  _ replay: UnsafePointer<iq_replay>?, _ section: UInt32, _ count: UnsafeMutablePointer<Int>?
) -> iq_status {
  unsafe using(replay) { replay throws(Refusal) in
    let output = unsafe try Output(count, argument: Argument(3, iqc_count))
    output.write(
      try naming(Argument(2, iqc_section)) { () throws(Refusal) in
        try replay.count(ofSection: section)
      })
  }
}

@_cdecl("iq_replay_find") @implementation
public func iq_replay_find(
  _ replay: UnsafePointer<iq_replay>?, _ position: iq_position, _ side: UnsafeMutablePointer<iq_side>?,
  _ other: UnsafeMutablePointer<iq_position>?
) -> iq_status {
  unsafe using(replay) { replay throws(Refusal) in
    let side = unsafe try Output(side, argument: Argument(3, iqc_side))
    let output = unsafe try Output(other, argument: Argument(4, iqc_found))
    let found = try naming(Argument(2, iqc_position)) { () throws(Refusal) in
      try replay.find(Position(position))
    }
    side.write(iq_side(found.side.code))
    output.write(iq_position(found.position))
  }
}

extension Dialect {
  fileprivate init(_ dialect: UInt32, _ flags: UInt32) throws(Refusal) {
    switch dialect {
    case IQ_REPLAY_STEPS:
      try check(flags, of: IQ_STEPS_FLAT | IQ_STEPS_SINGLE, argument: Argument(4, iqc_flags))
      self = .steps(flat: flags & IQ_STEPS_FLAT != 0, single: flags & IQ_STEPS_SINGLE != 0)
    case IQ_REPLAY_SPLICES:
      try check(flags, of: IQ_SPLICES_WITHOUT_UPDATES, argument: Argument(4, iqc_flags))
      self = .splices(updates: flags & IQ_SPLICES_WITHOUT_UPDATES == 0)
    default: throw Refusal(.unknownValue, argument: Argument(3, iqc_dialect), value: Int(dialect))
    }
  }
}
