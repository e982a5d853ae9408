import HeadlessSession
import ShellTestSupport
import Testing

@testable import ShellSurfaces

/// Tests of the stamp that says for which outputs the driver's cache was filled.
struct RehearsalStampTests {
  @Test func `a line is found again, beside those of others`() throws {
    let directory = try PrivateDirectory()
    let stamp = try #require(RehearsalStamp { $0 == "XDG_CACHE_HOME" ? directory.path + "/cache" : nil })
    #expect(!stamp.contains("one"))
    stamp.add("one")
    stamp.add("two")
    stamp.add("one")
    #expect(stamp.contains("one"))
    #expect(stamp.contains("two"))
    #expect(!stamp.contains("on"))
  }

  @Test func `old lines go`() throws {
    let directory = try PrivateDirectory()
    let stamp = try #require(RehearsalStamp { $0 == "XDG_CACHE_HOME" ? directory.path : nil })
    for number in 0..<40 { stamp.add("line \(number)") }
    #expect(!stamp.contains("line 0"))
    #expect(stamp.contains("line 39"))
  }

  @Test func `there is none where nothing can be written or is kept`() throws {
    let nowhere = try #require(RehearsalStamp { $0 == "HOME" ? "/proc/nowhere" : nil })
    #expect(!nowhere.makePlace())
    nowhere.add("one")
    #expect(!nowhere.contains("one"))
    #expect(RehearsalStamp { _ in nil } == nil)
    #expect(RehearsalStamp { $0 == "HOME" ? "/home/a" : $0.hasSuffix("CACHE_DISABLE") ? "1" : nil } == nil)
  }

  @Test func `another driver, build or material is another line`() {
    let key = RehearsalStamp.key(driver: "a\nb", version: "1", parts: ["m", "1.0"])
    #expect(!key.contains("\n"))
    #expect(key != RehearsalStamp.key(driver: "a", version: "1", parts: ["m", "1.0"]))
    #expect(key != RehearsalStamp.key(driver: "a\nb", version: "1", parts: ["n", "1.0"]))
  }
}
