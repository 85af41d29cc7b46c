// A tag is a hash of what a size was measured for: the content of an item, or its model, its class, its level, and the room
// across. A size whose item has another tag now is a guess.
//
//     item      content 7, class 2, level 0      in a column of 85      tag 2f1
//     width     another one                      in a column of 90      tag 88a

/// The tags of the items of a column.
struct ItemTags: BitwiseCopyable {
  /// The part of a tag that is the same for all.
  let seed: UInt64
  /// Whether sizes that were measured for something else are guesses.
  let isMeasured: Bool

  static func seed(_ invalidations: UInt32, across: Int) -> UInt64 {
    mix(UInt64(invalidations) << 32 ^ UInt64(across))
  }

  @inline(__always) func tag(of values: ItemValues) -> UInt32 {
    let content = values.content == 0 ? UInt64(values.model.address) ^ 1 << 63 : values.content
    let kind = UInt64(values.cellClass) << 32 | UInt64(values.level)
    return UInt32(truncatingIfNeeded: ItemTags.mix(ItemTags.mix(content ^ seed) ^ kind) >> 32)
  }

  func isGuess(_ size: OwnSize, _ values: ItemValues) -> Bool { isMeasured && size.tag != tag(of: values) }

  @inline(__always) static func mix(_ word: UInt64) -> UInt64 {
    let product = word &* 0x9e37_79b9_7f4a_7c15
    return (product ^ product >> 32) &* 0xd6e8_feb8_6659_fd93
  }
}

extension Extents {
  /// A hash of what the size of an item depends on: a size with another one is a guess.
  func tag(ofItem location: Location, in section: SectionID, _ list: borrowing ListState) -> UInt32 {
    let leaf = list.arrangement.leaf(location.leaf)
    return tags(metrics(of: section, list)).tag(of: leaf.values(location.offset))
  }

  func tags(_ metrics: LayoutMetrics) -> ItemTags {
    ItemTags(
      seed: ItemTags.seed(invalidations, across: metrics.acrossOfTags), isMeasured: metrics.item.isAuto)
  }

  func tag(of slot: Slot, _ list: borrowing ListState) -> UInt32 {
    let location = list.location(ofSlot: slot)
    return tag(ofItem: location, in: list.arrangement.items.position(of: location.leaf).owner, list)
  }

  /// The tag of an element. It depends on the key: the element may have replaced another one.
  func tag(of element: Supplementary) -> UInt32 {
    let key = ItemTags.mix(element.key.low ^ ItemTags.mix(element.key.high))
    let tags = ItemTags(seed: ItemTags.seed(invalidations, across: window.room) ^ key, isMeasured: true)
    return tags.tag(of: element.values)
  }
}
