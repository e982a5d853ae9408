import TestSupport
import Testing

@testable import Settings

struct TextPatternTests {
  @Test(arguments: [
    ("Signal", "Signal", true), ("Signal", "Signal ", false), ("Sig*", "Signal", true), ("*", "", true),
    ("?", "", false),
    ("?", "😀", true), ("[a-c]x", "bx", true), ("[!a-c]x", "bx", false), ("\\*", "*", true),
    ("\\*", "a", false),
    ("a*b*c", "aXbYc", true), ("a*b*c", "aXcYb", false), ("", "", true), ("", "a", false),
    ("a/b", "a/b", true),
    ("/b/", "abc", true), ("/^b/", "abc", false), ("/^$/", "", true), ("/a|b/", "xb", true),
    ("/(a|bc)+d/", "abcad", true),
    ("/a{2,3}b/", "aab", true), ("/^a{2,3}b/", "aaaab", false), ("/a{2}$/", "aaa", true),
    ("/x?y/", "y", true),
    ("/\\d+:\\d\\d/", "at 9:41", true), ("/\\bmail\\b/", "e-mail", true), ("/\\bmail\\b/", "emails", false),
    ("/HELLO/i", "say hello", true), ("/HELLO/", "say hello", false), ("/[A-Z]+é/i", "CAFÉ", true),
    ("/[^a-z]/", "abc", false), ("/[]a]/", "]", true), ("/[\\d-]/", "-", true), ("/a.c/", "a😀c", true),
    ("/(?:ab)*c$/", "ababc", true), ("/\\//", "a/b", true), ("/a??b/", "b", true),
  ])
  func `A pattern finds what it describes`(pattern: String, text: String, expected: Bool) throws {
    #expect(try TextPattern(pattern).matches(text) == expected)
  }

  @Test(arguments: [
    ("[a", "\"[\" without \"]\""), ("/(a/", "\"(\" without \")\""), ("/a)/", "\")\" without \"(\""),
    ("/*/", "\"*\" has nothing to repeat"), ("/a{3,2}/", "repetitions go from 0 to 255, the smaller first"),
    ("/a{1000}/", "repetitions go from 0 to 255, the smaller first"), ("/\\1/", "\"\\1\" is not known"),
    ("/(((a{200}){200}){200})/", "too long once written out"),
    ("/(?=a)/", "\"(?\" is not known; only \"(?:\""),
    ("/[b-a]/", "a range goes from low to high"),
    ("/" + String(repeating: "(", count: 500) + "/", "groups nested more than 32 deep"),
  ])
  func `A mistake is named`(pattern: String, words: String) {
    #expect(throws: TextPattern.Mistake(words: words)) { try TextPattern(pattern) }
  }

  @Test(arguments: ["/(a+)+$/", "/(a|a)*b/", "/(a*)*b/", "/a?a?a?a?a?a?a?a?aaaaaaaa$/", "*a*a*a*a*a*b"])
  func `No text makes a pattern slow`(pattern: String) throws {
    let program = try TextPattern(pattern).program
    func steps(_ count: Int) -> Int {
      var steps = 0
      _ = program.matches(String(repeating: "a", count: count) + "!", counting: &steps)
      return steps
    }
    // A machine that goes back would not end.
    #expect(steps(1600) <= steps(200) * 9)
    // Each place is looked at a few times per character.
    #expect(steps(200) <= 201 * program.steps.count * 4)
  }

  @Test(arguments: [
    ("22:00-07:00", "22:00-07:00"), ("mon-fri 09:00-12:30", "mon,tue,wed,thu,fri 09:00-12:30"),
    ("sat,sun 00:00-24:00", "sat,sun 00:00-24:00"), ("Fri-Mon 10:00-10:30", "mon,fri,sat,sun 10:00-10:30"),
    ("22:00-00:00", "22:00-24:00"), ("mon-sun 00:00-24:00", "00:00-24:00"),
  ])
  func `A schedule is read and written`(text: String, expected: String) throws {
    let schedule = try #require(DaySchedule(text))
    #expect(schedule.description == expected)
    #expect(DaySchedule(expected) == schedule)
  }

  @Test(arguments: [
    "", "22:00", "22:00-", "24:00-07:00", "22:60-07:00", "2:00-3:00", "10:00-10:00", "mon",
    "moon 09:00-10:00",
    "mon- 09:00-10:00", "mon-tue-wed 09:00-10:00", "00:00-24:01", "+1:00-02:00", "mon 09:00-10:00 x",
    "00:00-00:00",
  ])
  func `What is no schedule is refused`(text: String) { #expect(DaySchedule(text) == nil) }

  @Test(arguments: [
    ("fri 22:00-07:00", 4, 1320, true), ("fri 22:00-07:00", 4, 1319, false),
    ("fri 22:00-07:00", 5, 419, true),
    ("fri 22:00-07:00", 5, 420, false), ("fri 22:00-07:00", 4, 419, false), ("sun 22:00-07:00", 0, 0, true),
    ("00:00-24:00", 3, 1439, true), ("09:00-10:00", 2, 540, true), ("09:00-10:00", 2, 600, false),
    ("mon 12:00-12:00", 0, 0, false),
  ])
  func `A schedule knows its minutes`(text: String, day: Int, minute: Int, expected: Bool) {
    #expect((DaySchedule(text)?.contains(day: day, minute: minute) ?? false) == expected)
  }
}
