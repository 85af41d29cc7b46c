// The submissions of a list that have not ended, by ticket. Tickets only grow, so a new one is the last row.
//
//     rows    4: a | 6: - | 7: b | 9: c          6 has ended; when most have, their rows go

@safe struct TicketTable: ~Copyable {
  @safe private struct Row: BitwiseCopyable {
    let ticket: UInt64
    var submission: UnsafeMutablePointer<Submission>?
  }

  private var rows = Buffer<Row>()
  private var endedCount = 0

  init() {}

  /// Reserves memory for one more.
  mutating func reserve() throws(Refusal) { try rows.reserve(extra: 1) }

  /// Within the reserved memory; with a ticket greater than all before.
  @unsafe mutating func add(_ submission: UnsafeMutablePointer<Submission>) {
    unsafe rows.push(Row(ticket: submission.pointee.ticket, submission: submission))
  }

  func find(_ ticket: UInt64) -> UnsafeMutablePointer<Submission>? {
    unsafe row(ticket).flatMap { unsafe rows[$0].submission }
  }

  /// The submission ends; it may have been removed before.
  @unsafe mutating func remove(_ submission: UnsafeMutablePointer<Submission>) {
    guard let row = unsafe row(submission.pointee.ticket), unsafe rows[row].submission != nil else { return }
    unsafe rows[row].submission = nil
    endedCount += 1
    if endedCount > rows.count / 2 { compact() }
  }

  private func row(_ ticket: UInt64) -> Int? {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].ticket < ticket { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && rows[low].ticket == ticket ? low : nil
  }

  private mutating func compact() {
    var kept = 0
    for i in 0..<rows.count where unsafe rows[i].submission != nil {
      rows[kept] = rows[i]
      kept += 1
    }
    rows.truncate(to: kept)
    endedCount = 0
  }
}
