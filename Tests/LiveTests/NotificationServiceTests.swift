import DBus
import DesktopModel
import Glibc
import HeadlessSession
import Loop
import NotificationService
import TestSupport
import Testing

extension LiveTests {
  @Suite struct NotificationServiceTests {
    @Test(arguments: [([], true, 1), (["--bar-only"], false, 1), (["--notifications-only"], true, 0)])
    func `each part runs with the other and alone`(_ options: [String], serves: Bool, bars: Int) throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let hyaline = try stage.start(options)
      let statistics = try hyaline.waitForStatistics("its bars") {
        $0.values("phase").count == bars && (bars == 0 || ($0["commits"] ?? 0) > 0)
      }
      #expect(statistics.values("phase").count == bars)
      if serves {
        try stage.waitForOwner(hyaline)
      } else {
        #expect(try stage.owner() == nil)
      }
      #expect(hyaline.terminate() == .exited(0))
      #expect(try stage.owner() == nil)
    }

    @Test func `an instance for bars and one for notifications run beside each other`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let notifications = try stage.start(["--notifications-only"])
      let bar = try stage.start(["--bar-only"], name: "bar")
      try bar.waitForStatistics("its bar") { ($0["commits"] ?? 0) > 0 }
      try stage.waitForOwner(notifications)
      #expect(notifications.log.isEmpty && bar.log.isEmpty)
    }

    @Test func `notifications are turned off and on again while it runs`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let hyaline = try stage.start([], settings: "[notifications]\nenabled = false\n")
      try hyaline.waitForStatistics("its bar") { ($0["commits"] ?? 0) > 0 }
      #expect(try stage.owner() == nil)
      let signals = try stage.follow()
      for _ in 0..<2 {
        try hyaline.replaceSettings("")
        try stage.waitForOwner(hyaline)
        let ids = try ["a", "b"].map { try stage.notify(NotificationClient.notify($0, timeout: 0)) }
        signals.forget()
        try hyaline.replaceSettings("[notifications]\nenabled = false\n")
        try stage.session.eventually("no owner") { try stage.owner() == nil }
        // Clients that wait for an answer are told that there will be none.
        try stage.session.eventually("the end of both") { signals.all.count == 2 }
        #expect(signals.lines == ids.map { "NotificationClosed \($0) 4" })
      }
      #expect(hyaline.log.isEmpty)
    }

    @Test func `the bus is left as long as nothing needs it`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      // The bus is needed for the desktop's preferences (`follows`), and for the state of the machine (`looks`),
      // unless transparency is reduced: nothing is captured then.
      func settings(follows: Bool, looks: Bool = false, serves: Bool = false) -> String {
        """
        appearance = "\(follows ? "system" : "dark")"
        accent = "\(follows ? "system" : "#0a84ff")"
        [accessibility]
        reduce_transparency = "\(looks ? "off" : "on")"
        increase_contrast = "off"
        reduce_motion = "off"
        [notifications]
        enabled = \(serves)
        [levels]
        enabled = false
        [bar]
        end = ["clock"]

        """
      }
      let none = settings(follows: false)
      let hyaline = try stage.start([], settings: none)
      try hyaline.waitForStatistics("its bar") { ($0["commits"] ?? 0) > 0 }
      #expect(try !stage.isConnected(hyaline))
      let users = [
        settings(follows: false, serves: true), settings(follows: true),
        settings(follows: false, looks: true), settings(follows: true, looks: true, serves: true),
      ]
      for wanted in users {
        try hyaline.replaceSettings(wanted)
        try stage.session.eventually("a connection") { try stage.isConnected(hyaline) }
        if wanted.contains("enabled = true") { try stage.waitForOwner(hyaline) }
        try hyaline.replaceSettings(none)
        try stage.session.eventually("the end of the connections") { try !stage.isConnected(hyaline) }
      }
      // One of two that use it.
      try hyaline.replaceSettings(settings(follows: true, serves: true))
      try stage.waitForOwner(hyaline)
      try hyaline.replaceSettings(settings(follows: true))
      try stage.session.eventually("no owner") { try stage.owner() == nil }
      #expect(try stage.isConnected(hyaline))
      #expect(hyaline.log.isEmpty, "\(hyaline.log)")
    }

    @Test func `an instance for notifications alone says that they are turned off`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let hyaline = try stage.start(
        ["--notifications-only"],
        settings: "[notifications]\nenabled = false\n[levels]\nenabled = false\n")
      try hyaline.waitForStatistics("an answer")
      #expect(hyaline.log.contains("notifications.enabled and levels.enabled are false"), "\(hyaline.log)")
      try hyaline.replaceSettings("")
      try stage.waitForOwner(hyaline)
    }

    @Test func `who waits is told when the program ends in order`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let hyaline = try stage.start(["--notifications-only"])
      try stage.waitForOwner(hyaline)
      let ids = try ["a", "b"].map { try stage.notify(NotificationClient.notify($0, timeout: 0)) }
      let signals = try stage.follow()
      #expect(hyaline.terminate() == .exited(0))
      try stage.session.eventually("the end of both") { signals.all.count == 2 }
      #expect(signals.lines == ids.map { "NotificationClosed \($0) 4" })
    }

    @Test func `in a flood of calls drawing waits, and callers have their turn while it does not`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let hyaline = try stage.start(["--notifications-only"])
      try stage.waitForOwner(hyaline)
      try hyaline.waitForStatistics("all that is done before the first banner") { $0["rehearsals"] == 0 }
      let before = try hyaline.statistics()
      try stage.notify(NotificationClient.notify("first", timeout: 0))
      let shown = try hyaline.waitForStatistics("its banner") {
        $0["shown"] == 1 && $0.values("awaits").isEmpty
      }
      #expect(shown["turns"]! > before["turns"]!)
      var after = shown
      // Drawing waits for 5 ms after the last call: where the program gets no processor for that long, it is tried again.
      try stage.session.eventually("drawing that waits for the end of a flood") {
        after = try flood(hyaline, on: stage)
        return after["postponements"]! > shown["postponements"]!
      }
      #expect(after["turns"]! > shown["turns"]!)
    }

    /// Sends many notifications at once, and returns the statistics after all are answered and shown.
    private func flood(_ hyaline: RunningHyaline, on stage: NotificationStage) throws -> Statistics {
      var answered = 0
      // All have come before the program reads the first, however slow the bus is: it has passed them on when it answers.
      hyaline.process.send(SIGSTOP)
      for number in 1...40 {
        stage.client.call(NotificationClient.notify("\(number)", timeout: 0)) { _ in answered += 1 }
      }
      _ = try stage.owner()
      hyaline.process.send(SIGCONT)
      try stage.session.eventually("the answers") { answered == 40 }
      return try hyaline.waitForStatistics("the others") { $0["shown"]! > 1 && $0.values("awaits").isEmpty }
    }

    @Test func `the name comes before anything of the compositor`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      // A compositor that never answers.
      stage.sway.process.send(SIGSTOP)
      defer { stage.sway.process.send(SIGCONT) }
      try withoutCompositor(stage) { _ in }
    }

    /// Starts an instance to which the compositor does not answer, and has it serve and end before it gives that up after
    /// some seconds; where the machine takes longer, it is tried again.
    private func withoutCompositor(
      _ stage: NotificationStage, _ options: [String] = [], environment: [String: String] = [:],
      _ serve: (RunningHyaline) throws -> Void
    ) throws {
      var attempt = 0
      try eventually("all of it before the compositor is given up") {
        attempt += 1
        let hyaline = try stage.start(options, name: "hyaline-\(attempt)", environment: environment)
        var (failure, ending): ((any Error)?, SessionProcess.Ending?)
        do {
          try stage.session.eventually("the name") {
            if let ending = hyaline.process.poll() {
              throw SessionError.failed(["hyaline", "\(ending)"], log: hyaline.log)
            }
            return try stage.owner()?.processID == Int(hyaline.process.pid)
          }
          try serve(hyaline)
          ending = hyaline.terminate()
        } catch { failure = error }
        if hyaline.log.contains("no answer within") { return false }
        if let failure { throw failure }
        #expect(ending == .exited(0) && hyaline.log.isEmpty, "\(hyaline.log)")
        return true
      }
    }

    @Test(arguments: [[], ["--notifications-only"]])
    func `a compositor that never answers keeps neither callers nor the end waiting`(_ options: [String])
      throws
    {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let listener = HungListener(stage.sway.directory.file("wayland-hung"))
      defer { listener.close() }
      try withoutCompositor(stage, options, environment: ["WAYLAND_DISPLAY": "wayland-hung"]) { hyaline in
        try stage.notify(NotificationClient.notify("unseen", timeout: 0))
        try hyaline.waitForStatistics("an answer")
      }
    }

    @Test func `a compositor that never answers ends the program with one line when its time is over`() throws
    {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let listener = HungListener(stage.sway.directory.file("wayland-hung"))
      defer { listener.close() }
      let hyaline = try stage.start([], environment: ["WAYLAND_DISPLAY": "wayland-hung"])
      try stage.waitForOwner(hyaline)
      #expect(hyaline.process.waitForEnd() == .exited(1))
      #expect(hyaline.log.split(separator: "\n").count == 1)
      #expect(
        hyaline.log.contains(
          "cannot connect to a Wayland compositor at \"wayland-hung\": no answer within 10 seconds"))
    }

    @Test func `another has the name until --replace takes it`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let first = try stage.start(["--notifications-only"])
      try stage.waitForOwner(first)
      let second = try stage.start([], name: "second")
      try second.waitForStatistics("its bar") { ($0["commits"] ?? 0) > 0 }
      try stage.session.eventually("the line") { !second.log.isEmpty }
      #expect(second.log.contains("(process \(first.process.pid))"), "\(second.log)")
      #expect(second.log.split(separator: "\n").count == 1)
      #expect(try stage.owner()?.processID == Int(first.process.pid))
      #expect(second.terminate() == .exited(0))
      let third = try stage.start(["--replace"], name: "third")
      try stage.waitForOwner(third)
      #expect(third.log.isEmpty)
      try stage.session.eventually("the loser's line") {
        first.log.contains("(process \(third.process.pid))")
      }
      // The instance that ends gives the name back to the one that waits.
      #expect(third.terminate() == .exited(0))
      try stage.waitForOwner(first)
    }

    @Test func `a program that does not give the name away is named with a way to end it`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let bus = "org.freedesktop.DBus"
      func call(_ member: String, _ arguments: [DBusValue]) throws {
        let name = [DBusValue.string(NotificationInterface.name)]
        _ = try stage.answer(
          to: Call(to: bus, "/org/freedesktop/DBus", bus, member, name + arguments, expects: "u"))
      }
      try call("RequestName", [.uint32(0)])
      let hyaline = try stage.start(["--notifications-only", "--replace"])
      try stage.session.eventually("the line") { !hyaline.log.isEmpty }
      #expect(
        hyaline.log.contains(
          "it does not give that away: they come here when it ends, for example by \"kill \(getpid())\""),
        "\(hyaline.log)")
      try call("ReleaseName", [])
      try stage.waitForOwner(hyaline)
    }

    @Test func `options that exclude each other are refused`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      for options in [["--bar-only", "--notifications-only"], ["--bar-only", "--replace"]] {
        let hyaline = try stage.start(options)
        #expect(hyaline.process.waitForEnd() == .exited(64))
        #expect(hyaline.log.contains("exclude each other"))
      }
    }
  }
}
