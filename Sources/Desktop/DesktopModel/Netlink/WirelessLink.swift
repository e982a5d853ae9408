/// The connection of a wireless interface, as nl80211 tells it.
public struct WirelessLink: Equatable, Sendable {
  /// The number that the kernel has for the interface.
  public var index: UInt32
  public var name: NetworkName
  /// The frequency of the channel in megahertz; nil: it is not told.
  public var frequency: Int?
  /// The strength of the signal in percent; nil: it is not told.
  public var strength: Int?

  /// Reads what is told of an interface; nil: the message is of another type, or the interface is not connected.
  public init?(interface message: NetlinkMessage) {
    guard let attributes = Self.attributes(message, command: 7), let index = attributes.number32(3),
      // One that joins others' networks.
      attributes.number32(5) == 2, let name = attributes[52], !name.isEmpty
    else { return nil }
    (self.index, self.name) = (index, NetworkName(name))
    frequency = attributes.number32(38).map { Int($0) }
  }

  /// Reads the strength of what an interface is connected to; nil: the message is of another type, or tells none.
  public static func strength(station message: NetlinkMessage) -> Int? {
    let station = attributes(message, command: 19)?.nested(21)
    // The mean of some time, or that of the last packet, in dBm.
    guard let signal = (station?[13] ?? station?[7])?.first else { return nil }
    return percent(dBm: Int(Int8(bitPattern: signal)))
  }

  /// The percent for a strength: 0 for -100 dBm, 100 for -50 dBm and more.
  static func percent(dBm: Int) -> Int { min(max(2 * (dBm + 100), 0), 100) }

  private static func attributes(_ message: NetlinkMessage, command: UInt8) -> NetlinkAttributes? {
    guard message.payload.count >= 4, message.payload.first == command else { return nil }
    return NetlinkAttributes(message.payload.dropFirst(4))
  }

  // MARK: - Requests

  /// Asks for the number of the family of messages that tells of wireless interfaces.
  public static let familyRequest = NetlinkMessage(
    type: 16, flags: NetlinkMessage.isRequest,
    payload: [3, 1, 0, 0] + NetlinkAttributes.bytes(2, Array("nl80211\0".utf8)))

  /// The number that answers it; nil: the message is of another type.
  public static func family(_ message: NetlinkMessage) -> UInt16? {
    attributes(message, command: 1)?.number16(1)
  }

  /// Asks for all wireless interfaces.
  public static func interfacesRequest(family: UInt16) -> NetlinkMessage {
    NetlinkMessage(
      type: family, flags: NetlinkMessage.isRequest | NetlinkMessage.dump, payload: [5, 0, 0, 0])
  }

  /// Asks for what an interface is connected to.
  public static func stationRequest(family: UInt16, index: UInt32) -> NetlinkMessage {
    var number: [UInt8] = []
    number.append(number: index)
    return NetlinkMessage(
      type: family, flags: NetlinkMessage.isRequest | NetlinkMessage.dump,
      payload: [17, 0, 0, 0] + NetlinkAttributes.bytes(3, number))
  }
}
