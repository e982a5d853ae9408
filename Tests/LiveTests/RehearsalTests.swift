import Glibc
import HeadlessSession
import TestSupport
import Testing

extension LiveTests {
  /// Tests of the work that is done before the first banner, while nobody waits.
  @Suite struct RehearsalTests {
    /// The CPU compiles nothing.
    private static let settings = "renderer = \"gles\"\n"

    @Test func `what draws banners is compiled once, by another process`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      // The cache is the test's own: all other tests share one.
      let cache = try stage.sway.directory.makeDirectory("driver")
      let environment = ["MESA_SHADER_CACHE_DIR": cache]
      let first = try stage.start(["--notifications-only"], settings: Self.settings, environment: environment)
      try stage.waitForOwner(first)
      try Self.waitForEnd(first, on: stage)
      let stamp = cache + "/hyaline/rehearsed"
      let written = try #require(readText(stamp))
      #expect(!written.isEmpty && !written.contains("\n"), "\(written)")
      first.process.stop()
      let second = try stage.start(
        ["--notifications-only"], settings: Self.settings, name: "second", environment: environment)
      try stage.waitForOwner(second)
      try Self.waitForEnd(second, on: stage)
      #expect(readText(stamp) == written)
    }

    @Test(arguments: [
      "resolution 300x160@60Hz", "resolution 160x600@60Hz", "resolution 640x360@60Hz scale 2",
    ])
    func `a banner that is larger than the output is no danger`(output: String) throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      try stage.sway.change(output)
      let hyaline = try stage.start(
        ["--notifications-only"],
        settings: Self.settings + "[notifications]\nmargin_vertical = 40\nwidth = 700\n")
      try stage.waitForOwner(hyaline)
      try Self.waitForEnd(hyaline, on: stage)
      try Self.showBanner(stage, hyaline)
      #expect(hyaline.log.isEmpty)
    }

    @Test func `a banner that comes meanwhile is not kept waiting for the rest`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let hyaline = try stage.start(["--notifications-only"], settings: Self.settings)
      try stage.waitForOwner(hyaline)
      try Self.showBanner(stage, hyaline)
      try Self.waitForEnd(hyaline, on: stage)
      #expect(hyaline.log.isEmpty)
    }

    @Test func `outputs that need something else have it ready`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let cache = try stage.sway.directory.makeDirectory("driver")
      try stage.sway.message("create_output")
      try stage.sway.message("output HEADLESS-2 scale 2 transform 90")
      let hyaline = try stage.start(
        ["--notifications-only"], settings: Self.settings,
        environment: ["MESA_SHADER_CACHE_DIR": cache])
      try stage.waitForOwner(hyaline)
      try Self.waitForEnd(hyaline, on: stage)
      let stamp = try #require(readText(cache + "/hyaline/rehearsed"))
      let lines = stamp.split(separator: "\n")
      #expect(
        lines.count == 2 && lines[0].hasSuffix("1.0; false") && lines[1].hasSuffix("2.0; true"), "\(stamp)")
    }

    @Test func `what fills the cache ends with the program`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      // The other process is stopped, so that it cannot come to an end by itself. If it has ended before that, leaving its
      // stamp, it is tried again.
      var attempt = 0
      try eventually("another process that is held") {
        attempt += 1
        let cache = try stage.sway.directory.makeDirectory("driver-\(attempt)")
        let hyaline = try stage.start(
          ["--notifications-only"], settings: Self.settings, name: "hyaline-\(attempt)",
          environment: ["MESA_SHADER_CACHE_DIR": cache])
        defer { hyaline.process.stop() }
        var children: [Int32] = []
        try stage.session.eventually("the other process") {
          // Before anything of the graphics it arranges for its end.
          children = stage.processes(named: "rehearse", of: hyaline.process.pid).filter {
            (readText("/proc/\($0)/maps") ?? "").contains("/libEGL")
          }
          return !children.isEmpty || readText(cache + "/hyaline/rehearsed") != nil
        }
        for child in children { kill(child, SIGSTOP) }
        var states: [Character?] = []
        try stage.session.eventually("what holds it") {
          states = children.map(Self.state)
          return states.allSatisfy { $0 == "T" || $0 == "Z" || $0 == nil }
        }
        guard states.contains("T") else { return false }
        hyaline.process.send(SIGKILL)
        try stage.session.eventually("its end") {
          // One that ended may be waited for by nobody.
          children.map(Self.state).allSatisfy { $0 == "Z" || $0 == nil }
        }
        #expect(readText(cache + "/hyaline/rehearsed") == nil)
        return true
      }
    }

    /// The state of a process, by the letter that proc(5) has for it; nil: there is none.
    private static func state(of process: Int32) -> Character? {
      readText("/proc/\(process)/stat")?.split(separator: ")").last?.dropFirst().first
    }

    private static func showBanner(_ stage: NotificationStage, _ hyaline: RunningHyaline) throws {
      let bare = try stage.sway.run(["grim", "-t", "ppm", "-"])
      try stage.notify(NotificationClient.notify("Summary", body: "Body", timeout: 0))
      try stage.session.eventually("the banner") {
        try stage.sway.run(["grim", "-t", "ppm", "-"]) != bare
      }
      #expect(hyaline.process.poll() == nil, "\(hyaline.log)")
    }

    /// Waits until all that is done before the first banner has ended.
    ///
    /// Another process does most of it, and gives way to all other programs: as long as it makes progress it is waited for.
    private static func waitForEnd(_ hyaline: RunningHyaline, on stage: NotificationStage) throws {
      var before: [String] = []
      while true {
        do {
          try hyaline.waitForStatistics("the end of the rehearsal") { $0["rehearsals"] == 0 }
          return
        } catch {
          let now = stage.processes(named: "rehearse", of: hyaline.process.pid).map(processorTime)
          guard !now.isEmpty, now != before else { throw error }
          before = now
        }
      }
    }

    /// The time that a process has had a processor, in the words of proc(5).
    private static func processorTime(of process: Int32) -> String {
      let fields = (readText("/proc/\(process)/stat") ?? "").split(separator: ")").last?.split(separator: " ")
      return (fields ?? []).dropFirst(11).prefix(2).joined(separator: " ")
    }
  }
}
