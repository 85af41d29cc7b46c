// An event as it is handed out.

public struct Event: BitwiseCopyable {
  public let record: EventRecord
  public var model: Model
  public var cellClass: UInt32

  init(_ record: EventRecord) {
    self.record = record
    model = record.model
    cellClass = record.cellClass
  }
}
