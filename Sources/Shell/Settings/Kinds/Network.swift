import ModuleModel
public import TextProcessing
import VisualEffects

/// The settings of a module that shows the network connection.
public struct NetworkSettings: ReadsAtIntervals {
  /// The interfaces that are meant, by the names that the kernel has for them; nil: the one that carries the traffic.
  public var interface: TextPattern?
  /// Whether it is shown what is received and sent.
  public var showsRates = false
  /// Whether the strength of the signal is shown, by a number or by the icon.
  public var showsStrength = true
  /// Whether values of the radio link are shown, such as its bit rates.
  public var showsRadio = false
  /// Whether the speed of the cable is shown.
  public var showsLinkSpeed = false
  /// Seconds between two readings of what is received and sent.
  public var interval = 3.0

  public init() {}
}

extension ModuleKind {
  public static let network = ModuleKind(
    "network", "The network connection.",
    summary: KindSummary(
      fields: [
        FieldSummary(
          "name", .text, example: "home", "the name of the Wi-Fi network, or that of the connection"),
        FieldSummary(
          "state", .text, example: "connected", "disconnected, connecting, limited, portal or connected"),
        FieldSummary("kind", .text, example: "wifi", "none, wifi, ethernet, mobile, vpn or other"),
        FieldSummary(
          "strength", .integer, .percent, example: "75", "the strength of the Wi-Fi signal, if there is one"),
        FieldSummary(
          "frequency", .integer, .megahertz, example: "5180", "the frequency of the Wi-Fi channel"),
        FieldSummary("interface", .text, example: "wlan0", "the name that the kernel has for the interface"),
        FieldSummary("address", .text, example: "192.168.1.5", "its address"),
        FieldSummary("address6", .text, example: "2001:db8::5", "its IPv6 address"),
        FieldSummary(
          "prefix", .integer, example: "24", "the length of the address's network part, in bits"),
        FieldSummary("netmask", .text, example: "255.255.255.0", "the same as a mask, for IPv4"),
        FieldSummary("gateway", .text, example: "192.168.1.1", "the address of the router"),
        FieldSummary("dbm", .integer, example: "-52", "the strength of the Wi-Fi signal in dBm"),
        FieldSummary(
          "tx_rate", .integer, .bitsPerSecond, example: "866 Mbit/s", "the rate at which Wi-Fi sends"),
        FieldSummary(
          "rx_rate", .integer, .bitsPerSecond, example: "780 Mbit/s", "the rate at which Wi-Fi receives"),
        FieldSummary(
          "bssid", .text, example: "aa:bb:cc:dd:ee:ff", "the hardware address of the access point"),
        FieldSummary(
          "link_speed", .integer, .bitsPerSecond, example: "1.0 Gbit/s", "the speed of the cable"),
        FieldSummary("vpn", .text, example: "office", "the private networks that are connected"),
      ] + FieldSummary.rates + [
        FieldSummary(
          "down_total", .integer, .bytes, example: "2.1 GiB", "the received data since the start"),
        FieldSummary("up_total", .integer, .bytes, example: "140 MiB", "the sent data since the start"),
        FieldSummary("summary", .text, example: "home · strong signal · 192.168.1.5", "all of it in words"),
      ], format: "{icon}", sideFormat: "{icon}", tooltip: "{summary}", priority: 50, fitting: .elastic,
      levelField: "strength",
      nameField: "kind",
      states: [
        .absent, .own("disconnected") { $0.ink = .vibrant(.tertiaryLabel) },
        .own("connecting") { $0.ink = .vibrant(.secondaryLabel) },
        .own("limited") { $0.ink = .colour(SIMD4(255, 159, 10, 255) / 255) },
        .own("portal") { $0.ink = .colour(SIMD4(255, 159, 10, 255) / 255) },
      ], plainStates: ["connected", "wifi", "ethernet", "mobile", "vpn", "other", "linked", "disabled"],
      actions: [
        ActionSummary(ActionSummary.panel, "opens the panel of networks, or closes it"),
        ActionSummary("toggle_wifi", "turns Wi-Fi on or off"),
      ]),
    source: NetworkSettings(), formatExample: "{icon} {name:.20} ↓ {down}",
    options: [
      .interval,
      Option(
        "interface", \.interface, .pattern, absent: "the one that carries the traffic",
        example: .example("wl*"),
        "The network interface, by the name that the kernel has for it; if several match, the one that is used."
      ),
    ],
    adapt: { settings, style in
      settings.showsRates = style.showsAny {
        ["down", "up", "down_bits", "up_bits", "down_total", "up_total"].contains($0)
      }
      settings.showsRadio = style.showsAny { ["dbm", "tx_rate", "rx_rate", "bssid"].contains($0) }
      settings.showsLinkSpeed = style.shows("link_speed")
      settings.showsStrength = style.showsIcon || style.shows("strength")
    })
}
