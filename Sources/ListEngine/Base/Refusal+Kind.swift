// The kinds of refusals. A kind is a status of the header and a form of it, which chooses the words of the message:
// the host decides by the status, and a person reads what exactly is wrong.

extension Refusal {
  public struct Kind: BitwiseCopyable, Sendable {
    /// status | form << 16
    public let word: Int32

    init(word: Int32) { self.word = word }

    public init(code: Int32, form: UInt16 = 0) { word = code & 0xffff | Int32(form) << 16 }

    /// The status.
    public var code: Int32 { Int32(Int16(truncatingIfNeeded: word)) }
    public var form: UInt16 { UInt16(truncatingIfNeeded: word >> 16) }

    // The codes equal the header's statuses; the boundary tests verify this.

    public static let argument = Kind(code: 1)
    public static let unknownValue = Kind(code: 1, form: 22)
    public static let null = Kind(code: 1, form: 1)
    public static let unknownFlags = Kind(code: 1, form: 2)
    public static let notZero = Kind(code: 1, form: 3)
    public static let narrowStride = Kind(code: 1, form: 4)
    public static let namedTwice = Kind(code: 1, form: 5)
    public static let tooLarge = Kind(code: 1, form: 6)
    public static let empty = Kind(code: 1, form: 7)
    public static let unpaired = Kind(code: 1, form: 8)
    public static let listsOnly = Kind(code: 1, form: 9)
    /// Known flags, but not of this kind of derived list.
    public static let otherKindFlags = Kind(code: 1, form: 10)
    public static let delayHere = Kind(code: 1, form: 11)
    public static let notText = Kind(code: 1, form: 12)
    public static let notInitialized = Kind(code: 1, form: 13)
    public static let notMove = Kind(code: 1, form: 14)
    public static let deepLevel = Kind(code: 1, form: 15)
    public static let noElementKind = Kind(code: 1, form: 16)
    public static let otherFilter = Kind(code: 1, form: 17)
    public static let flatPosition = Kind(code: 1, form: 18)
    public static let cellAndElement = Kind(code: 1, form: 19)
    public static let tooShortDigest = Kind(code: 1, form: 20)
    public static let itemAndKind = Kind(code: 1, form: 21)
    /// A section, or the list, has no cell.
    public static let noCellOfSection = Kind(code: 1, form: 23)
    public static let flagsExclude = Kind(code: 1, form: 24)
    public static let notGrain = Kind(code: 1, form: 25)

    public static let structSize = Kind(code: 2)

    /// An item or a section.
    public static let handle = Kind(code: 3)
    /// A pointer to an object.
    public static let object = Kind(code: 3, form: 1)
    public static let noClass = Kind(code: 3, form: 2)
    /// Something of a list that was destroyed.
    public static let listGone = Kind(code: 3, form: 4)

    public static let noMemory = Kind(code: 4)

    public static let limit = Kind(code: 5)
    public static let itemLimit = Kind(code: 5, form: 1)
    public static let sectionLimit = Kind(code: 5, form: 2)
    public static let depthLimit = Kind(code: 5, form: 3)
    public static let descriptorLimit = Kind(code: 5, form: 4)
    public static let viewLimit = Kind(code: 5, form: 5)
    public static let classLimit = Kind(code: 5, form: 6)
    public static let objectLimit = Kind(code: 5, form: 7)
    public static let largeStride = Kind(code: 5, form: 8)
    public static let snapshotLimit = Kind(code: 5, form: 9)
    public static let layoutLimit = Kind(code: 5, form: 12)
    public static let holdLimit = Kind(code: 5, form: 13)
    public static let itemsEncoded = Kind(code: 5, form: 10)
    public static let sectionsEncoded = Kind(code: 5, form: 11)

    public static let busy = Kind(code: 6)
    public static let editOpen = Kind(code: 6, form: 1)
    public static let sourceBusy = Kind(code: 6, form: 2)
    public static let polled = Kind(code: 6, form: 3)
    public static let inUse = Kind(code: 6, form: 4)
    public static let snapshotBusy = Kind(code: 6, form: 5)

    public static let range = Kind(code: 7)
    /// A position whose item is beyond the end of its section.
    public static let itemRange = Kind(code: 7, form: 5)
    /// A count that reaches beyond the end.
    public static let countRange = Kind(code: 7, form: 1)
    /// A position whose section is beyond the last one.
    public static let sectionRange = Kind(code: 7, form: 2)
    /// A number that is less than the one before it, where numbers must ascend.
    public static let descending = Kind(code: 7, form: 3)
    /// The first item of the first section, which is not 0.
    public static let notFirst = Kind(code: 7, form: 8)
    public static let cellRange = Kind(code: 7, form: 4)
    /// A flat position.
    public static let flatRange = Kind(code: 7, form: 6)
    /// A number that is too large for any position.
    public static let notPosition = Kind(code: 7, form: 7)
    public static let lengthRange = Kind(code: 7, form: 9)
    public static let notFinite = Kind(code: 7, form: 10)
    public static let endBeforeStart = Kind(code: 7, form: 11)

    public static let notFound = Kind(code: 8)
    public static let noClassName = Kind(code: 8, form: 1)
    public static let unregisteredClass = Kind(code: 8, form: 2)
    public static let noElement = Kind(code: 8, form: 3)
    public static let noTicket = Kind(code: 8, form: 4)
    public static let noUndo = Kind(code: 8, form: 5)
    public static let noRedo = Kind(code: 8, form: 6)
    /// A position without a counterpart on the other side.
    public static let noCounterpart = Kind(code: 8, form: 7)
    public static let unknownClass = Kind(code: 8, form: 8)
    public static let noCell = Kind(code: 8, form: 9)
    public static let noScene = Kind(code: 8, form: 11)
    public static let nothingAtPoint = Kind(code: 8, form: 12)
    public static let noNeighbour = Kind(code: 8, form: 13)
    public static let noParent = Kind(code: 8, form: 14)
    public static let unboundCell = Kind(code: 8, form: 10)

    public static let duplicate = Kind(code: 9)
    public static let duplicateClass = Kind(code: 9, form: 1)
    public static let duplicateElement = Kind(code: 9, form: 2)

    public static let noSection = Kind(code: 10)

    public static let scope = Kind(code: 11)
    public static let mixedScopes = Kind(code: 11, form: 1)
    public static let scopedMove = Kind(code: 11, form: 2)
    public static let noSections = Kind(code: 11, form: 3)
    public static let scopedSource = Kind(code: 11, form: 4)

    public static let noKeys = Kind(code: 12)

    public static let state = Kind(code: 13)
    public static let derived = Kind(code: 13, form: 1)
    public static let noFilter = Kind(code: 13, form: 2)
    public static let notHeld = Kind(code: 13, form: 15)
    public static let noOrder = Kind(code: 13, form: 16)
    public static let editEnded = Kind(code: 13, form: 3)
    public static let otherVersion = Kind(code: 13, form: 4)
    public static let replayEnded = Kind(code: 13, form: 5)
    public static let reloadsAll = Kind(code: 13, form: 6)
    public static let ticketEnded = Kind(code: 13, form: 7)
    public static let cellNotTaken = Kind(code: 13, form: 8)
    /// A view of the other kind.
    public static let laidOut = Kind(code: 13, form: 12)
    public static let notLaidOut = Kind(code: 13, form: 13)
    public static let otherListVersion = Kind(code: 13, form: 14)
    public static let pageLoading = Kind(code: 13, form: 9)
    public static let memoryUsed = Kind(code: 13, form: 10)
    /// A derived list whose source was destroyed.
    public static let sourceGone = Kind(code: 13, form: 11)

    public static let verify = Kind(code: 14)
    public static let noPayload = Kind(code: 15)

    public static let mismatch = Kind(code: 16)
    /// Something is there that the changeset does not know.
    public static let surplus = Kind(code: 16, form: 1)
    /// Something differs from what the changeset knows of it.
    public static let differs = Kind(code: 16, form: 2)
    /// The state already has what the changeset inserts.
    public static let insertedTwice = Kind(code: 16, form: 3)
    public static let otherCount = Kind(code: 16, form: 4)
    public static let otherSectionCount = Kind(code: 16, form: 5)
    /// A snapshot that is no committed state of the list.
    public static let notOfList = Kind(code: 16, form: 6)

    public static let format = Kind(code: 17)
    public static let tooShort = Kind(code: 17, form: 1)
    public static let foreign = Kind(code: 17, form: 2)
    public static let otherFormat = Kind(code: 17, form: 3)
    public static let otherKind = Kind(code: 17, form: 4)
    public static let wrongLength = Kind(code: 17, form: 5)
    public static let wrongChecksum = Kind(code: 17, form: 6)
    public static let impossibleValue = Kind(code: 17, form: 7)

    /// A trait of the item forbids it.
    public static let refused = Kind(code: 18)
    public static let selectionMode = Kind(code: 18, form: 1)
    /// The item does not have the trait that allows it.
    public static let noTrait = Kind(code: 18, form: 2)

    public static let cancelled = Kind(code: 19)
    public static let superseded = Kind(code: 20)
    public static let callback = Kind(code: 21)
    public static let notHeader = Kind(code: 21, form: 1)

    /// Within the engine only: see Interruption.
    static let interrupted = Kind(code: -1)
  }
}
