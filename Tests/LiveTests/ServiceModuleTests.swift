import DBus
import DesktopModel
import Geometry
import HeadlessSession
import TestSupport
import Testing
import TextProcessing

extension LiveTests {
  /// Modules that show what services of the message buses tell.
  @Suite struct ServiceModuleTests {
    private static let layout = LogicalSize(width: 640, height: 360)
    private static let device = "/org/freedesktop/UPower/devices/DisplayDevice"

    /// A desktop with a bar, a bus and services on it that the test plays.
    @MainActor private final class Scenario {
      let sway: HeadlessSway
      let desktop: DesktopSession
      let pointer: VirtualPointer
      let keyboard: VirtualKeyboard
      let bar: RunningHyaline

      init(_ settings: String) throws {
        sway = try HeadlessSway(output: "resolution 640x360@60Hz position 0 0")
        desktop = try DesktopSession(sway)
        let client = try TestClient(sway)
        pointer = try VirtualPointer(client)
        keyboard = try VirtualKeyboard(client)
        try pointer.move(x: 320, y: 200, in: layout)
        bar = try RunningHyaline(in: sway, settings: RunningHyaline.still + settings)
        try bar.waitForStatistics("live glass") { $0.has("source", "live") }
      }

      func stop() { sway.stop() }

      /// A service on the bus, ready.
      func start(_ name: String, _ add: (FakeService) -> Void) throws -> FakeService {
        let service = FakeService(desktop.connect(), name)
        add(service)
        try desktop.eventually("the name \(name)") { service.isReady }
        return service
      }

      func startUPower(_ percent: Double) throws -> FakeService {
        try start("org.freedesktop.UPower") { service in
          service.add(
            "/org/freedesktop/UPower", "org.freedesktop.UPower",
            methods: [.init("EnumerateDevices", out: [.init("devices", "ao")])]
          ) { _, _ in [.array(.objectPath, [])] }
          service.add(
            device, "org.freedesktop.UPower.Device",
            [
              "Type": .uint32(2), "Percentage": .double(percent), "State": .uint32(2),
              "IsPresent": .boolean(true),
            ])
        }
      }

      func module(_ name: String) throws -> JSONValue? {
        let answer = try JSONValue(parsing: try bar.request(#"{"command":"bar","action":"inspect"}"#))
        guard case .array(let bars)? = answer["bars"], case .array(let modules)? = bars.first?["modules"]
        else {
          return nil
        }
        return modules.first { $0["name"]?.string == name }
      }

      func text(_ name: String) throws -> String? { try module(name)?["text"]?.string }

      func popups() throws -> [String] {
        let answer = try JSONValue(parsing: try bar.request(#"{"command":"bar","action":"inspect"}"#))
        guard case .array(let popups)? = answer["popups"] else { return [] }
        return popups.compactMap { $0["name"]?.string }
      }

      /// The first part of an open popup for which a condition holds.
      func popupItem(where condition: (JSONValue) -> Bool) throws -> JSONValue? {
        let answer = try JSONValue(parsing: try bar.request(#"{"command":"bar","action":"inspect"}"#))
        guard case .array(let popups)? = answer["popups"] else { return nil }
        let items = popups.flatMap { popup -> [JSONValue] in
          if case .array(let items)? = popup["items"] { items } else { [] }
        }
        return items.first(where: condition)
      }

      func click(_ name: String, _ button: UInt32 = 0x110) throws {
        let frame = try #require(try module(name)?["frame"])
        func number(_ name: String) -> Double { frame[name]?.number ?? 0 }
        try pointer.move(
          x: number("x") + number("width") / 2, y: number("y") + number("height") / 2, in: layout)
        try pointer.click(button)
      }
    }

    @Test func `a battery is shown while its service runs, and warned of once as it becomes empty`() throws {
      let scenario = try Scenario("[bar]\nstart = [\"battery\", \"text.a\"]\n[text.a]\ntext = \"a\"\n")
      defer { scenario.stop() }
      try scenario.desktop.eventually("the bar") { try scenario.text("text.a") == "a" }
      #expect(try scenario.text("battery") == nil || scenario.text("battery") == "")
      for round in 0..<5 {
        let power = try scenario.startUPower(60)
        try scenario.desktop.eventually("the battery \(round)") {
          try scenario.text("battery")?.hasSuffix("60%") == true
        }
        power.bus.close()
        try scenario.desktop.eventually("no battery \(round)") {
          try scenario.text("battery").map { !$0.contains("60%") } ?? true
        }
      }
      func list() throws -> [Substring] {
        try scenario.bar.request(#"{"command":"notifications","action":"list"}"#).split(separator: "\"")
      }
      func warnings() throws -> Int { try list().filter { $0 == "Battery low" }.count }
      let power = try scenario.startUPower(21)
      try scenario.desktop.eventually("the battery") {
        try scenario.text("battery")?.hasSuffix("21%") == true
      }
      #expect(try warnings() == 0)
      for percent in [20.0, 19, 18] {
        power.set(Self.device, "org.freedesktop.UPower.Device", ["Percentage": .double(percent)])
        try scenario.desktop.eventually("\(percent)") {
          try scenario.text("battery")?.hasSuffix("\(Int(percent))%") == true
        }
      }
      try scenario.desktop.eventually("the warning") { try warnings() == 1 }
      guard case .array(let states)? = try scenario.module("battery")?["states"] else {
        Issue.record("no states")
        return
      }
      #expect(states.compactMap(\.string).contains("low"))
      // Other settings do not make the same charge worth a second warning.
      try scenario.bar.replaceSettings(
        "[bar]\nstart = [\"battery\"]\n[battery]\nformat = \"now {percent}\"\nwarnings = [30, 20, 9]\n")
      try scenario.desktop.eventually("the other format") { try scenario.text("battery") == "now 18" }
      #expect(try list().contains("20%"))
      // The next one replaces it.
      power.set(Self.device, "org.freedesktop.UPower.Device", ["Percentage": .double(8)])
      try scenario.desktop.eventually("another warning") { try list().contains("8%") && warnings() == 1 }
      // A battery that is charged is nothing to be warned of.
      power.set(Self.device, "org.freedesktop.UPower.Device", ["State": .uint32(1)])
      try scenario.desktop.eventually("no warning") { try warnings() == 0 }
    }

    @Test func `what is played is shown, and its panel seeks by pointer and by keys`() throws {
      let scenario = try Scenario("[bar]\nstart = [\"media\"]\n")
      defer { scenario.stop() }
      let (path, interface) = ("/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player")
      let player = try scenario.start("org.mpris.MediaPlayer2.test") { service in
        service.add(
          path, interface,
          [
            "PlaybackStatus": .string("Paused"), "CanSeek": .boolean(true),
            "Position": .int64(25_000_000),
            "Metadata": .options([
              "xesam:title": .string("Feeling Good"), "xesam:artist": .strings(["Nina Simone"]),
              "mpris:length": .int64(100_000_000), "mpris:trackid": .objectPath("/track/1"),
            ]),
          ], methods: [.init("PlayPause"), .init("SetPosition", in: [.init("id", "o"), .init("at", "x")])])
      }
      try scenario.desktop.eventually("the piece") {
        try scenario.text("media")?.hasSuffix("Feeling Good") == true
      }
      try scenario.click("media", 0x112)
      try scenario.desktop.eventually("the command") { player.calls.map(\.member) == ["PlayPause"] }
      try scenario.click("media")
      func isSlider(_ item: JSONValue) -> Bool {
        guard case .array(let states)? = item["states"] else { return false }
        return states.first?.string == "level 25"
      }
      try scenario.desktop.eventually("the panel with the place") {
        try scenario.popupItem(where: isSlider) != nil
      }
      let slider = try #require(try scenario.popupItem(where: isSlider)?["frame"])
      func number(_ name: String) -> Double { slider[name]?.number ?? 0 }
      try scenario.pointer.move(
        x: number("x") + number("width") / 2, y: number("y") + number("height") / 2, in: Self.layout)
      try scenario.pointer.click()
      func places() -> [Int] {
        player.calls.compactMap { $0.member == "SetPosition" ? $0.arguments.last?.integer : nil }
      }
      try scenario.desktop.eventually("the seek") { places().count == 1 }
      #expect(abs((places().first ?? 0) - 50_000_000) < 8_000_000, "\(places())")
      // The slider is the first control that Tab comes to.
      try scenario.keyboard.type(.tab)
      try scenario.keyboard.type(.right)
      try scenario.desktop.eventually("the seek by a key") { places().count == 2 }
      #expect(places()[1] > places()[0])
      try scenario.keyboard.type(.escape)
      try scenario.desktop.eventually("no panel") { try scenario.popups().isEmpty }
      player.set(path, interface, ["PlaybackStatus": .string("Stopped")])
      try scenario.desktop.eventually("nothing once it has stopped") {
        try scenario.text("media").map(\.isEmpty) ?? true
      }
    }

    @Test func `an item of the tray is clicked, and its menu is opened and used by keys`() throws {
      let scenario = try Scenario("[bar]\nstart = [\"tray\"]\n[tray]\nformat = \"{title}\"\n")
      defer { scenario.stop() }
      let (path, interface) = ("/StatusNotifierItem", "org.kde.StatusNotifierItem")
      let item = try scenario.start("org.example.program") { service in
        let place: [InterfaceDescription.Argument] = [.init("x", "i"), .init("y", "i")]
        service.add(
          path, interface,
          [
            "Id": .string("program"), "Title": .string("Program"), "Menu": .objectPath("/Menu"),
            "ItemIsMenu": .boolean(false),
          ],
          methods: [
            .init("Activate", in: place), .init("ContextMenu", in: place),
            .init("ProvideXdgActivationToken", in: [.init("token", "s")]),
          ])
        service.addMenu("/Menu", labels: ["First", "Second"])
      }
      /// The calls that the program received, with whether a token was empty.
      func told() -> [String] {
        item.calls.compactMap { call in
          switch call.member {
          case "Activate", "ContextMenu": call.member
          case "ProvideXdgActivationToken": call.arguments[0].string?.isEmpty == false ? "token" : "no token"
          case "Event" where call.arguments[1] == .string("clicked"):
            "chosen \(call.arguments[0].integer ?? 0)"
          default: nil
          }
        }
      }
      let watcher = "org.kde.StatusNotifierWatcher"
      item.bus.call(
        Call(
          to: watcher, "/StatusNotifierWatcher", watcher, "RegisterStatusNotifierItem",
          [.string("org.example.program")])
      ) { _ in }
      try scenario.desktop.eventually("the item") { try scenario.text("tray")?.contains("Program") == true }
      /// Uses the item until the program gets a token first: a compositor that is late with the token is not waited
      /// for.
      func use(_ end: String, _ act: () throws -> Void) throws {
        try scenario.desktop.eventually("a token, and \(end)") {
          let before = told().count
          try act()
          try scenario.desktop.eventually(end) { told().count > before && told().last == end }
          return told().dropFirst(before) == ["token", end]
        }
      }
      try use("Activate") { try scenario.click("tray") }
      try use("chosen 2") {
        try scenario.click("tray", 0x111)
        try scenario.desktop.eventually("the menu") { try scenario.popups() == ["menu"] }
        for key in [VirtualKeyboard.Key.down, .down, .enter] { try scenario.keyboard.type(key) }
        try scenario.desktop.eventually("no menu") { try scenario.popups().isEmpty }
      }
      // After that the program may ask for its menu.
      item.bus.emit(
        "ItemActivationRequested", "/Menu", "com.canonical.dbusmenu", [.int32(2), .uint32(0)])
      try scenario.desktop.eventually("the entry") {
        try scenario.popupItem { $0["label"]?.string == "Second" }?["states"]
          == .array([.string("highlighted")])
      }
      try scenario.keyboard.type(.escape)
      try scenario.desktop.eventually("no menu again") { try scenario.popups().isEmpty }
      // The watcher outlives a change of the tray's settings; the program does not register with it again.
      try scenario.bar.replaceSettings(
        "[bar]\nstart = [\"tray\"]\n[tray]\nformat = \"{title}!\"\nhide = [\"other\"]\n")
      try scenario.desktop.eventually("the item in the new format") {
        try scenario.text("tray")?.contains("Program!") == true
      }
      item.bus.close()
      try scenario.desktop.eventually("no item") { try scenario.text("tray")?.contains("Program") != true }
    }

    @Test func `a network is chosen in the panel, and its password typed, and typed again if it is wrong`()
      throws
    {
      let scenario = try Scenario(
        "[bar]\nstart = [\"network\"]\n[network]\nformat = \"{icon} {name} {state}\"\n")
      defer { scenario.stop() }
      let name = "org.freedesktop.NetworkManager"
      let (manager, device) = ("/org/freedesktop/NetworkManager", "/org/freedesktop/NetworkManager/Devices/3")
      func point(_ ssid: String, _ strength: UInt8, keys: UInt32 = 0x100) -> [String: [String: DBusValue]] {
        [
          name + ".AccessPoint": [
            "Ssid": .bytes(Array(ssid.utf8)), "Strength": .byte(strength),
            "Flags": .uint32(keys == 0 ? 0 : 1), "RsnFlags": .uint32(keys), "Frequency": .uint32(5180),
          ]
        ]
      }
      let fake = FakeObjects(
        scenario.desktop.connect(), name, root: "/org/freedesktop",
        [
          manager: [
            name: [
              "State": .uint32(70), "Connectivity": .uint32(4), "WirelessEnabled": .boolean(true),
              "PrimaryConnection": .objectPath("/a"),
              "ActiveConnections": .array(.objectPath, [.objectPath("/a")]),
            ]
          ],
          device: [
            name + ".Device": ["Interface": .string("wlan0")],
            name + ".Device.Wireless": [
              "AccessPoints": .array(.objectPath, ["/1", "/2", "/3"].map(DBusValue.objectPath))
            ],
          ],
          "/1": point("home", 76), "/2": point("café", 60), "/3": point("Airport", 35, keys: 0),
          "/a": [
            name + ".Connection.Active": [
              "Id": .string("home"), "Type": .string("802-11-wireless"), "State": .uint32(2),
              "Devices": .array(.objectPath, [.objectPath(device)]), "SpecificObject": .objectPath("/1"),
              "Connection": .objectPath("/s"),
            ]
          ],
        ])
      fake.service.add(
        manager, name,
        methods: [
          .init(
            "AddAndActivateConnection", in: [.init("a", "a{sa{sv}}"), .init("b", "o"), .init("c", "o")],
            out: [.init("d", "o"), .init("e", "o")])
        ]
      ) { _, _ in [.objectPath("/s9"), .objectPath("/a9")] }
      try scenario.desktop.eventually("the connection") {
        try scenario.text("network")?.hasSuffix("home connected") == true
      }
      try scenario.click("network")
      func row(_ label: String) throws -> JSONValue? {
        try scenario.popupItem { $0["label"]?.string == label }
      }
      func click(_ label: String) throws {
        let frame = try #require(try row(label)?["frame"])
        func number(_ name: String) -> Double { frame[name]?.number ?? 0 }
        try scenario.pointer.move(
          x: number("x") + number("width") / 2, y: number("y") + number("height") / 2, in: Self.layout)
        try scenario.pointer.click()
      }
      func passwords() -> [DBusValue?] {
        fake.service.calls.filter { $0.member == "AddAndActivateConnection" }.map {
          $0.arguments[0].options?["802-11-wireless-security"]?.options?["psk"]
        }
      }
      try scenario.desktop.eventually("the networks") { try row("café") != nil }
      try click("café")
      try scenario.desktop.eventually("the question") { try row("Password") != nil }
      try click("Password")
      for _ in 0..<4 {
        try scenario.keyboard.type(.f)
        try scenario.keyboard.type(.a)
      }
      try scenario.keyboard.type(.enter)
      try scenario.desktop.eventually("the call") { passwords() == [.string("fafafafa")] }
      fake.service.bus.emit(
        "StateChanged", device, name + ".Device", [.uint32(120), .uint32(60), .uint32(7)])
      try scenario.desktop.eventually("the answer") { try row("The password is wrong.") != nil }
      try click("Password")
      for _ in 0..<8 { try scenario.keyboard.type(.e) }
      try scenario.keyboard.type(.enter)
      try scenario.desktop.eventually("the second call") { passwords().last == .string("eeeeeeee") }
      fake.service.bus.emit(
        "StateChanged", device, name + ".Device", [.uint32(100), .uint32(60), .uint32(0)])
      try scenario.desktop.eventually("no question") { try row("Password") == nil && row("café") != nil }
      try scenario.keyboard.type(.escape)
      try scenario.desktop.eventually("no panel") { try scenario.popups().isEmpty }
      #expect(!["fafafafa", "eeeeeeee"].contains { scenario.bar.log.contains($0) })
      fake.service.bus.close()
      try scenario.desktop.eventually("no network of the service") {
        try scenario.text("network")?.hasSuffix("home connected") != true
      }
    }
  }
}
