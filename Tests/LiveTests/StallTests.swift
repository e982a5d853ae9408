import Glibc
import HeadlessSession
import Scenes
import TestSupport
import Testing
import TextProcessing

/// A pipe that a script of the bar prints.
private final class Feed {
  private(set) var path = ""
  private var descriptor: Int32 = -1

  func open(in directory: PrivateDirectory) {
    path = directory.file("feed")
    #expect(unsafe mkfifo(path, 0o666) == 0 && chmod(path, 0o666) == 0)
    // With both ends it waits for no reader.
    descriptor = unsafe Glibc.open(path, O_RDWR | O_CLOEXEC)
    #expect(descriptor >= 0)
  }

  func write(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    #expect(unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
  }

  func close() { _ = Glibc.close(descriptor) }
}

extension LiveTests {
  /// The program while the compositor is stopped.
  @Suite struct StallTests {
    @Test(arguments: ["", "renderer = \"gles\"\n"])
    func `a compositor that is stopped gets few requests, and shows the last change when it goes on`(
      renderer: String
    ) throws {
      let feed = Feed()
      defer { feed.close() }
      let stage = try Stage(prepare: { feed.open(in: $0.directory) })
      defer { stage.stop() }
      func show(_ text: String) throws {
        feed.write(text)
        try stage.bar.waitForStatistics(text) { _ in
          let answer = try? JSONValue(
            parsing: try stage.bar.request(#"{"command":"bar","action":"inspect"}"#))
          let modules = answer?["bars"].elements.first?["modules"].elements ?? []
          return modules.map { $0["text"]?.string } == [text]
        }
      }
      try stage.bar.replaceSettings(
        renderer + """
          [bar]
          start = ["script.a"]
          center = []
          end = []
          [script.a]
          command = ["cat", "\(feed.path)"]
          continuous = true

          """)
      try show("first")
      _ = try stage.settle()
      let before = try stage.bar.statistics()
      stage.sway.process.send(SIGSTOP)
      // The program answers and follows the script all the time.
      for number in 1...60 { try show("number \(number)") }
      let stopped = try stage.bar.statistics()
      stage.sway.process.send(SIGCONT)
      #expect(stopped["commits"]! <= before["commits"]! + 2)
      // Each buffer has a proxy, as have a capture and the callbacks that are asked for.
      #expect(stopped["proxies"]! <= before["proxies"]! + 8)
      let shown = try stage.settle()
      #expect(try stage.bar.statistics()["commits"]! > stopped["commits"]!)
      try show("another")
      let other = try stage.settle()
      try show("number 60")
      let same = try stage.settle()
      #expect(!shown.isSame(as: other) && shown.isSame(as: same))
    }
  }
}
