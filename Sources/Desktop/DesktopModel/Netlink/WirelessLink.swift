/// The connection of a wireless interface, as nl80211 reports it.
public struct WirelessLink: Equatable, Sendable {
  /// The kernel's index of the interface.
  public var index: UInt32
  public var name: NetworkName
  /// The frequency of the channel in megahertz; nil if it is not reported.
  public var frequency: Int?
  /// The strength of the signal in percent; nil if it is not reported.
  public var strength: Int?
  /// The name of the interface; empty if it is not reported.
  public var interface = ""
  /// The strength of the signal in decibels relative to a milliwatt; nil if it is not reported.
  public var dBm: Int?
  /// The hardware address of the access point, as `aa:bb:cc:dd:ee:ff`; empty if it is not reported.
  public var point = ""
  /// The rates at which the radio sends and receives, in bits per second; nil if they are not reported.
  public var sendRate: Int?, receiveRate: Int?

  /// Reads a message NL80211_CMD_NEW_INTERFACE; nil if the message has another type or the interface is not connected.
  public init?(interface message: NetlinkMessage) {
    guard let attributes = Self.attributes(message, command: 7), let index = attributes.number32(3),
      // NL80211_IFTYPE_STATION, an interface that joins networks.
      attributes.number32(5) == 2, let name = attributes[52], !name.isEmpty
    else { return nil }
    (self.index, self.name) = (index, NetworkName(name))
    frequency = attributes.number32(38).map { Int($0) }
    interface = attributes.text(4).map { NetworkName.visible($0) } ?? ""
  }

  /// Reads the signal strength in percent from a message NL80211_CMD_NEW_STATION; nil if the message has another type
  /// or no strength.
  public static func strength(station message: NetlinkMessage) -> Int? {
    attributes(message, command: 19)?.nested(21).flatMap { dBm($0) }.map { percent(dBm: $0) }
  }

  /// Adopts the values of the access point from a message NL80211_CMD_NEW_STATION; other messages change nothing.
  public mutating func take(station message: NetlinkMessage) {
    guard let attributes = Self.attributes(message, command: 19), let station = attributes.nested(21) else {
      return
    }
    dBm = Self.dBm(station) ?? dBm
    strength = dBm.map { Self.percent(dBm: $0) }
    // NL80211_ATTR_MAC.
    if let address = attributes[6], address.count == 6 {
      point = address.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
    }
    // NL80211_STA_INFO_TX_BITRATE and NL80211_STA_INFO_RX_BITRATE.
    sendRate = Self.rate(station.nested(8)) ?? sendRate
    receiveRate = Self.rate(station.nested(14)) ?? receiveRate
  }

  /// The signal in dBm: NL80211_STA_INFO_SIGNAL_AVG, the mean of some time, or NL80211_STA_INFO_SIGNAL, that of the last
  /// packet.
  private static func dBm(_ station: NetlinkAttributes) -> Int? {
    (station[13] ?? station[7])?.first.map { Int(Int8(bitPattern: $0)) }
  }

  /// A rate in bits per second: NL80211_RATE_INFO_BITRATE32, or NL80211_RATE_INFO_BITRATE for low rates, both in units of
  /// 100 kbit/s.
  private static func rate(_ info: NetlinkAttributes?) -> Int? {
    let units = info?.number32(5).map { Int($0) } ?? info?.number16(1).map { Int($0) }
    return units.flatMap { $0 > 0 ? $0 * 100_000 : nil }
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
