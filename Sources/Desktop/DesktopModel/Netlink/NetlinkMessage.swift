/// A message of netlink: what the kernel tells of networks, or is asked for.
public struct NetlinkMessage: Equatable, Sendable {
  public var type: UInt16
  public var flags: UInt16
  public var sequence: UInt32
  /// The port of whoever asked for it; 0: nobody.
  public var port: UInt32
  public var payload: ArraySlice<UInt8>

  /// The bytes are no whole messages.
  public struct Truncation: Error, Equatable {
    public init() {}
  }

  /// The length of the header, in bytes.
  static let headerLength = 16

  /// Flags of requests and answers, from linux/netlink.h.
  public static let isRequest: UInt16 = 1
  /// The answer has several messages, of which `done` is the last.
  public static let hasMore: UInt16 = 2
  /// Something has changed while the answer was made, which may be wrong therefore.
  public static let isInterrupted: UInt16 = 0x10
  /// What is told takes the place of another one.
  public static let replaces: UInt16 = 0x100
  /// All that there are are asked for.
  public static let dump: UInt16 = 0x300

  /// Types that every protocol of netlink has.
  public static let nothing: UInt16 = 1
  public static let error: UInt16 = 2
  public static let done: UInt16 = 3
  public static let overrun: UInt16 = 4

  /// Makes a request, whose port the kernel knows.
  public init(type: UInt16, flags: UInt16, sequence: UInt32 = 0, payload: [UInt8] = []) {
    (self.type, self.flags, self.sequence, port) = (type, flags, sequence, 0)
    self.payload = payload[...]
  }

  private init(header: ArraySlice<UInt8>, payload: ArraySlice<UInt8>) {
    type = header.number(at: 4)
    flags = header.number(at: 6)
    sequence = header.number(at: 8)
    port = header.number(at: 12)
    self.payload = payload
  }

  /// Reads all messages of a datagram; one that is cut off makes the whole an error, as nobody knows what is missing.
  public static func all(in datagram: [UInt8]) throws(Truncation) -> [NetlinkMessage] {
    var messages: [NetlinkMessage] = []
    var rest = datagram[...]
    while !rest.isEmpty {
      guard rest.count >= headerLength else { throw Truncation() }
      let length = Int(rest.number(at: 0) as UInt32)
      guard length >= headerLength, length <= rest.count else { throw Truncation() }
      messages.append(
        NetlinkMessage(
          header: rest.prefix(headerLength), payload: rest.prefix(length).dropFirst(headerLength))
      )
      rest = rest.dropFirst(aligned(length))
    }
    return messages
  }

  /// The message as it is sent.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(number: UInt32(Self.headerLength + payload.count))
    bytes.append(number: type)
    bytes.append(number: flags)
    bytes.append(number: sequence)
    bytes.append(number: port)
    return bytes + payload
  }

  /// The error number that a message of the types `error` and `done` tells, 0 for none; nil: it tells neither.
  public var errorNumber: Int32? {
    guard type == Self.error || type == Self.done else { return nil }
    guard payload.count >= 4 else { return type == Self.done ? 0 : nil }
    let number: UInt32 = payload.number(at: 0)
    return 0 &- Int32(bitPattern: number)
  }

  /// Messages and attributes begin at multiples of four bytes.
  static func aligned(_ length: Int) -> Int { (length + 3) & ~3 }
}

/// The attributes of a message by their types; of repeated ones the last counts.
public struct NetlinkAttributes: Sendable {
  private var values: [UInt16: ArraySlice<UInt8>] = [:]

  /// Reads attributes up to the first that is cut off.
  public init(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while rest.count >= 4 {
      let length = Int(rest.number(at: 0) as UInt16)
      guard length >= 4, length <= rest.count else { return }
      // The upper bits tell that there are attributes in it, or the order of bytes.
      let type = (rest.number(at: 2) as UInt16) & 0x3FFF
      values[type] = rest.prefix(length).dropFirst(4)
      rest = rest.dropFirst(NetlinkMessage.aligned(length))
    }
  }

  public subscript(type: UInt16) -> ArraySlice<UInt8>? { values[type] }

  /// A number of four bytes; nil: there is none of that type, or it has another length.
  public func number32(_ type: UInt16) -> UInt32? {
    values[type].flatMap { $0.count == 4 ? $0.number(at: 0) : nil }
  }

  /// A number of two bytes.
  public func number16(_ type: UInt16) -> UInt16? {
    values[type].flatMap { $0.count == 2 ? $0.number(at: 0) : nil }
  }

  /// A text up to its zero.
  public func text(_ type: UInt16) -> String? {
    values[type].map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The attributes that an attribute consists of.
  public func nested(_ type: UInt16) -> NetlinkAttributes? { values[type].map(NetlinkAttributes.init) }

  /// An attribute as it is sent.
  public static func bytes(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(number: UInt16(4 + value.count))
    bytes.append(number: type)
    bytes += value
    return bytes + [UInt8](repeating: 0, count: NetlinkMessage.aligned(value.count) - value.count)
  }
}

// All machines that Swift runs on under Linux have the lowest byte of a number first, as the kernel's messages then do.
extension ArraySlice<UInt8> {
  /// The number at so many bytes from the start; traps beyond the end.
  func number<Number: FixedWidthInteger & UnsignedInteger>(at offset: Int) -> Number {
    var number: Number = 0
    for place in 0..<Number.bitWidth / 8 {
      number |= Number(self[startIndex + offset + place]) << Number(place * 8)
    }
    return number
  }
}

extension [UInt8] {
  /// Appends a number as the kernel reads it.
  public mutating func append<Number: FixedWidthInteger & UnsignedInteger>(number: Number) {
    for place in 0..<Number.bitWidth / 8 { append(UInt8(truncatingIfNeeded: number >> Number(place * 8))) }
  }
}
