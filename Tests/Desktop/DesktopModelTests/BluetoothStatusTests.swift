import TestSupport
import Testing

@testable import DesktopModel

/// Bluetooth as BlueZ tells it: by values of its documentation, and by what it told of real devices.
struct BluetoothStatusTests {
  private typealias Names = BluetoothStatus.Names

  private func tree(_ objects: [(String, String, [String: DBusValue])]) -> ObjectTree {
    var tree = ObjectTree(keeping: Names.properties)
    for (path, interface, properties) in objects {
      let table = DBusValue.dictionary(
        key: .string, value: .variant, properties.map { .init(.string($0.key), .variant($0.value)) })
      _ = tree.add(
        path, .dictionary(key: .string, value: table.type, [.init(.string(interface), table)]))
    }
    return tree
  }

  private let adapter: (String, String, [String: DBusValue]) = (
    "/org/bluez/hci0", Names.adapter, ["Powered": .boolean(true)]
  )

  private func device(
    _ number: Int, _ alias: String, paired: Bool = true, connected: Bool = false, icon: String = "phone",
    more: [String: DBusValue] = [:]
  ) -> (String, String, [String: DBusValue]) {
    let properties: [String: DBusValue] = [
      "Address": .string("00:00:00:00:00:0\(number)"), "Alias": .string(alias), "Paired": .boolean(paired),
      "Connected": .boolean(connected), "Icon": .string(icon),
    ]
    return ("/org/bluez/hci0/dev_\(number)", Names.device, properties.merging(more) { _, new in new })
  }

  private func recorded(_ change: (DBusValue) -> DBusValue = { $0 }) throws -> ObjectTree {
    var tree = ObjectTree(keeping: Names.properties)
    let isRead = tree.replace(with: change(try BusctlJSON.value(BluetoothRecording.objects, "a{oa{sa{sv}}}")))
    #expect(isRead)
    return tree
  }

  @Test func `what real devices told is read, without the stranger and the objects of services`() throws {
    let status = try #require(BluetoothStatus(bluez: recorded()))
    #expect(status.isOn && status.adapters == ["/org/bluez/hci0"])
    #expect(status.devices.map(\.name) == ["WH-1000XM3", "XiaoMi RC", "Headphones"])
    #expect(status.devices.map(\.icon) == ["audio-headset", "", "audio-headphones"])
    #expect(status.devices.map(\.battery) == [100, 71, nil])
    #expect(status.devices.map(\.isPaired) == [true, true, true])
    #expect(status.connected.map(\.name) == ["WH-1000XM3", "XiaoMi RC"])
  }

  @Test(arguments: DailySeeds.first(40) as [UInt64])
  func `real devices of which parts are missing or of other types make sense as far as they go`(seed: UInt64)
    throws
  {
    var random = SplitMix(seed: seed)
    for _ in 0..<10 {
      let tree = try recorded { ServiceRecordingTests.damaged($0, &random) }
      guard let status = BluetoothStatus(bluez: tree) else { continue }
      #expect(status.adapters == ["/org/bluez/hci0"] && status.devices.count <= 4, "seed \(seed)")
      for device in status.devices {
        #expect(device.battery.map { (0...100).contains($0) } != false, "seed \(seed)")
        #expect(!device.name.contains("\n") && !device.icon.contains("/"), "seed \(seed)")
      }
    }
  }

  @Test func `devices are told in the order of what is done with them, with their batteries`() throws {
    let status = try #require(
      BluetoothStatus(
        bluez: tree([
          adapter, device(1, "Speaker", paired: false), device(2, "Mouse"),
          device(3, "Headset", connected: true),
          ("/org/bluez/hci0/dev_3", Names.battery, ["Percentage": .byte(80)]), device(4, "Keyboard"),
          ("/org/bluez/hci0/dev_4", Names.battery, ["Percentage": .byte(101)]),
        ])))
    #expect(status.isOn && status.adapters == ["/org/bluez/hci0"])
    #expect(status.devices.map(\.name) == ["Headset", "Keyboard", "Mouse", "Speaker"])
    #expect(status.devices.map(\.battery) == [80, nil, nil, nil])
    #expect(status.connected.map(\.name) == ["Headset"])
  }

  @Test func `strangers without a name and blocked devices are left out, and names are made visible`() throws
  {
    let status = try #require(
      BluetoothStatus(
        bluez: tree([
          adapter, device(1, "00-00-00-00-00-01", paired: false), device(2, "00-00-00-00-00-02"),
          device(3, "", paired: false), device(4, "a\n\u{202E}b", icon: "../../etc/passwd"),
          device(5, "Blocked", more: ["Blocked": .boolean(true)]), device(6, "", connected: true),
        ])))
    #expect(
      status.devices.map(\.name) == ["00:00:00:00:00:06", "00-00-00-00-00-02", "a\u{FFFD}\u{FFFD}b"])
    #expect(status.devices.map(\.icon) == ["phone", "phone", ""])
  }

  @Test func `without an adapter there is no Bluetooth, and one of several is enough`() {
    #expect(BluetoothStatus(bluez: tree([])) == nil)
    #expect(BluetoothStatus(bluez: tree([device(1, "a")])) == nil)
    let off = ("/org/bluez/hci1", Names.adapter, ["Powered": DBusValue.boolean(false)])
    #expect(BluetoothStatus(bluez: tree([off]))?.isOn == false)
    #expect(BluetoothStatus(bluez: tree([off, adapter]))?.isOn == true)
    #expect(BluetoothStatus(bluez: tree([("/a", Names.adapter, [:])]))?.isOn == false)
  }

  @Test func `a thousand devices are as many as fit`() {
    let many = (0..<1000).map { number in
      ("/org/bluez/hci0/dev_\(number)", Names.device, ["Alias": DBusValue.string("Device \(number)")])
    }
    #expect(BluetoothStatus(bluez: tree([adapter] + many))?.devices.count == BluetoothStatus.mostDevices)
  }

  @Test(arguments: [
    ("org.bluez.Error.Failed", "br-connection-page-timeout", "The device does not answer."),
    ("org.bluez.Error.Failed", "Host is down", "The device does not answer."),
    ("org.bluez.Error.AuthenticationRejected", "", "The device was not paired."),
    ("org.bluez.Error.NotReady", "Resource Not Ready", "Bluetooth is turned off."),
    ("org.bluez.Error.Blocked", "Blocked through rfkill", "Bluetooth is blocked by a switch."),
    ("org.freedesktop.DBus.Error.NoReply", "x", "The device does not answer."),
    ("org.bluez.Error.Failed", "", "It failed."),
    ("org.bluez.Error.Failed", "something else", "It failed."),
  ])
  func `errors are told in words for people`(name: String, message: String, words: String) {
    #expect(BluetoothTask(error: name, message) == .failed(words))
  }

  @Test(
    arguments: [
      ("Host is down", nil), ("", "BlueZ refused: org.bluez.Error.Failed"),
      ("something else", "BlueZ refused: something else"),
      ("Traceback:\n  a line\n", "BlueZ refused: Traceback: a line"),
    ] as [(String, String?)])
  func `what BlueZ says is for the log where no words say it`(message: String, reason: String?) {
    let failure = BluetoothFailure(error: "org.bluez.Error.Failed", message, ownWords: "own")
    #expect(failure.reason == reason)
    #expect(failure.words == (reason == nil ? "The device does not answer." : "own"))
  }
}
