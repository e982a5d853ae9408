import Glibc
import Loop
import TestSupport
import Testing

@testable import Modules

@Suite struct ZoneRulesTests {
  /// Moments over two centuries, with those around changes of summer time in some years.
  private static let times: [Int] = {
    var times = stride(from: -2_500_000_000, to: 4_000_000_000, by: 97_654_321).map { $0 }
    for year in [2007, 2026, 2027, 2040] {
      let start = 1_167_609_600 + (year - 2007) * 31_557_600
      times += stride(from: start, to: start + 31_557_600, by: 604_801)
    }
    return times + [1_774_745_999, 1_774_746_000, 1_792_889_999, 1_792_890_000]
  }()

  @Test(arguments: [
    ("Europe/Berlin", true), (":Europe/Berlin", true), ("UTC", true), ("CET-1CEST,M3.5.0,M10.5.0/3", true),
    ("Europe/Berln", false), ("Europe", false), ("/etc/passwd", false), ("nonsense", false),
  ])
  func `a zone is known by its file or as a rule`(name: String, isKnown: Bool) {
    #expect(LocalTime.isZone(name) == isKnown)
  }

  @Test(arguments: [
    "UTC", "Europe/Berlin", "Europe/Dublin", "America/New_York", "America/Sao_Paulo", "Asia/Kolkata",
    "Asia/Tokyo", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia",
    ":Asia/Tehran", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT", "<-03>3", "NZST-12NZDT,M9.5.0,M4.1.0/3",
    "IST-2IDT,M3.4.4/26,M10.5.0", "AAA3BBB,J60/1:30,J300", "AAA-5:30BBB-6,59,299/-3",
  ])
  func `a zone keeps the time that the command date keeps`(zone: String) throws {
    let scratch = ScratchDirectory()
    // The C library takes the rules of 1970 for all years before that.
    let times = zone.contains(",") ? Self.times.filter { $0 > 40_000_000 } : Self.times
    let list = times.map { "@\($0)" }.joined(separator: "\n") + "\n"
    scratch.write(list, to: "times")
    let loop = try EventLoop()
    var output: [UInt8] = []
    var status: ChildProcess.Status?
    _ = try ChildProcess(
      ["date", "--file=\(scratch("times"))", "+%s|%F %T|%z|%Z"], environment: ["TZ": zone, "LC_ALL": "C"],
      loop: loop, onLine: nil, onBytes: { output += $0 }, onExit: { status = $0 })
    #expect(loop.wait { status != nil } && status == .exited(0))
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    let rules = LocalTime.rules(of: zone)
    let own = times.map { LocalTime.text(of: $0, format: "%s|%F %T|%z|%Z", in: rules) ?? "" }
    #expect(own.count == lines.count)
    for (mine, theirs) in zip(own, lines) where mine != theirs {
      Issue.record("\(zone): \(mine), date says \(theirs)")
      return
    }
  }

  @Test(arguments: ["", "A", "Nowhere/Land", "AAA", "AAA5BB", "AAA25:99", "<>1", "AAA1BBB,M13.1.0,M1.1.0"])
  func `what nobody knows is UTC`(zone: String) {
    #expect(LocalTime.rules(of: zone) == .utc)
  }

  @Test func `a file of a zone that ends anywhere, or is damaged, is read or refused`() throws {
    let bytes = Self.file
    let whole = try #require(ZoneRules(file: bytes))
    #expect(whole.kind(at: 0).name == "AAA" && whole.kind(at: 100).offset == 7200)
    #expect(whole.kind(at: 4_000_000_000).name == "XXX")
    for length in bytes.indices { _ = ZoneRules(file: Array(bytes[..<length]))?.kind(at: 100) }
    var random = DailySeeds.generator
    for _ in 0..<2000 {
      var damaged = bytes
      for _ in 0..<3 {
        damaged[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      guard let rules = ZoneRules(file: damaged) else { continue }
      for time in [-1_000_000_000_000, 0, 100, 5_000_000_000] {
        #expect(abs(rules.kind(at: time).offset) <= 14 * 86_400)
      }
    }
  }

  /// A zone with a transition at 100, in both forms, and a rule for the time after it.
  private static let file: [UInt8] = {
    func header(_ version: UInt8) -> [UInt8] {
      Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
        + [0, 0, 0, 1, 2, 8].flatMap { [0, 0, 0, UInt8($0)] }
    }
    let kinds: [UInt8] = [0, 0, 0x0E, 0x10, 0, 0] + [0, 0, 0x1C, 0x20, 1, 4] + Array("AAA\0BBB\0".utf8)
    return header(0x32) + [0, 0, 0, 100, 1] + kinds + header(0x32) + [0, 0, 0, 0, 0, 0, 0, 100, 1] + kinds
      + Array("\nXXX-2\n".utf8)
  }()
}
