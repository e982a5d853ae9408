import BarUI
import DesktopModel
import ModuleModel
import Settings
import Testing

@testable import Modules

/// Tests of what the network module shows on the bar and in its panel.
struct NetworkReadingTests {
  private func status(
    _ state: NetworkStatus.State, _ kind: NetworkStatus.Kind, strength: Int? = nil, vpns: [String] = []
  ) -> NetworkStatus {
    var status = NetworkStatus()
    (status.state, status.kind, status.strength, status.vpns) = (state, kind, strength, vpns)
    return status
  }

  @Test(
    arguments: [
      (NetworkStatus.State.connected, NetworkStatus.Kind.wifi, 81, "wireless-signal-excellent"),
      (.connected, .wifi, 80, "wireless-signal-good"), (.connected, .wifi, 55, "wireless-signal-ok"),
      (.connected, .wifi, 30, "wireless-signal-weak"), (.connected, .wifi, 5, "wireless-signal-none"),
      (.connected, .wifi, nil, "wireless"), (.limited, .wifi, 90, "wireless-no-route"),
      (.portal, .wifi, 90, "wireless-no-route"), (.connecting, .wifi, nil, "wireless-acquiring"),
      (.connecting, .none, nil, "wireless-acquiring"), (.connected, .ethernet, nil, "wired"),
      (.limited, .ethernet, nil, "wired-no-route"), (.disconnected, .none, nil, "offline"),
      (.connected, .vpn, nil, "vpn"), (.connected, .mobile, nil, "cellular-connected"),
    ] as [(NetworkStatus.State, NetworkStatus.Kind, Int?, String)])
  func `the icon follows kind, state and strength`(
    state: NetworkStatus.State, kind: NetworkStatus.Kind, strength: Int?, icon: String
  ) {
    let reading = NetworkStatus.reading(status(state, kind, strength: strength))
    #expect(reading.icon?.description == "network-\(icon)-symbolic")
    #expect(reading.states == [state.rawValue] + (kind == .none ? [] : [kind.rawValue]))
  }

  @Test func `a private network is a state, and nobody who tells is absent`() {
    #expect(
      NetworkStatus.reading(status(.connected, .wifi, vpns: ["a"])).states == ["connected", "wifi", "vpn"])
    #expect(NetworkStatus.reading(status(.connected, .vpn, vpns: ["a"])).states == ["connected", "vpn"])
    #expect(NetworkStatus.reading(nil).states == ["absent"])
  }

  @Test func `the connection is told in words as far as it is known`() {
    var connection = NetworkStatus()
    func summary() -> FieldValue? { NetworkStatus.reading(connection).fields["summary"] }
    #expect(summary() == .text("Not connected"))
    connection.isWirelessOff = true
    #expect(summary() == .text("Not connected · Wi-Fi is off"))
    connection.isWirelessBlocked = true
    #expect(summary() == .text("Not connected · a switch keeps Wi-Fi off"))
    connection.isNetworkingOff = true
    #expect(summary() == .text("Not connected · networking is off"))
    connection = status(.limited, .wifi, strength: 75, vpns: ["office"])
    (connection.name, connection.interface, connection.address6) = ("home", "wlan0", "2001:db8::5")
    #expect(summary() == .text("home · no internet · strong signal · 2001:db8::5 · VPN office"))
    connection = status(.connected, .ethernet)
    (connection.name, connection.interface, connection.address) = ("eth0", "eth0", "10.0.0.2")
    #expect(summary() == .text("Ethernet · 10.0.0.2"))
  }

  @Test(arguments: [(100, "strong"), (56, "strong"), (55, "fair"), (31, "fair"), (30, "weak"), (0, "weak")])
  func `the strength of a signal is told in words`(strength: Int, word: String) {
    var connection = status(.connected, .wifi, strength: strength)
    connection.name = "home"
    #expect(NetworkStatus.reading(connection).fields["summary"] == .text("home · \(word) signal"))
  }

  @Test func `an interface without an address is linked, and what is turned off is disabled`() {
    var connection = status(.connecting, .ethernet)
    connection.isLinked = true
    #expect(NetworkStatus.reading(connection).states == ["connecting", "ethernet", "linked"])
    connection = status(.disconnected, .none)
    connection.isDisabled = true
    #expect(NetworkStatus.reading(connection).states == ["disconnected", "disabled"])
  }

  @Test func `every field of a reading is one that the manual has`() {
    var connection = status(.connected, .wifi, strength: 75)
    (connection.frequency, connection.address, connection.prefix) = (5180, "10.0.0.2", 24)
    connection.gateway = "10.0.0.1"
    // The source adds these while they are shown.
    let added = [
      "down", "up", "down_bits", "up_bits", "down_total", "up_total", "dbm", "tx_rate", "rx_rate", "bssid",
      "link_speed",
    ]
    let fields = Set(NetworkStatus.reading(connection).fields.keys).union(added)
    #expect(fields == Set(ModuleKind.network.summary.fields.map(\.name)))
  }
}

struct NetworkPanelTests {
  private typealias Names = NetworkManagerNames

  /// A machine that hears a known network, a new one, one for users with names, and an open one.
  func choices(
    isWirelessOn: Bool = true, isHeard: Bool = true, hasCable: Bool = false
  ) throws -> NetworkChoices {
    var tree = ObjectTree(keeping: Names.properties)
    let device = Names.manager + "/Devices/1"
    func add(_ path: String, _ interface: String, _ properties: KeyValuePairs<String, DBusValue>) {
      _ = tree.add(
        path,
        .dictionary(
          key: .string, value: .dictionary(key: .string, value: .variant),
          [.init(.string(interface), .options(properties))]))
    }
    add(Names.manager, Names.service, ["WirelessEnabled": .boolean(isWirelessOn)])
    var paths: [DBusValue] = []
    let networks: [(String, UInt8, UInt32)] = [
      ("known", 90, 0x100), ("new", 70, 0x100), ("firm", 50, 0x200), ("open", 30, 0),
    ]
    for (name, strength, keys) in isHeard ? networks : [] {
      paths.append(.objectPath("/\(name)"))
      add(
        "/\(name)", Names.accessPoint,
        [
          "Ssid": .bytes(Array(name.utf8)), "Strength": .byte(strength),
          "Flags": .uint32(keys == 0 ? 0 : 1), "RsnFlags": .uint32(keys),
        ])
    }
    if hasCable { add("/c", Names.device, ["DeviceType": .uint32(1), "State": .uint32(100)]) }
    add(device, Names.wireless, ["AccessPoints": .array(.objectPath, paths)])
    func saved(_ path: String, _ type: String) throws -> SavedConnection {
      let settings = DBusValue.dictionary(
        key: .string, value: .dictionary(key: .string, value: .variant),
        [
          .init(.string("connection"), .options(["id": .string("office"), "type": .string(type)])),
          .init(.string("802-11-wireless"), .options(["ssid": .bytes(Array("known".utf8))])),
          .init(.string("802-11-wireless-security"), .options(["key-mgmt": .string("wpa-psk")])),
        ])
      return try #require(SavedConnection(path: path, settings: settings))
    }
    return try #require(
      NetworkChoices(
        networkManager: tree, saved: [saved("/1", "802-11-wireless"), saved("/2", "vpn")]))
  }

  private func texts(_ panel: ControlPanel) -> [String] {
    panel.rows.map { row in
      switch row.content {
      case .heading(let text): "# \(text)"
      case .text(let text): text
      case .summary(let summary): "\(summary.title): \(summary.detail)"
      case .choice(let choice):
        [
          choice.isEnabled ? "-" : "x", choice.label, choice.detail, choice.mark == nil ? "" : "locked",
          choice.isChosen ? "chosen" : "",
        ].filter { !$0.isEmpty }.joined(separator: " ")
      case .field(let field): field.isSecret ? "[\(field.placeholder)]" : field.placeholder
      case .switchHeading(let text, _): "# \(text)"
      default: "?"
      }
    }
  }

  @Test func `networks in reach and private networks are shown, and the switch`() throws {
    var connection = NetworkStatus()
    (connection.state, connection.kind, connection.name) = (.connected, .wifi, "known")
    (connection.interface, connection.address) = ("wlan0", "192.168.1.5")
    let panel = ControlPanel.networks(connection, try choices(), NetworkQuestion())
    #expect(panel.switchState == true)
    #expect(
      texts(panel) == [
        "known: wlan0 · 192.168.1.5", "# Wi-Fi", "- known locked", "# Other networks", "- new locked",
        "- firm Needs a profile locked", "- open", "- Other network…", "# VPN", "- office",
      ])
    #expect(Set(panel.rows.map(\.id)).count == panel.rows.count)
  }

  @Test(
    arguments: [
      (nil, ""), (100, "100 Mbit/s"), (1000, "1 Gbit/s"), (2500, "2.5 Gbit/s"), (10_000, "10 Gbit/s"),
    ] as [(Int?, String)])
  func `a cable is told with its speed`(speed: Int?, words: String) throws {
    var choices = try choices(hasCable: true)
    (choices.wired[0].name, choices.wired[0].isConnected, choices.wired[0].speed) = ("Office", true, speed)
    let texts = texts(ControlPanel.networks(nil, choices, NetworkQuestion()))
    #expect(
      texts.prefix(2) == [
        "# Wired", ["- Office", words, "chosen"].filter { !$0.isEmpty }.joined(separator: " "),
      ])
  }

  @Test func `several devices without a connection are told by their interfaces, and one without a cable so`()
    throws
  {
    var choices = try choices(hasCable: true)
    choices.wired[0].interface = "eth0"
    func shown() -> [String] {
      let all = texts(ControlPanel.networks(nil, choices, NetworkQuestion()))
      return Array(all.dropFirst().prefix { $0 != "# Wi-Fi" })
    }
    #expect(shown() == ["- Ethernet"])
    var second = choices.wired[0]
    (second.id, second.interface, second.hasCable) = ("/d", "eth1", false)
    choices.wired.append(second)
    #expect(shown() == ["- Ethernet · eth0", "x Ethernet · eth1 No cable"])
    choices.wired[0].name = "Office"
    #expect(shown() == ["- Office", "x Ethernet No cable"])
  }

  @Test func `a network that is joined says so, and one whose password is wrong asks again`() throws {
    var choices = try choices()
    let new = choices.networks[1].id
    choices.attempt = NetworkAttempt(new)
    func rows() -> [String] {
      texts(ControlPanel.networks(nil, choices, NetworkQuestion())).filter {
        !$0.hasPrefix("- o") && !$0.hasPrefix("- O")
      }
    }
    #expect(rows()[3...3] == ["- new Connecting… locked"])
    choices.attempt?.failure = .wrongPassword
    #expect(rows()[3...5] == ["- new locked", "The password is wrong.", "[Password]"])
    choices.attempt?.failure = .noPassword
    #expect(rows()[3...5] == ["- new locked", "Its password is not saved here.", "[Password]"])
    choices.attempt?.failure = .refused("not allowed")
    #expect(
      rows()[3...5]
        == [
          "- new locked", "NetworkManager refused the request.", "- firm Needs a profile locked",
        ])
  }

  @Test func `a password is asked for below its network`() throws {
    let choices = try choices()
    var question = NetworkQuestion(network: choices.networks[1].id)
    func rows() -> [String] { texts(ControlPanel.networks(nil, choices, question)) }
    #expect(rows()[3...4] == ["- new locked", "[Password]"])
    question.isRefused = true
    #expect(rows()[3...5] == ["- new locked", "A password has 8 to 63 characters.", "[Password]"])
  }

  @Test
  func `a network that has left reach stays where it is listed, and can be used only if it is asked about`()
    throws
  {
    var choices = try choices()
    var listed = SteadyNetworks()
    listed.update(choices.networks)
    listed.update(choices.networks.filter { $0.name.text != "new" })
    choices.networks = listed.networks
    func rows(_ question: NetworkQuestion) -> [String] {
      Array(texts(ControlPanel.networks(nil, choices, question))[3...5])
    }
    #expect(
      rows(NetworkQuestion()) == [
        "x new Out of range locked", "- firm Needs a profile locked", "- open",
      ])
    #expect(
      rows(NetworkQuestion(network: choices.networks[1].id))
        == ["- new Out of range locked", "[Password]", "- firm Needs a profile locked"])
  }

  @Test func `a known network is forgotten by an entry that unfolds`() throws {
    let choices = try choices()
    func forgets(_ network: Int) -> Bool {
      let panel = ControlPanel.networks(
        nil, choices, NetworkQuestion(unfolded: choices.networks[network].id))
      return panel.rows.contains { $0.id == .init(NetworkRow.forget(choices.networks[network].id)) }
    }
    #expect(forgets(0) && !forgets(1))
    let more = ControlPanel.networks(nil, choices, NetworkQuestion()).rows.filter {
      if case .choice(let choice) = $0.content { choice.hasMore } else { false }
    }
    #expect(more.map(\.id) == [.init(NetworkRow.network(choices.networks[0].id))])
    for place in [0, 1] {
      let question = NetworkQuestion(unfolded: choices.networks[place].id)
      let unfolded = ControlPanel.networks(nil, choices, question).rows.compactMap {
        if case .choice(let choice) = $0.content { choice.isUnfolded } else { nil }
      }
      #expect(unfolded == [place == 0])
    }
  }

  @Test func `a network for users with names says what it needs`() throws {
    let choices = try choices()
    let firm = try #require(choices.networks.first { $0.security == .enterprise })
    let question = NetworkQuestion(network: firm.id)
    let rows = texts(ControlPanel.networks(nil, choices, question))
    let row = try #require(rows.firstIndex(of: "- firm Needs a profile locked"))
    #expect(rows[row + 1].contains("nm-connection-editor") && !rows.contains("[Password]"))
  }

  @Test func `a network that tells no name is asked for its name, then for its password`() throws {
    var choices = try choices()
    func rows(_ other: NetworkQuestion.Other?) -> [String] {
      let all = texts(ControlPanel.networks(nil, choices, NetworkQuestion(other: other)))
      let start = all.firstIndex { $0.hasPrefix("- Other network…") }!
      return Array(all[start...].prefix { !$0.hasPrefix("#") })
    }
    #expect(rows(nil) == ["- Other network…"])
    #expect(rows(.name()) == ["- Other network…", "Name of the network"])
    #expect(
      rows(.name(isRefused: true)) == [
        "- Other network…", "A name has at most 32 bytes.", "Name of the network",
      ])
    #expect(
      rows(.password(of: "a\u{202E}b")) == ["- Other network…", "Joining “a\u{FFFD}b”", "[Password]", "?"])
    #expect(
      rows(.password(of: "ab", isRefused: true)) == [
        "- Other network…", "A password has 8 to 63 characters.", "[Password]", "?",
      ])
    let hidden = try #require(choices.hidden(NetworkName("secret".utf8), isOpen: false))
    choices.attempt = NetworkAttempt(hidden.id)
    #expect(rows(nil) == ["- Other network…"])
    #expect(rows(.joining("secret")) == ["- Other network… Connecting…"])
    choices.attempt?.failure = .notFound
    #expect(rows(.joining("secret")) == ["- Other network…", "“secret”: The network is out of range."])
    choices.attempt?.failure = .wrongPassword
    #expect(
      rows(.joining("secret")) == ["- Other network…", "“secret”: The password is wrong.", "[Password]"])
    // The failure of a network that is listed is shown in its row.
    choices.attempt = NetworkAttempt(choices.networks[0].id, failure: .other)
    #expect(rows(.joining("secret")) == ["- Other network…"])
  }

  @Test func `what cannot be chosen is said`() throws {
    #expect(
      texts(ControlPanel.networks(nil, nil, NetworkQuestion())) == [
        "Networks can be chosen here where NetworkManager runs."
      ])
    let off = ControlPanel.networks(nil, try choices(isWirelessOn: false), NetworkQuestion())
    #expect(off.switchState == false && texts(off).prefix(2) == ["# Wi-Fi", "Wi-Fi is turned off."])
    var blocked = try choices(isWirelessOn: false)
    blocked.isWirelessBlocked = true
    let kept = ControlPanel.networks(nil, blocked, NetworkQuestion())
    #expect(
      kept.switchState == nil
        && texts(kept).prefix(2) == ["# Wi-Fi", "A switch of the machine keeps Wi-Fi off."])
    blocked.isNetworkingOn = false
    let none = ControlPanel.networks(nil, blocked, NetworkQuestion())
    #expect(none.switchState == nil && texts(none) == ["Networking is turned off.", "?"])
    let alone = ControlPanel.networks(nil, try choices(isHeard: false), NetworkQuestion())
    #expect(texts(alone).prefix(2) == ["# Wi-Fi", "Looking for networks…"])
  }
}
