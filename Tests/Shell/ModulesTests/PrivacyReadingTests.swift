import DesktopModel
import ModuleModel
import Settings
import Testing

@testable import Modules

struct PrivacyReadingTests {
  @Test func `nothing is shown while nothing is used`() {
    let reading = MediaUse().reading()
    #expect(reading.states == ["absent"] && reading.items.isEmpty)
  }

  @Test func `each use is an item that says who it is`() {
    var use = MediaUse()
    use.camera.hasUnknown = true
    use.screen.names = ["OBS", "Firefox"]
    use.microphone.names = ["Firefox"]
    let reading = use.reading()
    #expect(reading.states.isEmpty)
    #expect(reading.items.map(\.id) == ["camera", "microphone", "screen"])
    #expect(reading.items.map(\.states) == [["camera"], ["microphone"], ["screen"]])
    #expect(
      reading.items.map { $0.fields["summary"] } == [
        .text("Camera in use"), .text("Microphone: Firefox"), .text("Screen: OBS, Firefox"),
      ])
    #expect(reading.fields["applications"] == .text("Firefox, OBS") && reading.fields["camera"] == .text(""))
    #expect(reading.fields["location"] == .bool(false))
  }

  @Test func `the use of the place is an item of its own, whoever asks for it`() {
    let reading = MediaUse().reading(isLocated: true)
    #expect(reading.states.isEmpty && reading.fields["location"] == .bool(true))
    #expect(reading.items.map(\.states) == [["location"]])
    #expect(reading.items[0].fields["summary"] == .text("Location in use"))
    let fields = Set(reading.fields.keys).union(reading.items[0].fields.keys)
    #expect(fields == Set(ModuleKind.privacy.summary.namedFields.map(\.name)))
  }
}
