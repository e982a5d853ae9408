import DBus
import DesktopModel
import Glibc
import HeadlessSession
import Loop
import NotificationService
import TestSupport
import Testing

extension LiveTests {
  /// Tests of failures outside the program: each is reported once, the bar goes on, and the service resumes.
  @Suite struct NotificationFailureTests {
    private func lines(_ hyaline: RunningHyaline) -> [Substring] { hyaline.log.split(separator: "\n") }

    /// The bar draws, and answers.
    private func expectBar(_ hyaline: RunningHyaline) throws {
      try hyaline.waitForStatistics("its bar") { ($0["commits"] ?? 0) > 0 }
      #expect(hyaline.process.poll() == nil)
    }

    @Test func `the bus goes and comes again`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let hyaline = try stage.start([])
      try stage.waitUntilServing(hyaline)
      try stage.notify(NotificationClient.notify("before", timeout: 0))
      for round in 1...2 {
        stage.session.daemon.stop()
        try stage.session.eventually("the line of round \(round)") { lines(hyaline).count == round }
        #expect(lines(hyaline)[round - 1].contains("no notifications: "), "\(hyaline.log)")
        try expectBar(hyaline)
        // Open notifications stay open.
        #expect(try stage.command("count") == "\(round)\n")
        try stage.session.daemon.start()
        try stage.session.eventually("the client") { stage.client.state == .connected }
        try stage.session.eventually("the service") {
          try stage.owner()?.processID == Int(hyaline.process.pid)
        }
        try stage.notify(NotificationClient.notify("round \(round)", timeout: 0))
      }
      #expect(try stage.command("count") == "3\n")
      #expect(lines(hyaline).count == 2, "\(hyaline.log)")
    }

    @Test func `a bus that comes late is waited for`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      stage.session.daemon.stop()
      let hyaline = try stage.start([])
      try expectBar(hyaline)
      try stage.session.eventually("the line") { lines(hyaline).count == 1 }
      try stage.session.daemon.start()
      try stage.session.eventually("the client") { stage.client.state == .connected }
      try stage.waitUntilServing(hyaline)
      #expect(try stage.notify(NotificationClient.notify("late")) == 1)
      #expect(lines(hyaline).count == 1, "\(hyaline.log)")
    }

    @Test func `another daemon takes the name and gives it back`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let hyaline = try stage.start([])
      try stage.waitUntilServing(hyaline)
      try expectBar(hyaline)
      for round in 1...2 {
        let other = stage.session.connect().own(NotificationInterface.name, replaces: true) { _ in }
        try stage.session.eventually("the exchange") { other.state == .owned }
        try stage.session.eventually("the line of round \(round)") { lines(hyaline).count == round }
        #expect(lines(hyaline)[round - 1].contains("(process \(getpid()))"), "\(hyaline.log)")
        try expectBar(hyaline)
        #expect(try stage.command("count", "--json").contains("\"isServing\":false"))
        other.release()
        try stage.waitUntilServing(hyaline)
        try stage.notify(NotificationClient.notify("round \(round)"))
      }
      #expect(lines(hyaline).count == 2, "\(hyaline.log)")
    }

    @Test func `a full disk costs the history only, for as long as it is full`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let state = try stage.sway.directory.makeDirectory("state")
      let disk = try SmallDisk(state, mostBytes: 300_000, in: stage.sway.directory)
      let hyaline = try stage.start(
        [], environment: disk.environment.merging(["XDG_STATE_HOME": state]) { $1 })
      try stage.waitUntilServing(hyaline)
      let body = String(repeating: "x", count: 4000)
      var sent = 0
      while hyaline.log.isEmpty, sent < 500 {
        for _ in 0..<20 {
          sent += 1
          try stage.notify(NotificationClient.notify("\(sent)", body: body))
        }
        // A request for the history writes the waiting entries first.
        _ = try stage.command("history", "--limit", "1")
      }
      #expect(lines(hyaline).count == 1 && hyaline.log.contains("full"), "\(hyaline.log)")
      try expectBar(hyaline)
      sent += 1
      try stage.notify(NotificationClient.notify("\(sent)", body: body))
      try disk.change(mostBytes: 10_000_000)
      try stage.session.eventually("the file") { lines(hyaline).count == 2 }
      #expect(lines(hyaline)[1].contains("is written again"), "\(hyaline.log)")
      let written = try stage.command("history").split(separator: "\n")
      #expect(written.count == sent && written.first?.hasSuffix("test: \(sent)") == true)
    }
  }
}
