import DBus
import DesktopModel
import Geometry
import Glibc
import HeadlessSession
import TestSupport
import Testing
import TextProcessing

extension LiveTests {
  /// Modules beside the services of python-dbusmock and a player of media, used by pointer.
  @Suite struct ServiceClientTests {
    private static let mocks = ["python3-dbusmock"]

    private func mocksAreInstalled() -> Bool {
      ServicePrograms.areInstalled(modules: ["import dbusmock"], packages: Self.mocks)
    }

    @Test func `a network of NetworkManager is connected by a click in the panel`() throws {
      guard mocksAreInstalled() else { return }
      let stage = try ServiceStage(
        "[bar]\nstart = [\"network\"]\n[network]\nformat = \"{icon} {name} {state}\"\n")
      defer { stage.stop() }
      let mock = try MockProgram(
        "networkmanager", "org.freedesktop.NetworkManager", "/org/freedesktop", on: stage.services)
      let device = try mock.command(
        "AddWiFiDevice", [.string("mock0"), .string("wlan0"), .int32(30)], expects: "s")
      // The one that is connected stays where it is, the first.
      for (name, ssid, strength) in [("p1", "home", 90), ("p2", "café", 30)] {
        try mock.command(
          "AddAccessPoint",
          device + [
            .string(name), .string(ssid), .string("00:23:F8:7E:12:B\(name.last!)"), .uint32(2),
            .uint32(2425), .uint32(5400), .byte(UInt8(strength)), .uint32(0x100),
          ], expects: "s")
      }
      try mock.command(
        "AddWiFiConnection", device + [.string("c1"), .string("home"), .string("wpa-psk")], expects: "s")
      try stage.wait(for: "network", toShow: "disconnected")
      try stage.desktop.click("network")
      try stage.wait("the networks") { try stage.desktop.entryFrame("home") != nil }
      try stage.desktop.clickEntry("home")
      try stage.wait(for: "network", toShow: "home connected")
      // Above the networks the panel says what is connected.
      func connected() throws -> LogicalRect? {
        try stage.desktop.inspect()["popups"].elements.last?["items"].elements.first {
          $0["label"]?.string == "home" && $0["states"].elements.contains { $0.string == "on" }
        }?["frame"]?.frame
      }
      try stage.wait("the connection in the panel") { try connected() != nil }
      try stage.desktop.point(at: connected())
      try stage.desktop.pointer.click()
      try stage.wait(for: "network", toShow: "disconnected")
    }

    @Test func `a new network and a hidden one are joined with passwords that are typed in the panel`() throws
    {
      guard mocksAreInstalled() else { return }
      let stage = try ServiceStage(
        "[bar]\nstart = [\"network\"]\n[network]\nformat = \"{icon} {name} {state}\"\ninterface = \"wlan*\"\n"
      )
      defer { stage.stop() }
      let mock = try MockProgram(
        "networkmanager", "org.freedesktop.NetworkManager", "/org/freedesktop", on: stage.services)
      let device = try mock.command(
        "AddWiFiDevice", [.string("mock0"), .string("wlan0"), .int32(30)], expects: "s")
      try mock.command(
        "AddAccessPoint",
        device + [
          .string("p1"), .string("café"), .string("00:23:F8:7E:12:B1"), .uint32(2), .uint32(2425),
          .uint32(5400), .byte(80), .uint32(0x100),
        ], expects: "s")
      try stage.wait(for: "network", toShow: "disconnected")
      try stage.desktop.click("network")
      func type(_ label: String, _ keys: [VirtualKeyboard.Key]) throws {
        try stage.wait("the field \(label)") { try stage.desktop.entryFrame(label) != nil }
        try stage.desktop.clickEntry(label)
        for key in keys { try stage.desktop.keyboard.type(key) }
        try stage.desktop.keyboard.type(.enter)
      }
      try stage.wait("the network") { try stage.desktop.entryFrame("café") != nil }
      try stage.desktop.clickEntry("café")
      try type("Password", Array(repeating: .f, count: 8))
      try stage.wait(for: "network", toShow: "café connected")
      // The mock learns of the access point as NetworkManager does, which is answered by its name.
      try mock.command(
        "AddMethod",
        [
          .string("org.freedesktop.NetworkManager"), .string("AddAndActivateConnection"),
          .string("a{sa{sv}}oo"), .string("oo"),
          .string(
            """
            import dbus, dbusmock
            assert bool(args[0]["802-11-wireless"]["hidden"]) and args[2] == "/"
            assert args[0]["802-11-wireless-security"]["psk"] == "eeeeeeee"
            point = dbusmock.get_object("/org/freedesktop").AddAccessPoint(
                args[1], "hidden", "fa", "00:23:F8:7E:12:B2", dbus.UInt32(2), dbus.UInt32(2425), dbus.UInt32(5400),
                dbus.Byte(60), dbus.UInt32(0x100))
            ret = self.add_and_activate_connection(self, args[0], args[1], point)
            """),
        ], at: "/org/freedesktop/NetworkManager")
      try stage.desktop.clickEntry("Other network…")
      try type("Name of the network", [.f, .a])
      try type("Password", Array(repeating: .e, count: 8))
      // The mock leaves the other connection as it is.
      try stage.wait("the hidden network") { try stage.desktop.entries().contains("fa on") }
      try stage.wait("no question") { try stage.desktop.entryFrame("Password") == nil }
      #expect(!stage.desktop.bar.log.contains("eeeeeeee"))
    }

    @Test func `a device of BlueZ is connected and disconnected by clicks in the panel`() throws {
      guard mocksAreInstalled() else { return }
      let stage = try ServiceStage(
        "[bar]\nstart = [\"bluetooth\"]\n[bluetooth]\nformat = \"{icon} {state} {name}\"\n")
      defer { stage.stop() }
      let mock = try MockProgram("bluez5", "org.bluez", "/", on: stage.services)
      func command(_ member: String, _ arguments: [String]) throws {
        try mock.command(member, arguments.map(DBusValue.string), of: "org.bluez.Mock", expects: "s")
      }
      try command("AddAdapter", ["hci0", "machine"])
      try command("AddDevice", ["hci0", "11:22:33:44:55:66", "Headset"])
      try stage.wait("the module") { try stage.desktop.text("bluetooth")?.contains("on") == true }
      try stage.desktop.click("bluetooth")
      try stage.wait("the device") { try stage.desktop.entryFrame("Headset") != nil }
      try stage.desktop.clickEntry("Headset")
      try stage.wait(for: "bluetooth", toShow: "connected Headset")
      try stage.desktop.clickEntry("Headset")
      try stage.wait("no connection") {
        try stage.desktop.text("bluetooth")?.contains("Headset") == false
      }
    }

    @Test func `a new device is paired in the panel, where its number is confirmed and its PIN typed`() throws
    {
      let stage = try ServiceStage(
        "[bar]\nstart = [\"bluetooth\"]\n[bluetooth]\nformat = \"{icon} {state} {name}\"\n")
      defer { stage.stop() }
      let device = FakeBlueZ.adapter + "/dev_1"
      let bluez = FakeBlueZ(
        try stage.services.connect(), [device: ["Alias": .string("Keyboard"), "Paired": .boolean(false)]])
      bluez.takeAgents()
      try stage.wait(for: "bluetooth", toShow: "on")
      try stage.desktop.click("bluetooth")
      try stage.wait("the device") { try stage.desktop.entryFrame("Keyboard") != nil }
      try stage.desktop.clickEntry("Keyboard")
      try stage.wait("the pairing") { bluez.calls("Pair").count == 1 }
      bluez.ask("RequestConfirmation", [.uint32(123456)], about: device)
      try stage.wait("the number") { try stage.desktop.entryFrame("123 456") != nil }
      // The right half of the buttons is yes.
      let buttons = try #require(try stage.desktop.entryFrame("No Yes"))
      try stage.desktop.point(at: buttons, x: buttons.width / 4)
      try stage.desktop.pointer.click()
      try stage.wait("yes") { bluez.answers.count == 1 }
      #expect(throws: Never.self) { _ = try bluez.answers[0].get() }
      bluez.ask("RequestPinCode", about: device, expects: "s")
      try stage.wait("the field") { try stage.desktop.entryFrame("PIN") != nil }
      try stage.desktop.clickEntry("PIN")
      try stage.desktop.keyboard.type(.f)
      try stage.desktop.keyboard.type(.a)
      try stage.desktop.keyboard.type(.enter)
      try stage.wait("the PIN") { (try? bluez.answers.last?.get()) == [.string("fa")] }
      bluez.service.answerHeld()
      try stage.wait("the connection") { bluez.calls("Connect").count == 1 }
      bluez.set(device, ["Paired": .boolean(true), "Connected": .boolean(true)])
      try stage.wait(for: "bluetooth", toShow: "connected Keyboard")
      try stage.wait("no question") { try stage.desktop.entryFrame("PIN") == nil }
    }

    @Test func `a battery of UPower that becomes empty has one banner`() throws {
      guard mocksAreInstalled() else { return }
      let stage = try ServiceStage("[bar]\nstart = [\"battery\"]\n")
      defer { stage.stop() }
      let mock = try MockProgram(
        "upower", "org.freedesktop.UPower", "/org/freedesktop/UPower", on: stage.services)
      func set(_ percent: Double) throws {
        try mock.command(
          "SetupDisplayDevice",
          [
            .uint32(2), .uint32(2), .double(percent), .double(10), .double(50), .double(5), .int64(3600),
            .int64(0), .boolean(true), .string("battery"), .uint32(1),
          ])
        try stage.wait(for: "battery", toShow: "\(Int(percent))%")
      }
      func banners() throws -> Int? { try stage.desktop.bar.statistics()["shown"] }
      try set(21)
      #expect(try banners() == 0)
      try set(20)
      try stage.wait("the banner") { try banners() == 1 }
      for percent in [19.0, 18, 15] { try set(percent) }
      #expect(try banners() == 1)
      let list = try stage.desktop.bar.request(#"{"command":"notifications","action":"list"}"#)
      #expect(list.split(separator: "\"").filter { $0 == "Battery low" }.count == 1)
    }

    /// Two minutes of silence in a file of one byte a sample.
    private func writeSilence(_ stage: ServiceStage) throws -> String {
      let (rate, seconds) = (8000, 120)
      func number(_ value: Int, bytes: Int = 4) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
      }
      let format =
        number(1, bytes: 2) + number(1, bytes: 2) + number(rate) + number(rate) + number(1, bytes: 2)
        + number(8, bytes: 2)
      let data = rate * seconds
      let head =
        Array("RIFF".utf8) + number(36 + data) + Array("WAVEfmt ".utf8) + number(16) + format
        + Array("data".utf8) + number(data)
      return try stage.desktop.session.directory.write(
        head + [UInt8](repeating: 128, count: data), to: "silence.wav")
    }

    @Test func `mpv is shown, and obeys the slider of the panel, by pointer and by keys, and a click`() throws
    {
      let script = "/usr/lib/mpv-mpris/mpris.so"
      guard ServicePrograms.areInstalled(["mpv"], packages: ["mpv", "mpv-mpris"]) else { return }
      guard unsafe access(script, R_OK) == 0 else {
        Issue.record("not installed: mpv-mpris")
        return
      }
      let stage = try ServiceStage("[bar]\nstart = [\"media\"]\n")
      defer { stage.stop() }
      let player = try stage.start([
        "mpv", "--no-config", "--no-video", "--ao=null", "--pause", "--no-terminal", "--load-scripts=no",
        "--script=\(script)", "--force-media-title=Silence", try writeSilence(stage),
      ])
      try stage.wait(for: "media", toShow: "Silence")
      let bus = try stage.services.connect()
      let interface = "org.mpris.MediaPlayer2"
      // Newer versions of mpv-mpris have the process at the end of their name on the bus.
      let names = try stage.services.answer(bus, Call.ofBus("ListNames", [], expects: "as")).get()
      let name = try #require(names.first?.strings?.first { $0.hasPrefix(interface + ".mpv") })
      func property(_ property: String) throws -> DBusValue? {
        let call = Call(
          to: name, "/org/mpris/MediaPlayer2", "org.freedesktop.DBus.Properties", "Get",
          [.string(interface + ".Player"), .string(property)], expects: "v")
        return try stage.services.answer(bus, call).get().first?.unwrapped
      }
      try stage.desktop.click("media")
      func slider() throws -> LogicalRect? {
        try stage.desktop.inspect()["popups"].elements.last?["items"].elements.first {
          $0["states"].elements.first?.string == "level 0"
        }?["frame"]?.frame
      }
      try stage.wait("the slider") { try slider() != nil }
      try stage.desktop.point(at: slider())
      try stage.desktop.pointer.click()
      try stage.wait("the place in the middle") {
        (40_000_000...80_000_000).contains(try property("Position")?.integer ?? 0)
      }
      #expect(try property("PlaybackStatus") == .string("Paused"))
      func place() throws -> Int { try property("Position")?.integer ?? 0 }
      let middle = try place()
      // The slider is the first control that Tab comes to.
      try stage.desktop.keyboard.type(.tab)
      try stage.desktop.keyboard.type(.right)
      try stage.wait("a later place") { try place() > middle }
      for _ in 0..<2 { try stage.desktop.keyboard.type(.left) }
      try stage.wait("an earlier place") { try place() < middle }
      try stage.desktop.keyboard.type(.escape)
      try stage.wait("no panel") { try stage.desktop.popups().isEmpty }
      try stage.desktop.click("media", 0x112)
      try stage.wait("that it plays") { try property("PlaybackStatus") == .string("Playing") }
      try stage.desktop.click("media", 0x112)
      try stage.wait("that it pauses") { try property("PlaybackStatus") == .string("Paused") }
      player.kill()
      try stage.wait(for: "media", toShow: nil)
    }
  }
}
