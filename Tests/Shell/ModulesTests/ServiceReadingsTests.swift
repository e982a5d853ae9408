import DesktopModel
import ModuleModel
import Settings
import Testing
import VisualEffects

@testable import Modules

/// Tests of what the readings of services have in common.
struct ServiceReadingsTests {
  @Test(arguments: [
    (ModuleKind.battery, PowerDevice.reading(nil)), (.media, MediaPlayer.reading(nil)),
    (.backlight, LightLevel.reading(nil, icon: "display-brightness-symbolic")),
    (.powerProfile, PowerProfile.reading(nil)), (.systemd, .failedUnits(system: nil, user: nil)),
    (.network, NetworkStatus.reading(nil)), (.bluetooth, BluetoothStatus.reading(nil)),
    (.audio, SoundSettings().absence("There is no sound server")),
  ])
  func `what is missing is hidden, or said by a sign and its tooltip where settings hide nothing`(
    kind: ModuleKind, reading: ModuleReading
  ) {
    var style = ModuleSettings.defaults(of: kind).style
    #expect(reading.states == ["absent"] && !style.shown(reading, kind.summary).isVisible)
    style.look.isHidden = false
    let shown = style.shown(reading, kind.summary)
    #expect(shown.isVisible && shown.text.isEmpty && shown.pieces == [.icon(ShownIcon(reading.icon ?? ""))])
    #expect(shown.tooltip == reading.absence && shown.look.ink == .vibrant(.tertiaryLabel))
  }

  @Test(arguments: [(ModuleKind.backlight, "Brightness 50%"), (.keyboardLight, "Keyboard light 50%")])
  func `the tooltip of a light says what is light, without the kernel's name of it`(
    kind: ModuleKind, tooltip: String
  ) {
    let reading = LightLevel.reading(LightLevel(name: "a::kbd_backlight", value: 1, most: 2), icon: "a")
    #expect(ModuleSettings.defaults(of: kind).style.shown(reading, kind.summary).tooltip == tooltip)
  }

  @Test func `every field of a reading is one that the manual has`() {
    var device = PowerDevice(kind: .mouse, state: .charging, percent: 40, model: "a")
    (device.remaining, device.power, device.energy, device.health, device.limit) = (.seconds(1), 1, 1, 1, 80)
    (device.cycles, device.level) = (1, .high)
    let player = MediaPlayer(id: "a", properties: ["Metadata": .options(["mpris:length": .int64(1_000_000)])])
    let level = LightLevel(name: "a", value: 1, most: 2)
    let profile = PowerProfile(properties: ["ActiveProfile": .string("balanced")])
    for (kind, reading) in [
      (ModuleKind.battery, PowerDevice.reading(device)),
      (.media, MediaPlayer.reading(player, at: .zero)),
      (.backlight, LightLevel.reading(level, icon: "a")), (.powerProfile, PowerProfile.reading(profile)),
    ] {
      // Icons of players are those of the settings.
      let named = Set(kind.summary.fields.filter { $0.type != .icons }.map(\.name))
      #expect(Set(reading.fields.keys) == named, "\(kind)")
    }
  }
}
