import Settings
import Testing

@testable import Notifications

struct OneTimeCodeTests {
  @Test(arguments: [
    ("Your verification code is 482913.", "482913"), ("482 913 is your code", "482913"),
    ("G-482913 is your Google verification code", "482913"), ("Use 123-456 to sign in", "123456"),
    ("Ihre TAN: 998877", "998877"), ("Dein Code lautet 1234, gültig bis 12:30", "1234"),
    ("Code: 5566 5566", "5566"), ("<#> OTP 77889900 do not share", "77889900"),
  ])
  func `a code is found in a message about one`(text: String, code: String) {
    #expect(OneTimeCode.find(in: text) == code)
  }

  @Test(arguments: [
    "Meeting at 4829", "Your code expires in 10 minutes", "Code review of 123 files", "code 2024",
    "code 123456789",
    "code 482913 or 482914", "PR 12345 was merged", "code: 12.500", "code 12a456",
    "Your pinned post has 12345 likes",
    "code 1200€", "",
  ])
  func `other numbers are no codes`(text: String) {
    #expect(OneTimeCode.find(in: text) == nil)
  }

  @Test func `a notification has the code of its texts unless the settings forbid it`() {
    for isOn in [true, false] {
      var driver = Driver { $0.copiesCodes = isOn }
      driver.notify("Bank", body: "Your <b>code</b> is 482913")
      #expect(driver.store.open[0].code == (isOn ? "482913" : nil))
    }
  }
}
