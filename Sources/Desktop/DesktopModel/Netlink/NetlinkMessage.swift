/// A netlink message, by which the kernel reports on networks and is queried.
public struct NetlinkMessage: Equatable, Sendable {
  public var type: UInt16
  public var flags: UInt16
  public var sequence: UInt32
  /// The port of the socket that requested the message; 0 if it was not requested.
  public var port: UInt32
  public var payload: ArraySlice<UInt8>

  /// The error for bytes that are no whole messages.
  public struct Truncation: Error, Equatable {}

  /// The length of the header, in bytes.
  static let headerLength = 16

  /// Flags of requests and answers, from linux/netlink.h.
  static let isRequest: UInt16 = 1
  /// NLM_F_MULTI: the answer consists of several messages, of which `done` is the last.
  public static let hasMore: UInt16 = 2
  /// NLM_F_DUMP_INTR: something has changed during the dump, which may be inconsistent.
  public static let isInterrupted: UInt16 = 0x10
  /// NLM_F_REPLACE: the object replaces an existing one.
  public static let replaces: UInt16 = 0x100
  /// NLM_F_DUMP: all objects are requested.
  static let dump: UInt16 = 0x300

  /// Types of messages that all protocols of netlink share.
  public static let nothing: UInt16 = 1
  public static let error: UInt16 = 2
  public static let done: UInt16 = 3
  public static let overrun: UInt16 = 4

  /// Creates a request with port 0, since the kernel knows the port of the socket.
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

  /// Reads all messages of a datagram; throws if one is truncated, since the rest cannot be read then.
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

  /// The encoded message.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(number: UInt32(Self.headerLength + payload.count))
    bytes.append(number: type)
    bytes.append(number: flags)
    bytes.append(number: sequence)
    bytes.append(number: port)
    return bytes + payload
  }

  /// The error number of a message of the type `error` or `done`, 0 for success; nil if the type is another one.
  public var errorNumber: Int32? {
    guard type == Self.error || type == Self.done else { return nil }
    guard payload.count >= 4 else { return type == Self.done ? 0 : nil }
    let number: UInt32 = payload.number(at: 0)
    return 0 &- Int32(bitPattern: number)
  }

  /// Rounds a length up to four bytes, to which messages and attributes are aligned.
  static func aligned(_ length: Int) -> Int { (length + 3) & ~3 }
}

/// The attributes of a message, by type; the last one of a type counts.
public struct NetlinkAttributes: Sendable {
  private var values: [UInt16: ArraySlice<UInt8>] = [:]

  /// Reads attributes up to the first that is truncated.
  public init(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while rest.count >= 4 {
      let length = Int(rest.number(at: 0) as UInt16)
      guard length >= 4, length <= rest.count else { return }
      // The upper two bits are the flags NLA_F_NESTED and NLA_F_NET_BYTEORDER.
      let type = (rest.number(at: 2) as UInt16) & 0x3FFF
      values[type] = rest.prefix(length).dropFirst(4)
      rest = rest.dropFirst(NetlinkMessage.aligned(length))
    }
  }

  public subscript(type: UInt16) -> ArraySlice<UInt8>? { values[type] }

  /// A 32-bit number; nil if there is none of that type, or it has another length.
  func number32(_ type: UInt16) -> UInt32? {
    values[type].flatMap { $0.count == 4 ? $0.number(at: 0) : nil }
  }

  /// A 16-bit number; nil if there is none of that type, or it has another length.
  func number16(_ type: UInt16) -> UInt16? {
    values[type].flatMap { $0.count == 2 ? $0.number(at: 0) : nil }
  }

  /// A zero-terminated string; nil if there is none of that type.
  public func text(_ type: UInt16) -> String? {
    values[type].map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The attributes inside an attribute; nil if there is none of that type.
  public func nested(_ type: UInt16) -> NetlinkAttributes? { values[type].map(NetlinkAttributes.init) }

  /// Encodes an attribute, padded to four bytes.
  public static func bytes(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(number: UInt16(4 + value.count))
    bytes.append(number: type)
    bytes += value
    return bytes + [UInt8](repeating: 0, count: NetlinkMessage.aligned(value.count) - value.count)
  }
}

// Netlink and sway use the byte order of the machine, which is little-endian on all machines that Swift supports under Linux.
extension ArraySlice<UInt8> {
  /// Reads the number at an offset in bytes from the start; traps beyond the end.
  func number<Number: FixedWidthInteger & UnsignedInteger>(at offset: Int) -> Number {
    var number: Number = 0
    for place in 0..<Number.bitWidth / 8 {
      number |= Number(self[startIndex + offset + place]) << Number(place * 8)
    }
    return number
  }
}

extension [UInt8] {
  /// Appends a number in the byte order of the machine.
  public mutating func append<Number: FixedWidthInteger & UnsignedInteger>(number: Number) {
    for place in 0..<Number.bitWidth / 8 { append(UInt8(truncatingIfNeeded: number >> Number(place * 8))) }
  }
}
