import DBus
import HeadlessSession
import TestSupport
import Testing

extension LiveTests {
  /// What thousands of notifications leave behind.
  @Suite struct NotificationMemoryTests {
    private static let settings = "[notifications]\nhistory_count = 100\n"

    /// Those that stay open, a thousand of them, take what they hold, and what was free is given back before; `most` is in
    /// kB.
    @Test(arguments: [(100, 2048), (0, 3072)] as [(Int32, Int)])
    func `thousands of calls cost little memory in the end`(timeout: Int32, most: Int) throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let hyaline = try stage.start(["--notifications-only"], settings: Self.settings)
      try stage.waitUntilServing(hyaline)
      // What draws takes memory of its own.
      _ = try stage.command("do-not-disturb", "on")
      // What the first call needs once.
      try stage.notify(NotificationClient.notify("first", timeout: timeout))
      _ = try stage.command("history")
      try hyaline.waitForStatistics("all that is done before the first banner") { $0["rehearsals"] == 0 }
      let before = ProcessMemory(of: hyaline.process.pid)
      for round in 0..<3 {
        var answered = 0
        for number in 0..<1500 {
          let text = "Message \(round) \(number)"
          stage.client.call(NotificationClient.notify(text, body: "Body of " + text, timeout: timeout)) { _ in
            answered += 1
          }
        }
        try stage.session.eventually("the answers") { answered == 1500 }
      }
      // What is free is given back when it is calm.
      var grown = Int.max
      try? stage.session.eventually("the memory") {
        grown = ProcessMemory(of: hyaline.process.pid).anonymous - before.anonymous
        return grown < most
      }
      #expect(grown < most, "kB")
    }
  }
}
