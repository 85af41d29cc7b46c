// The answers of the host's functions about sections whose layout is its own. They are asked while no lock is held, so a
// reading that needs an answer that is not there notes the question, goes on with nothing, and is done again:
//
//     look     the extent of section 7?            noted, and asked     2,400
//     look     places of 100 ..< 200?              noted, and asked     items 4 ..< 9, and the frame of each
//     look     all is there
//
// An answer counts for one count of items, width and choice of the layout: after another one it is not found again. When
// there are many, all are dropped, and asked for again as they are needed.

/// A question to the host about a section.
struct CustomQuestion: BitwiseCopyable {
  enum Kind: UInt8 { case extent, range, frame }

  var kind: Kind
  /// The section's choice of its layout, its count of items, and the room across in ticks.
  var choice: UInt32
  var count: Int
  var across: Int
  /// The stretch of a range in ticks; the index of an item.
  var from = 0
  var to = 0

  func isSame(as other: CustomQuestion) -> Bool {
    kind == other.kind && choice == other.choice && count == other.count && across == other.across
      && from == other.from && to == other.to
  }

  var fingerprint: Fingerprint {
    var mixed = ItemTags.mix(UInt64(choice) << 8 | UInt64(kind.rawValue))
    mixed = ItemTags.mix(mixed ^ UInt64(bitPattern: Int64(count)))
    mixed = ItemTags.mix(mixed ^ UInt64(bitPattern: Int64(across)))
    mixed = ItemTags.mix(mixed ^ UInt64(bitPattern: Int64(from)))
    mixed = ItemTags.mix(mixed ^ UInt64(bitPattern: Int64(to)))
    return Fingerprint(UInt32(truncatingIfNeeded: mixed >> 32))
  }
}

/// The extent; the first item of a range and how many there are; or the frame along and across. In ticks, not cut.
struct CustomAnswer: BitwiseCopyable {
  var start = 0
  var length = 0
  var acrossStart = 0
  var acrossLength = 0
}

/// A question, and whom to ask.
struct OpenQuestion: BitwiseCopyable {
  var question: CustomQuestion
  var section: UInt64
  var layout: UInt32
}

struct CustomAnswers: ~Copyable {
  private struct Row: BitwiseCopyable {
    var question: CustomQuestion
    var answer: CustomAnswer
  }

  private var rows = Buffer<Row>()
  private var index = KeyIndex()
  /// So many are kept beyond a layout.
  private var limit = CustomAnswers.usual
  /// How often was asked in this call, and whether that is enough.
  private var rounds = 0
  private(set) var isGivenUp = false
  /// Whether a function has failed in this call.
  var hasFailed = false
  /// Noted by readings, which change nothing else.
  private let open = InlineBox(Buffer<OpenQuestion>())
  private let failure = InlineBox(false)

  private static var usual: Int { 4096 }
  private static var mostCompared: Int { 32 }
  /// The host might change the list with each answer.
  private static var mostRounds: Int { 64 }

  init() {}

  var bytes: Int { rows.bytes + index.bytes + open.value.bytes }
  var isUsed: Bool { !rows.isEmpty }
  var hasQuestions: Bool { !open.value.isEmpty || failure.value }

  func find(_ question: CustomQuestion) -> CustomAnswer? {
    if rows.isEmpty { return nil }
    let row = index.find(question.fingerprint) { rows[Int($0)].question.isSame(as: question) }
    return row.map { rows[Int($0)].answer }
  }

  /// Notes a question, unless it is one of the last.
  func note(_ question: OpenQuestion) {
    let count = open.value.count
    for i in max(0, count - CustomAnswers.mostCompared)..<count
    where open.value[i].question.isSame(as: question.question) { return }
    do throws(Refusal) { try open.value.append(question) } catch { failure.value = true }
  }

  /// Takes the questions that are noted.
  mutating func take(_ questions: inout Buffer<OpenQuestion>) throws(Refusal) {
    let hasFailed = failure.value
    failure.value = false
    questions.removeAll()
    swap(&questions, &open.value)
    rounds += 1
    if rounds == CustomAnswers.mostRounds { isGivenUp = true }
    if hasFailed { throw Refusal(.noMemory) }
  }

  mutating func add(_ question: CustomQuestion, _ answer: CustomAnswer) throws(Refusal) {
    if find(question) != nil { return }
    try rows.reserve(extra: 1)
    try index.reserve(extra: 1)
    index.insert(question.fingerprint, UInt32(truncatingIfNeeded: rows.count))
    rows.push(Row(question: question, answer: answer))
  }

  /// Whether more is asked in this call. Else what is not known is nothing.
  var isComplete: Bool { !isGivenUp && !hasFailed }

  /// A call begins that may ask.
  mutating func begin() {
    if hasFailed { removeAll() }
    rounds = 0
    isGivenUp = false
    hasFailed = false
    failure.value = false
    open.value.removeAll()
  }

  /// Drops answers if they are many, at the beginning of a layout.
  mutating func dropMany() {
    if rows.count <= limit { return }
    removeAll()
    limit = 0
  }

  private mutating func removeAll() {
    rows.removeAll()
    index.removeAll()
  }

  /// At its end: four times what it needed may stay.
  mutating func setLimit() {
    if limit == 0 { limit = max(CustomAnswers.usual, 4 * rows.count) }
  }
}
