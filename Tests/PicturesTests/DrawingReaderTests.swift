import Glibc
import HeadlessSession
import Measures
import Scenes
import TestSupport
import Testing

@testable import Pictures

@Suite(.serialized) struct DrawingReaderTests {
  private let directory = ScratchDirectory()

  /// What `script` writes, as the picture of a drawing.
  private func load(_ script: String, limit: Duration = patience) throws -> Bitmap {
    directory.write("<svg/>", to: "a.svg")
    let reader = DrawingReader(command: ["sh", "-c", script, "sh"], limit: limit)
    return try SmallPicture.load(path: directory("a.svg"), side: 16, drawings: reader)
  }

  private func reason(_ script: String, limit: Duration = patience) throws -> PictureError.Reason? {
    do {
      _ = try load(script, limit: limit)
      return nil
    } catch let error as PictureError { return error.reason }
  }

  @Test func `what the program draws is the picture`() throws {
    var bitmap = Bitmap(size: PixelSize(width: 3, height: 2))
    for index in bitmap.bytes.indices { bitmap.bytes[index] = UInt8(index) }
    let octal = DrawingReader.encode(bitmap).map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
    #expect(try load("printf '\(octal.joined())'") == bitmap)
  }

  @Test func `the program is told the file and the side`() throws {
    _ = try? load("echo \"$@\" > '\(directory("told"))'")
    #expect(directory.contents(of: "told") == "\(directory("a.svg")) 16\n")
  }

  @Test(arguments: [
    "exit 1", "printf 12345678", #"printf '\3\0\0\0\2\0\0\0short'"#, "kill -SEGV $$",
    #"printf '\0\0\0\0\0\0\0\0\0'"#, #"printf '\377\377\377\377\377\377\377\377xxxx'"#,
  ]) func `what is no picture is refused`(_ script: String) throws {
    #expect(try reason(script) == .damaged("it cannot be drawn"))
  }

  @Test func `a program that writes on and on is stopped`() throws {
    #expect(try reason("exec cat /dev/zero") == .damaged("it is larger than asked for"))
  }

  @Test func `a program that takes too long is killed with its children`() throws {
    let file = directory("processes")
    let script = "sleep 1000 & echo $$ $! > '\(file)'; exec sleep 1000"
    var processes: [Int32] = []
    // On a busy machine it takes longer until it has told its processes.
    for seconds in [1, 10, 60] where processes.count < 2 {
      let reason = try reason(script, limit: .seconds(seconds))
      #expect(reason == .damaged("it takes too long to draw"))
      processes = (directory.contents(of: "processes") ?? "").split(whereSeparator: \.isWhitespace)
        .compactMap { Int32($0) }
    }
    #expect(processes.count == 2)
    for process in processes {
      // The child's end is its new parent's to notice.
      try eventually("the end of \(process)") { kill(process, 0) != 0 || state(of: process) == "Z" }
    }
  }

  @Test func `a program that is missing is told`() throws {
    directory.write("<svg/>", to: "a.svg")
    #expect(throws: PictureError.self) {
      try SmallPicture.load(
        path: directory("a.svg"), side: 16, drawings: DrawingReader(command: ["/nonexistent"]))
    }
  }

  private func state(of process: Int32) -> Character? {
    readText("/proc/\(process)/stat")?.split(separator: ")").last?.dropFirst().first
  }

  @Test func `the program is told what finds fonts and libraries, and no secrets`() throws {
    let told = DrawingReader.environment(of: [
      "HOME=/home/ada", "PATH=/bin", "DBUS_SESSION_BUS_ADDRESS=unix:path=/x", "TOKEN=1", "HOMEPATH=/x",
      "XDG_DATA_DIRS=/usr/share=1", "XDG_ACTIVATION_TOKEN=2", "LANG",
    ])
    #expect(told == ["HOME=/home/ada", "PATH=/bin", "XDG_DATA_DIRS=/usr/share=1", "LANG"])
    // Of a real program, which adds its own.
    _ = try? load("env > '\(directory("environment"))'")
    let lines = (directory.contents(of: "environment") ?? "").split(separator: "\n").map(String.init)
    let own: Set = ["PWD", "OLDPWD", "SHLVL", "_"]
    let rest = lines.filter { line in !own.contains(String(line.prefix { $0 != "=" })) }
    #expect(rest.sorted() == DrawingReader.environment(of: rest).sorted() && !rest.isEmpty)
  }
}
