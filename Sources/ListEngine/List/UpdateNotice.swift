// The UPDATE event of an update under way. All that it needs is made before the commit, so that an update which
// cannot be reported is refused; it is pushed with the commit, in the same order as the commits.

struct UpdateNotice: ~Copyable {
  private let object: NewObject<Changeset>

  /// Reserves the room.
  init(_ features: borrowing ListFeatures) throws(Refusal) {
    let object = try NewObject<Changeset>()
    try features.channel.reserve(1)
    self.object = consume object
  }

  /// Cannot fail. Without a changeset the update has changed nothing.
  consuming func push(
    to features: borrowing ListFeatures, _ options: UpdateOptions, _ changeset: borrowing Changeset,
    version: UInt64
  ) {
    var record = EventRecord(EventKind.update)
    record.flags = options.eventFlags | (options.isPlain ? UpdateEventFlags.plain : 0)
    if changeset.isEmpty { record.flags |= UpdateEventFlags.unchanged }
    record.number = options.ticket
    record.animation = options.animation
    record.version = version
    record.changeset = object.fill(changeset.copy())
    features.channel.push(record)
  }

  consuming func cancel(_ features: borrowing ListFeatures) { features.channel.unreserve(1) }
}
