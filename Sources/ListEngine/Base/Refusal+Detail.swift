// A detail says what a refusal refers to, as far as it is known. It is plain memory: it is copied and read without
// allocating.

import CPlatform

extension Refusal {
  public struct Detail: BitwiseCopyable, Sendable {
    private var keyValue = Key(low: 0, high: 0)
    private var sectionValue = Key(low: 0, high: 0)
    private var positionValue = Position.nowhere
    private var otherValue = Position.nowhere
    private var valueGiven = 0
    private var valueAllowed = 0
    /// The index in the array that was refused, or in the array that is the field; `noIndex`: none.
    public var element = noIndex
    public var elementOfField = noIndex
    /// A bit for each of the optional values.
    private var has: UInt8 = 0
    /// The text that was refused, such as the name of a class.
    public var name = ShortText()

    public init() {}

    /// The index in the outermost array.
    public var firstElement: UInt32? {
      element != noIndex ? element : elementOfField != noIndex ? elementOfField : nil
    }

    public var key: Key? {
      get { has & 1 == 0 ? nil : keyValue }
      set { Detail.store(newValue, in: &keyValue, &has, 1) }
    }

    public var section: Key? {
      get { has & 2 == 0 ? nil : sectionValue }
      set { Detail.store(newValue, in: &sectionValue, &has, 2) }
    }

    public var position: Position? {
      get { has & 4 == 0 ? nil : positionValue }
      set { Detail.store(newValue, in: &positionValue, &has, 4) }
    }

    /// The first occurrence of a duplicate key.
    public var other: Position? {
      get { has & 8 == 0 ? nil : otherValue }
      set { Detail.store(newValue, in: &otherValue, &has, 8) }
    }

    /// The number that was given.
    public var value: Int? {
      get { has & 16 == 0 ? nil : valueGiven }
      set { Detail.store(newValue, in: &valueGiven, &has, 16) }
    }

    /// The number that is allowed.
    public var limit: Int? {
      get { has & 32 == 0 ? nil : valueAllowed }
      set { Detail.store(newValue, in: &valueAllowed, &has, 32) }
    }

    private static func store<Value>(_ new: Value?, in field: inout Value, _ has: inout UInt8, _ bit: UInt8) {
      has &= ~bit
      guard let new else { return }
      field = new
      has |= bit
    }

    /// The detail of the thread's latest refusal. Code that calls the host while a refusal is being thrown
    /// must restore it afterwards.
    static var latest: Detail {
      @inline(never) get { unsafe ThreadRecord.existing?.pointee.ofRefusal ?? Detail() }
      @inline(never) set { unsafe ThreadRecord.own?.pointee.ofRefusal = newValue }
    }
  }

  /// The beginning of a text of the host's.
  public struct ShortText: BitwiseCopyable, Sendable {
    private var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    private var length: UInt8 = 0
    private var isCut = false

    public init() {}

    /// A longer text is cut off at the beginning of a character.
    @unsafe public init(_ text: UnsafePointer<UInt8>, count: Int) {
      let room = MemoryLayout.size(ofValue: bytes)
      var kept = min(count, room)
      if count > room {
        isCut = true
        while kept > 0, unsafe text[kept] & 0xc0 == 0x80 { kept -= 1 }
      }
      length = UInt8(kept)
      unsafe withUnsafeMutableBytes(of: &bytes) { _ = unsafe memcpy($0.baseAddress!, text, kept) }
    }

    public var isEmpty: Bool { length == 0 }

    func append(to text: inout TextWriter) {
      unsafe withUnsafeBytes(of: bytes) { bytes in
        for i in 0..<Int(length) { text.append(byte: unsafe bytes[i]) }
      }
      if isCut { text.append("...") }
    }
  }
}

extension TextWriter {
  public mutating func append(_ text: Refusal.ShortText) { text.append(to: &self) }
}
