/// The connection of a wireless interface, as nl80211 reports it.
public struct WirelessLink: Equatable, Sendable {
  /// The kernel's index of the interface.
  public var index: UInt32
  public var name: NetworkName
  /// The frequency of the channel in megahertz; nil if it is not reported.
  public var frequency: Int?
  /// The strength of the signal in percent; nil if it is not reported.
  public var strength: Int?

  /// Reads a message NL80211_CMD_NEW_INTERFACE; nil if the message has another type or the interface is not connected.
  public init?(interface message: NetlinkMessage) {
    guard let attributes = Self.attributes(message, command: 7), let index = attributes.number32(3),
      // NL80211_IFTYPE_STATION, an interface that joins networks.
      attributes.number32(5) == 2, let name = attributes[52], !name.isEmpty
    else { return nil }
    (self.index, self.name) = (index, NetworkName(name))
    frequency = attributes.number32(38).map { Int($0) }
  }

  /// Reads the signal strength in percent from a message NL80211_CMD_NEW_STATION; nil if the message has another type
  /// or no strength.
  public static func strength(station message: NetlinkMessage) -> Int? {
    let station = attributes(message, command: 19)?.nested(21)
    // NL80211_STA_INFO_SIGNAL_AVG, the mean of some time, or NL80211_STA_INFO_SIGNAL, that of the last packet, in dBm.
    guard let signal = (station?[13] ?? station?[7])?.first else { return nil }
    return percent(dBm: Int(Int8(bitPattern: signal)))
  }

  /// Converts a signal strength: 0 percent at -100 dBm, 100 percent from -50 dBm on.
  static func percent(dBm: Int) -> Int { min(max(2 * (dBm + 100), 0), 100) }

  private static func attributes(_ message: NetlinkMessage, command: UInt8) -> NetlinkAttributes? {
    guard message.payload.count >= 4, message.payload.first == command else { return nil }
    return NetlinkAttributes(message.payload.dropFirst(4))
  }

  // MARK: - Requests

  /// The request for the number of nl80211's family of generic netlink messages.
  public static let familyRequest = NetlinkMessage(
    type: 16, flags: NetlinkMessage.isRequest,
    payload: [3, 1, 0, 0] + NetlinkAttributes.bytes(2, Array("nl80211\0".utf8)))

  /// Reads the number of the family from the answer to `familyRequest`; nil if the message has another type.
  public static func family(_ message: NetlinkMessage) -> UInt16? {
    attributes(message, command: 1)?.number16(1)
  }

  /// The request for all wireless interfaces.
  public static func interfacesRequest(family: UInt16) -> NetlinkMessage {
    NetlinkMessage(
      type: family, flags: NetlinkMessage.isRequest | NetlinkMessage.dump, payload: [5, 0, 0, 0])
  }

  /// The request for the station that an interface is connected to.
  public static func stationRequest(family: UInt16, index: UInt32) -> NetlinkMessage {
    var number: [UInt8] = []
    number.append(number: index)
    return NetlinkMessage(
      type: family, flags: NetlinkMessage.isRequest | NetlinkMessage.dump,
      payload: [17, 0, 0, 0] + NetlinkAttributes.bytes(3, number))
  }
}
