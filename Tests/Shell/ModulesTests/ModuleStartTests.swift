import Geometry
import Loop
import ModuleModel
import Settings
import TestSupport
import Testing

@testable import Modules

/// Sources of all kinds.
@Suite(.serialized)
final class ModuleStartTests: SourceStage {
  @Test func `every kind has a source but gaps and groups`() {
    let others = ModuleKind.all.filter { !(ModuleSettings.defaults(of: $0).source.base is any SourceMaking) }
    #expect(others == [.separator, .spacer, .group])
  }

  @Test func `meters are not read while no bar is seen, and at once when one is seen again`() throws {
    let services = makeServices()
    var readings = 0
    let outlet = ModuleOutlet(of: ModuleName(.memory)) { _ in readings += 1 }
    let source = try #require(
      AnySourceSettings(MeterSettings(.memory, interval: 10)).makeSource(
        ModuleStart(outlet: outlet, services: services)))
    #expect(readings == 1)
    /// Passes as much time as there is between readings; returns whether anything was done by the loop.
    func pass() -> Bool {
      clock.advance(by: .seconds(10))
      return loop.runOnce(until: loop.now)
    }
    #expect(pass() && pass(), "it is read by its interval")
    services.barsAreSeen(false)
    for _ in 1...5 { #expect(!pass()) }
    services.barsAreSeen(true)
    #expect(!loop.runOnce(until: loop.now), "it was read and is not due")
    #expect(pass() && pass())
    source.stop()
    #expect(!pass())
  }

  @Test(arguments: [
    ("Hyaline", "Hyaline"), ("", ""), ("two\nlines\tand \u{1B}[1m", "two\nlines and  [1m"),
    ("  é😀 ", "  é😀 "), ("   ", "\u{A0}\u{A0}\u{A0}"),
    ("a\r\nb", "a\nb"),
  ])
  func `a fixed text is delivered once, without control characters`(text: String, shown: String) {
    var settings = TextSettings()
    settings.text = text
    var readings: [ModuleReading] = []
    let source = start(settings) { readings.append($0) }
    #expect(readings == [.text(shown)])
    #expect(!loop.runOnce(until: loop.now))
    source.stop()
  }

  @Test func `a source may be stopped by the receiver of its reading`() {
    for settings in [
      clockModule("%s"), script(["echo", "x"], interval: 1), script(["hyaline-missing"], interval: 1),
      script(["echo", "x"], isContinuous: true), script(["false"], isContinuous: true),
    ] as [any SourceSettings] {
      var source: (any ModuleSource)?
      var readings = 0
      source = start(settings) { _ in
        readings += 1
        source?.stop()
      }
      if readings > 0 { source?.stop() }
      #expect(loop.wait { readings == 1 })
      for _ in 0..<5 {
        clock.advance(by: .seconds(1))
        loop.serveWhatIsReady()
      }
      #expect(readings == 1)
    }
    loop.reapChildren()
  }

  @Test func `two hundred sources of each kind leave no descriptor behind`() {
    let first = start(clockModule("%s")) { _ in }
    let before = openDescriptors()
    for round in 0..<200 {
      var readings = 0
      let sources = [
        start(clockModule("%H")) { _ in }, start(TextSettings()) { _ in },
        start(script(["echo", "x"])) { _ in readings += 1 },
        start(script(["echo", "y"], isContinuous: true)) { _ in readings += 1 },
      ]
      if round.isMultiple(of: 2) { #expect(loop.wait { readings == 2 }) }
      for source in sources { source.stop() }
    }
    // Processes that were told to end have a second for it.
    clock.advance(by: .seconds(1))
    #expect(loop.wait { leakedDescriptors(since: before, cycles: 200).isEmpty })
    first.stop()
    loop.reapChildren()
  }
}
