import Geometry
import Glibc
import Loop
import ModuleModel
import Settings
import TestSupport
import Testing

@testable import Modules

@Suite(.serialized)
struct I3barSourceTests {
  let clock = ManualClock()
  let loop: EventLoop
  let scratch = ScratchDirectory()

  init() throws {
    loop = try EventLoop(clock: clock)
  }

  private func start(_ script: String, _ deliver: @escaping (ModuleReading) -> Void) -> I3barSource {
    var settings = ScriptSettings()
    settings.command = ["sh", "-c", script]
    settings.speaksI3bar = true
    return I3barSource(
      settings: settings, loop: loop,
      outlet: ModuleOutlet(of: ModuleName(.script, "status"), deliver: deliver))
  }

  /// Waits while the clock goes on, so that output is read again.
  private func wait(_ condition: () -> Bool) -> Bool {
    loop.wait {
      clock.advance(by: .milliseconds(30))
      return condition()
    }
  }

  @Test func `blocks are items, with what of their look suits glass`() throws {
    let line = """
      [{"full_text":"a","short_text":"A","name":"cpu","color":"#ff0000","separator":false},{"full_text":"<b>b</b> &amp;","markup":"pango",\
      "name":"disk","instance":"/","min_width":50,"align":"right"},{"full_text":"c","name":"disk","instance":"/home",\
      "background":"#123456","urgent":true,"min_width":"100%"},{"full_text":"d","color":"#00000000"}]
      """
    var readings: [ModuleReading] = []
    let source = start("echo '{\"version\":1}['; echo '\(line)'; exec sleep 1000") { readings.append($0) }
    defer { source.stop() }
    #expect(wait { readings.last?.items.count == 4 })
    let items = try #require(readings.last).items
    #expect(items.map(\.id) == ["cpu", "disk:/", "disk:/home", "#4"])
    #expect(
      items.map { $0.fields["text"] } == [
        .text("a"), .markup("<b>b</b> &amp;", plain: "b &"), .text("c"), .text("d"),
      ])
    #expect(items.map(\.shortFields) == [["text": .text("A")], [:], [:], [:]])
    #expect(items.map(\.hasSeparator) == [false, true, true, false])
    #expect(items.map(\.states) == [[], [], ["urgent"], []])
    #expect(items.map(\.look.ink) == [.colour([1, 0, 0, 1]), nil, nil, nil])
    let background = SIMD4(0x12, 0x34, 0x56, 255) / 255.0
    #expect(items.map(\.look.fill) == [nil, nil, .colour(background), nil])
    #expect(items.map(\.look.minWidth) == [nil, 50, nil, nil])
    #expect(items.map(\.look.widestText) == [nil, nil, "100%", nil])
    #expect(items.map(\.look.side) == [nil, .trailing, .leading, nil])
    #expect(items.allSatisfy { $0.actions == [] }, "clicks are not wanted")
  }

  @Test func `clicks are written to a program that wants them`() {
    let log = scratch("log")
    var readings: [ModuleReading] = []
    let source = start(
      "echo '{\"version\":1,\"click_events\":true}'; echo '[[{\"full_text\":\"a\",\"name\":\"cpu\"}]'; exec cat > \(log)"
    ) { readings.append($0) }
    defer { source.stop() }
    #expect(wait { readings.last?.items.count == 1 })
    #expect(readings.last?.items.first?.actions == nil)
    source.perform(
      "send", item: "cpu",
      by: ModuleContact(.right, x: 108.5, y: 10, left: 100, top: 4, width: 40, height: 24, scale: 2))
    source.perform("send", item: "cpu", by: ModuleContact(.scrollDown))
    source.perform("send", item: "cpu", by: ModuleContact(.double))
    source.perform("send", item: "gone", by: ModuleContact(.click))
    func written() -> [Substring] { (scratch.contents(of: "log") ?? "").split(separator: "\n") }
    #expect(wait { written().count == 3 })
    #expect(
      written().first == "[" && written().dropFirst().allSatisfy { $0.contains("\"name\":\"cpu\"") })
    #expect(written()[1].contains("\"button\":3") && written()[1].contains("\"relative_x\":8"))
    #expect(written()[2].hasPrefix(",{") && written()[2].contains("\"button\":5"))
  }

  @Test func `what is not the protocol is said, and the program is started again later`() {
    let log = scratch("log")
    var readings: [ModuleReading] = []
    let source = start("echo x >> \(log); echo 'no IPv6 | 18.0 GiB'; exec sleep 1000") { readings.append($0) }
    defer { source.stop() }
    #expect(
      loop.wait { readings.last?.failure?.contains("got \"no IPv6 | 18.0 GiB\"") == true })
    func starts() -> Int { scratch.contents(of: "log")?.utf8.count { $0 == 0x78 } ?? 0 }
    #expect(starts() == 1)
    clock.advance(by: .seconds(1))
    #expect(loop.wait { starts() == 2 })
  }

  @Test func `a program is stopped while no bar is seen, and goes on after it`() {
    let log = scratch("log")
    var readings: [ModuleReading] = []
    let source = start(
      """
      trap 'echo stop >> \(log)' USR1; trap 'echo go >> \(log)' USR2
      echo '{"version":1,"stop_signal":10,"cont_signal":12}'; echo '[[{"full_text":"a"}]'
      read -r a
      while :; do read -r a || exit; done
      """
    ) { readings.append($0) }
    defer { source.stop() }
    #expect(wait { readings.count == 1 })
    func hasWritten(_ text: String) -> Bool { scratch.contents(of: "log") == text }
    source.barsAreSeen(true)
    source.barsAreSeen(false)
    source.barsAreSeen(false)
    #expect(wait { hasWritten("stop\n") })
    source.barsAreSeen(true)
    #expect(wait { hasWritten("stop\ngo\n") })
  }

  @Test func `a flood is read at a bounded rate, and only its newest line`() {
    var readings = 0
    let source = start(
      "echo '{\"version\":1}['; i=0; while :; do i=$((i+1)); echo \"[{\\\"full_text\\\":\\\"$i\\\"}],\"; done"
    ) { _ in readings += 1 }
    #expect(wait { readings == 1 })
    // The clock went on since the last read.
    #expect(loop.wait { readings == 2 })
    expectPace(3...6, on: loop, clock) { readings }
    source.stop()
    clock.advance(by: .seconds(1))
    loop.reapChildren()
  }
}
