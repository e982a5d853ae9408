import DBus
import HeadlessSession
import TestSupport
import Testing

extension LiveTests {
  /// Tests of the memory that thousands of notifications leave in use.
  @Suite struct NotificationMemoryTests {
    private static let settings = "[notifications]\nhistory_count = 100\n"

    /// A thousand notifications stay open with timeout 0, and need memory of their own; all free memory has to be
    /// returned to the system in the end. `most` is in kB.
    @Test(arguments: [(100, 2048), (0, 3072)] as [(Int32, Int)])
    func `thousands of calls cost little memory in the end`(timeout: Int32, most: Int) throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let hyaline = try stage.start(["--notifications-only"], settings: Self.settings)
      try stage.waitUntilServing(hyaline)
      // The renderer would take memory of its own.
      _ = try stage.command("do-not-disturb", "on")
      // The first call allocates memory that is kept.
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
      // Free memory is returned to the system when no calls come.
      var grown = Int.max
      try? stage.session.eventually("the memory") {
        grown = ProcessMemory(of: hyaline.process.pid).anonymous - before.anonymous
        return grown < most
      }
      #expect(grown < most, "kB")
    }
  }
}
