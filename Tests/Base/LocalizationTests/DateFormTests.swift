import Testing

@testable import Localization

@Suite struct DateFormTests {
  @Test(arguments: [
    (
      "en_US.UTF-8", "%m/%d/%Y", "%a %d %b %Y %r %Z", "%r", "%a %b %-d  %-I:%M %p", "%A, %B %-d, %Y", "%B %-d"
    ),
    ("en_GB.UTF-8", "%d/%m/%y", "%a %d %b %Y %T %Z", "%T", "%a %-d %b  %H:%M", "%A %-d %B %Y", "%-d %B"),
    ("de_DE.UTF-8", "%d.%m.%Y", "%a %d %b %Y %T %Z", "%T", "%a %-d. %b  %H:%M", "%A, %-d. %B %Y", "%-d. %B"),
    ("ru_RU.UTF-8", "%d.%m.%Y", "%a %d %b %Y %T", "%T", "%a %-d %b  %H:%M", "%A %-d %B %Y", "%-d %B"),
    ("sv_SE", "%Y-%m-%d", "%a %e %b %Y %H:%M:%S", "%H:%M:%S", "%a %-d %b  %H:%M", "%A %-d %B %Y", "%-d %B"),
    ("fa_IR", "%Oy/%Om/%Od", "%A %Oe %B %Oy", "%OH:%OM:%OS", "%a %-d %b  %H:%M", "%A %-d %B %Y", "%-d %B"),
    (
      "ar_EG.UTF-8", "%d %b, %Y", "%d %b, %Y", "%Z %I:%M:%S %p", "%a %-d %b  %-I:%M %p", "%A %-d %B %Y",
      "%-d %B"
    ),
    ("ja_JP", "%Y年%m月%d日", "%Y年%m月%d日", "%H時%M分%S秒", "%-m月%-d日(%a)  %H:%M", "%Y年%-m月%-d日 %A", "%B%-d日"),
    (
      "ko_KR", "%Y년 %m월 %d일", "%x", "%p %I시 %M분 %S초", "%-m월 %-d일 (%a)  %p %-I:%M", "%Y년 %-m월 %-d일 %A",
      "%B %-d일"
    ),
  ])
  func `dates have the order of the locale, and times its clock`(
    locale: String, date: String, dateAndTime: String, time: String, clock: String, full: String, day: String
  ) {
    let form = DateForm(locale: locale, date: date, dateAndTime: dateAndTime, time: time)
    #expect(form.clock == clock && form.fullDate == full && form.dayAndMonth == day)
  }

  @Test func `without a locale the forms are those of English`() {
    #expect(DateForm.local == .standard)
  }
}
