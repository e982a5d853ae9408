import Geometry
import Glibc
import HeadlessSession
import Loop
import Scenes
import TestSupport
import Testing

@testable import Pictures

/// Requests to the decoder program, which a script plays, and the handling of its answers.
@Suite(.serialized) struct PictureDecoderTests {
  private let directory = ScratchDirectory()
  private static let readiness = octal(DecoderMessage.Header(.ready).bytes)

  /// A decoder with a script that reports its readiness first.
  private func decoder(_ script: String, limit: Duration = .seconds(30)) -> PictureDecoder {
    PictureDecoder(
      command: ["sh", "-c", "printf '\(Self.readiness)'; \(script)", "sh"], limit: limit,
      startLimit: .seconds(30))
  }

  private func load(_ decoder: PictureDecoder) throws -> Bitmap {
    directory.write("any", to: "a")
    return try SmallPicture.load(path: directory("a"), side: 16, decoder: decoder)
  }

  private func reason(_ decoder: PictureDecoder) throws -> PictureError.Reason? {
    do {
      _ = try load(decoder)
      return nil
    } catch let error as PictureError { return error.reason }
  }

  private static func octal(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }.joined()
  }

  private static let picture = Bitmap(
    size: PixelSize(width: 3, height: 2), bytes: (0..<24).map { UInt8($0) })

  @Test func `what the program answers is the picture, one after another`() throws {
    let answer = Self.octal(DecoderMessage.answer(.success(Self.picture)))
    // The script waits for each request, which is four bytes.
    let decoder = decoder(
      "while head -c 4 <&1 >/dev/null; do echo >> '\(directory("count"))'; printf '\(answer)'; done")
    for _ in 1...3 { #expect(try load(decoder) == Self.picture) }
    #expect(directory.contents(of: "count") == "\n\n\n")
  }

  @Test(arguments: [
    PictureError.Reason.notAPicture, .damaged("no end"), .tooManyBytes(77),
    .tooLarge(width: 20_000, height: 3), .missingLibrary("libwebp.so.7 (Debian package libwebp7) is missing"),
  ]) func `a refusal is told as it is, and the program goes on`(_ refusal: PictureError.Reason) throws {
    let answer = Self.octal(DecoderMessage.answer(.failure(refusal)))
    let decoder = decoder(
      "echo >> '\(directory("starts"))'; while head -c 4 <&1 >/dev/null; do printf '\(answer)'; done")
    for _ in 1...2 { #expect(try reason(decoder) == refusal) }
    #expect(directory.contents(of: "starts") == "\n")
  }

  @Test(arguments: [
    "exit 1", "printf 12345678", "kill -SEGV $$", "exec cat /dev/zero", "exec yes",
    // A picture wider than what was asked for, and one with fewer bytes than it says.
    #"printf '\2\0\0\0\21\0\0\0\1\0\0\0\104\0\0\0'; exec cat /dev/zero"#,
    #"printf '\2\0\0\0\1\0\0\0\1\0\0\0\4\0\0\0xx'"#,
    // A message without an end.
    #"printf '\4\0\0\0\0\0\0\0\0\0\0\0\377\377\377\377'; exec cat /dev/zero"#,
  ]) func `what is no answer is refused`(_ script: String) throws {
    #expect(try reason(decoder("head -c 4 <&1 >/dev/null; " + script)) == .damaged("it cannot be decoded"))
  }

  @Test func `a program that takes too long is killed with its children, and the next picture has another`()
    throws
  {
    let file = directory("processes")
    let answer = Self.octal(DecoderMessage.answer(.success(Self.picture)))
    let script = """
      [ -e '\(file)' ] && { head -c 4 <&1 >/dev/null; printf '\(answer)'; exec sleep 1000; }
      sleep 1000 & echo $$ $! > '\(file)'; exec sleep 1000
      """
    var (processes, next): ([Int32], Bitmap?) = ([], nil)
    // On a machine that is too slow for a limit a longer one shows the same.
    let limits: [Duration] = [.seconds(1), .seconds(6), .seconds(36)]
    for limit in limits where processes.count < 2 || next == nil {
      directory.remove("processes")
      let decoder = decoder(script, limit: limit)
      #expect(try reason(decoder) == .damaged("it takes too long to decode"))
      processes = (directory.contents(of: "processes") ?? "").split(whereSeparator: \.isWhitespace)
        .compactMap { Int32($0) }
      next = try? load(decoder)
    }
    #expect(processes.count == 2 && next == Self.picture)
    for process in processes {
      // The child's end is its new parent's to notice.
      try eventually("the end of \(process)") { kill(process, 0) != 0 || state(of: process) == "Z" }
    }
  }

  @Test func `a program that has died between two pictures is replaced`() throws {
    let answer = Self.octal(DecoderMessage.answer(.success(Self.picture)))
    let decoder = decoder(
      "echo $$ > '\(directory("process"))'; head -c 4 <&1 >/dev/null; printf '\(answer)'; exit 1")
    for _ in 1...3 {
      #expect(try load(decoder) == Self.picture)
      let process = try #require(Int32((directory.contents(of: "process") ?? "").filter(\.isNumber)))
      try eventually("the end of \(process)") { state(of: process) == "Z" }
    }
  }

  @Test func `a program that rests is gone, and the next picture has another`() throws {
    let answer = Self.octal(DecoderMessage.answer(.success(Self.picture)))
    let decoder = decoder(
      "echo $$ > '\(directory("process"))'; while head -c 4 <&1 >/dev/null; do printf '\(answer)'; done")
    #expect(try load(decoder) == Self.picture)
    let process = try #require(Int32((directory.contents(of: "process") ?? "").filter(\.isNumber)))
    decoder.rest()
    #expect(kill(process, 0) != 0)
    #expect(try load(decoder) == Self.picture)
  }

  @Test func `where the kernel takes no filter, the program decodes without it and that is known`() throws {
    let answer = Self.octal(DecoderMessage.answer(.success(Self.picture)))
    let beginning = Self.octal(DecoderMessage.Header(.unconfined).bytes)
    let decoder = PictureDecoder(
      command: ["sh", "-c", "printf '\(beginning)'; head -c 4 <&1 >/dev/null; printf '\(answer)'", "sh"],
      limit: .seconds(30), startLimit: .seconds(30))
    #expect(try load(decoder) == Self.picture)
    #expect(decoder.examine() == .unconfined)
  }

  @Test(arguments: [false, true])
  func `whoever loads pictures is told once of a decoder that is not confined`(
    isConfined: Bool
  ) throws {
    let answer = Self.octal(DecoderMessage.answer(.success(Self.picture)))
    let beginning = isConfined ? DecoderMessage.Header.Kind.ready : .unconfined
    let script = """
      printf '\(Self.octal(DecoderMessage.Header(beginning).bytes))'
      while head -c 4 <&1 >/dev/null; do printf '\(answer)'; done
      """
    let loop = try EventLoop()
    let loader = PictureLoader(
      loop: loop, bases: [], theme: "", decoder: ["sh", "-c", script, "sh"])
    defer { loader.stop() }
    var told = 0
    loader.onUnconfined = { told += 1 }
    var loaded = 0
    for name in ["a", "b", "c"] {
      directory.write("picture \(name)", to: name)
      loader.load([.file(directory(name))], size: 16, scale: 1) { if $0 != nil { loaded += 1 } }
    }
    #expect(loop.wait { loaded == 3 })
    #expect(told == (isConfined ? 0 : 1))
  }

  @Test(arguments: ["svg", "utf-16", "png"]) func `every picture is decoded by the program`(form: String)
    throws
  {
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
    switch form {
    case "svg": directory.write(drawing, to: "a.svg")
    case "utf-16":
      let text = "<?xml version='1.0' encoding='UTF-16'?>" + drawing
      directory.write("\u{FEFF}" + text, to: "utf-8.svg")
      let script = "iconv -f UTF-8 -t UTF-16LE '\(directory("utf-8.svg"))' > '\(directory("a.svg"))'"
      #expect(unsafe system(script) == 0)
    default: try Picture.writePNG(Self.picture, to: directory("a.svg"))
    }
    let answer = Self.octal(DecoderMessage.answer(.failure(.notAPicture)))
    var cache = IconCache(
      bases: [],
      decoder: decoder("head -c 4 <&1 >/dev/null; echo >> '\(directory("asked"))'; printf '\(answer)'"))
    // A file that was refused is not decoded again as long as it is the same.
    for _ in 1...2 { #expect(cache.picture(path: directory("a.svg"), side: 16) == nil) }
    #expect(directory.contents(of: "asked") == "\n")
  }

  @Test func `a program that is missing is told`() throws {
    #expect(try reason(PictureDecoder(command: ["/nonexistent"])) == .system("no such file or directory"))
  }

  @Test func `the program is told what finds fonts and libraries, and no secrets`() throws {
    let told = DecoderProgram.environment(of: [
      "HOME=/home/ada", "PATH=/bin", "DBUS_SESSION_BUS_ADDRESS=unix:path=/x", "TOKEN=1", "HOMEPATH=/x",
      "XDG_DATA_DIRS=/usr/share=1", "XDG_ACTIVATION_TOKEN=2", "LANG",
    ])
    #expect(told == ["HOME=/home/ada", "PATH=/bin", "XDG_DATA_DIRS=/usr/share=1", "LANG"])
    // A real program adds its own.
    _ = try? load(decoder("env > '\(directory("environment"))'"))
    let lines = (directory.contents(of: "environment") ?? "").split(separator: "\n").map(String.init)
    let own: Set = ["PWD", "OLDPWD", "SHLVL", "_"]
    let rest = lines.filter { line in !own.contains(String(line.prefix { $0 != "=" })) }
    #expect(rest.sorted() == DecoderProgram.environment(of: rest).sorted() && !rest.isEmpty)
  }

  private func state(of process: Int32) -> Character? {
    readText("/proc/\(process)/stat")?.split(separator: ")").last?.dropFirst().first
  }
}
