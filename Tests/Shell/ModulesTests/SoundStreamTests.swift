import BarUI
import DesktopModel
import ModuleModel
import Settings
import Testing
import TextProcessing

@testable import Modules

/// Tests of the rows of mixers for programs that have several streams.
struct SoundStreamTests {
  @Test func `a program that plays to two devices has a row for each, which names the device`() throws {
    let samples = SoundReadingsTests()
    let whole = samples.state(
      [samples.device(1), samples.device(2)],
      [samples.stream(8, "Browser", on: 1), samples.stream(9, "Browser", on: 2)])
    func streams(_ settings: SoundSettings) -> [ControlPanel.Row] {
      Array(whole.panel(settings).rows.drop { $0.id != "streams" }.dropFirst())
    }
    func levels(_ rows: [ControlPanel.Row]) -> [ControlPanel.Level] {
      rows.compactMap { row in if case .level(let level) = row.content { level } else { nil } }
    }
    let rows = streams(SoundSettings())
    let ids = [8, 9].map { SoundID(.playback, $0) }
    #expect(rows.map(\.id) == ids.map { PanelRowKey(SoundRow.level($0)) })
    #expect(levels(rows).map(\.label) == ["Browser", "Browser"])
    #expect(levels(rows).map(\.fold?.chosen) == ["Device 1", "Device 2"])
    #expect(levels(rows).map(\.name) == ["Browser – Device 1", "Browser – Device 2"])
    // The name of a device that is left out is told all the same.
    var settings = SoundSettings()
    settings.ignored = [try TextPattern("Device 2")]
    let left = streams(settings)
    #expect(left.map(\.id) == ids.map { PanelRowKey(SoundRow.level($0)) })
    #expect(levels(left).map(\.name) == ["Browser", "Browser – Device 2"])
    let unfolded = whole.panel(settings, unfolded: .level(ids[1])).rows.map(\.id)
    #expect(unfolded.last == PanelRowKey(SoundRow.move(ids[1], to: "device.1")))
  }
}
