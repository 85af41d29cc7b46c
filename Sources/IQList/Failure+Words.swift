// The words of each kind of failure. A message is a sentence: the status, what is wrong, and how.
//
//     IQ_ERROR_RANGE: position is 7, beyond the end at 3
//                     ▲ the parameter, the field, the key or the section; else the subject here
//
// $, #, % and @ in a predicate: see TextWriter.append(_:_:).

import CIQList
import ListEngine

struct FailureWords {
  /// For failures that name no key, section or position.
  let subject: StaticString
  let predicate: StaticString
  /// Whether the predicate is about the parameter, if there is one.
  let isOfArgument: Bool

  init(_ subject: StaticString, _ predicate: StaticString) {
    self.subject = subject
    self.predicate = predicate
    isOfArgument = false
  }

  /// The words of what a parameter can have; `subject` is for the calls that name none.
  init(ofArgument predicate: StaticString, else subject: StaticString) {
    self.subject = subject
    self.predicate = predicate
    isOfArgument = true
  }
}

extension Refusal.Kind {
  var words: FailureWords {
    switch code {
    case IQ_ERROR_ARGUMENT: FailureWords(ofArgument: argumentWords, else: "an argument")
    case IQ_ERROR_STRUCT_SIZE:
      FailureWords(ofArgument: "is $, not between % of the first version and 4096", else: "struct_size")
    case IQ_ERROR_HANDLE: handleWords
    case IQ_ERROR_NO_MEMORY: FailureWords("an allocation", "failed; nothing has changed")
    case IQ_ERROR_LIMIT: limitWords
    case IQ_ERROR_BUSY: busyWords
    case IQ_ERROR_RANGE: FailureWords(ofArgument: rangeWords, else: "a position")
    case IQ_ERROR_NOT_FOUND: notFoundWords
    case IQ_ERROR_DUPLICATE: duplicateWords
    case IQ_ERROR_NO_SECTION: FailureWords("the items", "have no section to go to")
    case IQ_ERROR_SCOPE: scopeWords
    case IQ_ERROR_NO_KEYS: FailureWords("the changeset", "was made without KEEP_KEYS in its options")
    case IQ_ERROR_STATE: stateWords
    case IQ_ERROR_VERIFY: FailureWords("the diff", "did not replay to its target: a bug in libiqlist")
    case IQ_ERROR_NO_PAYLOAD: FailureWords("the changeset", "was made without PAYLOAD in its options")
    case IQ_ERROR_MISMATCH where word == Self.notOfList.word:
      FailureWords(
        ofArgument: "is no snapshot of the list, or was edited since it was taken", else: "the snapshot")
    case IQ_ERROR_MISMATCH: FailureWords("the state", mismatchWords)
    case IQ_ERROR_FORMAT: FailureWords("the encoding", formatWords)
    case IQ_ERROR_REFUSED: refusedWords
    case IQ_ERROR_CANCELLED: FailureWords("the submission", "was cancelled, or its list was destroyed")
    case IQ_ERROR_SUPERSEDED: FailureWords("the submission", "was replaced by a later one")
    case IQ_ERROR_CALLBACK where word == Self.notHeader.word:
      FailureWords(
        "the group", "has a header of another kind or of an unregistered class")
    case IQ_ERROR_CALLBACK:
      FailureWords("a function of the host", "failed; the next poll or layout calls it again")
    default: FailureWords("the status", "is not known")
    }
  }

  private var argumentWords: StaticString {
    switch word {
    case Self.null.word: "is NULL"
    case Self.unknownFlags.word: "is #, which has bits that this function does not accept"
    case Self.unknownValue.word: "is $, which this function does not accept"
    case Self.notZero.word: "is reserved and must be 0"
    case Self.narrowStride.word: "is $, less than the width of the column, %"
    case Self.namedTwice.word: "is what an earlier element names as well"
    case Self.tooLarge.word: "is $, more than the maximum, %"
    case Self.empty.word: "is 0"
    case Self.unpaired.word: "is set, but only one of retain and release"
    case Self.listsOnly.word: "is for lists only"
    case Self.otherKindFlags.word: "is #, which has bits that this kind of list does not have"
    case Self.flagsExclude.word: "is #, which has flags that exclude each other"
    case Self.delayHere.word: "is $, but IQ_SUBMIT_HERE does not wait"
    case Self.notText.word: "is not a UTF-8 text of 1 to 255 bytes"
    case Self.notInitialized.word: "was not initialized by iq_hasher_init"
    case Self.notMove.word: "is not a move"
    case Self.deepLevel.word: "would be $ below this parent, more than %"
    case Self.noElementKind.word: "is $, which no such element has"
    case Self.otherFilter.word: "is set, and another of bits, passes and passes_batch as well"
    case Self.flatPosition.word: "is not a flat position: its section is not IQ_NONE, or its item is"
    case Self.cellAndElement.word: "is needed exactly where cell is IQ_NONE"
    case Self.tooShortDigest.word: "is $, less than 16 bytes"
    case Self.itemAndKind.word: "is $, but the item itself has no element kind or index"
    case Self.notGrain.word: "is neither 0 nor a power of two from 1/1024 to 1"
    case Self.noCellOfSection.word: "names a section or the list, which have no cell"
    default: "is not accepted by this function"
    }
  }

  private var handleWords: FailureWords {
    switch word {
    case Self.object.word:
      FailureWords(ofArgument: "was destroyed, or is not an object of this type", else: "the object")
    case Self.noClass.word: FailureWords(ofArgument: "is $, which is not a registered class", else: "a class")
    case Self.listGone.word: FailureWords(ofArgument: "is of a list that was destroyed", else: "the object")
    case Self.sourceGone.word: FailureWords(ofArgument: "follows a list that was destroyed", else: "the list")
    default:
      FailureWords(ofArgument: "is zero, was deleted, or is of another list", else: "the item or section")
    }
  }

  private var limitWords: FailureWords {
    switch word {
    case Self.itemLimit.word: FailureWords("the list", "would have $ items, more than its limit, %")
    case Self.snapshotLimit.word: FailureWords("the snapshot", "would have $ items, more than the limit, %")
    case Self.sectionLimit.word: FailureWords("the result", "would have $ sections, more than the limit, %")
    case Self.depthLimit.word:
      FailureWords("the source", "is the last of a chain of % derived lists, the limit")
    case Self.descriptorLimit.word: FailureWords("the process", "has no file descriptor left")
    case Self.viewLimit.word: FailureWords("the list", "has % views, the limit")
    case Self.layoutLimit.word: FailureWords("the view", "has % layouts, the limit")
    case Self.classLimit.word: FailureWords("the process", "has % cell classes, the limit")
    case Self.objectLimit.word: FailureWords("the process", "has no handle left for another object")
    case Self.largeStride.word:
      FailureWords(ofArgument: "is $, which is beyond the address space for % items", else: "a stride")
    case Self.holdLimit.word: FailureWords("the list", "is held % times, the limit")
    case Self.itemsEncoded.word: FailureWords("the encoding", "has more items than options.max_items, %")
    case Self.sectionsEncoded.word:
      FailureWords("the encoding", "has $ sections, more than options.max_sections, %")
    default: FailureWords(ofArgument: "is $, more than the limit, %", else: "a number")
    }
  }

  private var busyWords: FailureWords {
    switch word {
    case Self.editOpen.word: FailureWords("the list", "has an open edit")
    case Self.sourceBusy.word: FailureWords("the source", "is being edited or changed")
    case Self.polled.word: FailureWords("the list", "is being polled, by another thread or around this call")
    case Self.inUse.word: FailureWords(ofArgument: "is in use by another call", else: "the object")
    case Self.snapshotBusy.word: FailureWords("the snapshot", "is being changed by another thread")
    default:
      FailureWords("the list", "is being changed, by another thread or by the call around this one")
    }
  }

  private var rangeWords: StaticString {
    switch word {
    case Self.itemRange.word: "is beyond the end of its section: the number of items is %"
    case Self.sectionRange.word: "is beyond the last section: the number of sections is %"
    case Self.flatRange.word: "is beyond the end: the number of items is %"
    case Self.countRange.word: "is $, more than the rest, %"
    case Self.descending.word: "is $, less than the one before it, %"
    case Self.notFirst.word: "is $, but the first section begins at 0"
    case Self.cellRange.word: "is $, but the number of cells is %"
    case Self.notPosition.word: "is $, which is not a position"
    case Self.lengthRange.word: "is not a length from 0 to 1048576"
    case Self.notFinite.word: "is not a finite number"
    case Self.endBeforeStart.word: "is less than the start"
    default: "is $, beyond the end at %"
    }
  }

  private var notFoundWords: FailureWords {
    switch word {
    case Self.noClassName.word:
      FailureWords(ofArgument: "is not the name of a registered class", else: "the name")
    case Self.unregisteredClass.word: FailureWords("an item", "has a class that the list does not allow: @")
    case Self.noElement.word: FailureWords("the list", "has no element of kind $ and index %")
    case Self.noTicket.word: FailureWords("the ticket", "is $, which this list has not given out")
    case Self.noUndo.word: FailureWords("the list", "has no step to undo")
    case Self.noRedo.word: FailureWords("the list", "has no step to redo")
    case Self.noCounterpart.word: FailureWords("the position", "has no counterpart on the other side")
    case Self.unknownClass.word:
      FailureWords("the encoding", "has a class that is not registered here, at byte $: @")
    case Self.noCell.word: FailureWords(ofArgument: "is in no cell of this view", else: "the element")
    case Self.unboundCell.word: FailureWords("the cell", "is $, which is not bound")
    case Self.noScene.word: FailureWords("the view", "has no scene yet that shows an item of the list")
    case Self.nothingAtPoint.word: FailureWords("the scene", "has no place at the point")
    case Self.noNeighbour.word: FailureWords("the item", "has none on that side")
    case Self.noParent.word: FailureWords("the item", "has no item above it with a lower level")
    default: FailureWords("the key", "was not found")
    }
  }

  private var duplicateWords: FailureWords {
    switch word {
    case Self.duplicateClass.word: FailureWords(ofArgument: "is that of a registered class", else: "the name")
    case Self.duplicateElement.word:
      FailureWords("the section", "has the kind $ and index % of another element")
    default: FailureWords("the key", "occurs twice")
    }
  }

  private var scopeWords: FailureWords {
    switch word {
    case Self.mixedScopes.word: FailureWords("the keys", "are scoped by section on one side only")
    case Self.scopedMove.word: FailureWords("the item", "cannot leave its section, which scopes its key")
    case Self.scopedSource.word:
      FailureWords("the source", "scopes its keys by section, which groups replace")
    case Self.noSections.word: FailureWords("sections", "is NULL, but keys are scoped by section")
    default: FailureWords("the key", "is scoped by section, and came without a section")
    }
  }

  private var stateWords: FailureWords {
    switch word {
    case Self.derived.word: FailureWords("the list", "is derived: only its source changes it")
    case Self.noFilter.word: FailureWords("the list", "was not derived as IQ_DERIVE_FILTER")
    case Self.noOrder.word: FailureWords("the list", "was not derived as IQ_DERIVE_SORTED")
    case Self.notHeld.word: FailureWords("the list", "is not held")
    case Self.editEnded.word: FailureWords("the edit", "has ended")
    case Self.otherVersion.word:
      FailureWords(ofArgument: "is $, but the source has version %", else: "the version")
    case Self.replayEnded.word: FailureWords("the replay", "has carried out its last change, number %")
    case Self.reloadsAll.word:
      FailureWords("the changeset", "reloads everything, so there are no changes to replay")
    case Self.ticketEnded.word: FailureWords("the ticket", "is $, a submission that was committed or ended")
    case Self.cellNotTaken.word: FailureWords(ofArgument: "is $, which was not taken", else: "the cell")
    case Self.laidOut.word: FailureWords("the view", "is laid out by iq_view_layout")
    case Self.notLaidOut.word: FailureWords("the view", "was created without IQ_VIEW_LAID_OUT")
    case Self.otherListVersion.word: FailureWords(ofArgument: "is not that of the list", else: "the version")
    case Self.pageLoading.word:
      FailureWords(ofArgument: "is $, which is of no request that is under way", else: "the token")
    case Self.memoryUsed.word:
      FailureWords(ofArgument: "cannot change while the library has memory", else: "the allocator")
    default: FailureWords("the call", "comes too late")
    }
  }

  private var mismatchWords: StaticString {
    switch word {
    case Self.surplus.word: "is here, but not in the state that the changeset starts from"
    case Self.differs.word: "differs from the state that the changeset starts from"
    case Self.insertedTwice.word: "is inserted by the changeset, but is here already"
    case Self.otherCount.word: "has another number of items: $ here, % where the changeset starts"
    case Self.otherSectionCount.word: "differs: there are $ sections here, and % where the changeset starts"
    default: "is in the state that the changeset starts from, but not here"
    }
  }

  private var formatWords: StaticString {
    switch word {
    case Self.tooShort.word: "has a length of $, less than the shortest, %"
    case Self.foreign.word: "is not a libiqlist encoding"
    case Self.otherFormat.word: "has format version $, but this library reads versions 1 to %"
    case Self.otherKind.word: "is another kind of encoding"
    case Self.wrongLength.word: "has a length of $, but its header says %"
    case Self.wrongChecksum.word: "does not match its checksum"
    case Self.impossibleValue.word: "has an impossible value before byte $"
    default: "is damaged"
    }
  }

  private var refusedWords: FailureWords {
    switch word {
    case Self.selectionMode.word: FailureWords("the list", "has a selection mode that forbids it")
    case Self.noTrait.word: FailureWords("the item", "does not have the trait that allows it")
    default: FailureWords("the item", "has a trait that forbids it")
    }
  }
}
