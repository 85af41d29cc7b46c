// The details that a thread remembers. They are too large for the storage of a thread, of which a library that is
// loaded late gets little (platform.h); so that has their address:
//
//     storage of a thread    depth | interruption | failure | record ──┐
//     pool of the process    [ ofRefusal, ofFailure ] [ ... ] ... 64   ├── one of these
//     when all are taken     malloc                                    ┘
//
// A thread takes its record with its first refusal, and gives it back when it ends. Where there is none to be had, a
// refusal has its status and no detail.

import CPlatform

struct ThreadRecord {
  /// Belongs to the thread's latest refusal, which the engine may handle by itself.
  var ofRefusal: Refusal.Detail
  /// Belongs to the latest failure, which its host was told of.
  var ofFailure: Refusal.Detail
  private var isTaken: Int64

  /// The calling thread's, if it has one.
  static var existing: UnsafeMutablePointer<ThreadRecord>? {
    unsafe iqp_record().pointee?.assumingMemoryBound(to: ThreadRecord.self)
  }

  /// The calling thread's, which takes one if need be.
  static var own: UnsafeMutablePointer<ThreadRecord>? { unsafe existing ?? take() }

  private static let poolCount = MemoryLayout<iqp_pool>.size / MemoryLayout<ThreadRecord>.stride

  private static var pool: UnsafeMutablePointer<ThreadRecord> {
    unsafe iqp_records().assumingMemoryBound(to: ThreadRecord.self)
  }

  @inline(never) @_optimize(size) private static func take() -> UnsafeMutablePointer<ThreadRecord>? {
    guard let record = unsafe takePooled() ?? allocate() else { return nil }
    let isGivenBack = unsafe iqp_at_thread_end(record) { unsafe ThreadRecord.giveBack($0) }
    if !isGivenBack, unsafe !isPooled(record) {
      unsafe free(record)
      return nil
    }
    unsafe record.pointee.ofRefusal = Refusal.Detail()
    unsafe record.pointee.ofFailure = Refusal.Detail()
    unsafe iqp_record().pointee = UnsafeMutableRawPointer(record)
    return unsafe record
  }

  private static func takePooled() -> UnsafeMutablePointer<ThreadRecord>? {
    for i in 0..<poolCount where unsafe iqp_exchange_if(&pool[i].isTaken, 0, 1) { return unsafe pool + i }
    return nil
  }

  private static func allocate() -> UnsafeMutablePointer<ThreadRecord>? {
    let memory = unsafe malloc(MemoryLayout<ThreadRecord>.size)
    return unsafe memory?.assumingMemoryBound(to: ThreadRecord.self)
  }

  private static func isPooled(_ record: UnsafeMutablePointer<ThreadRecord>) -> Bool {
    unsafe record >= pool && record < pool + poolCount
  }

  /// At the end of its thread.
  private static func giveBack(_ memory: UnsafeMutableRawPointer?) {
    guard let record = unsafe memory?.assumingMemoryBound(to: ThreadRecord.self) else { return }
    unsafe iqp_record().pointee = nil
    if unsafe isPooled(record) { unsafe iqp_store(&record.pointee.isTaken, 0) } else { unsafe free(record) }
  }
}
