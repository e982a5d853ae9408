import Geometry
import Scenes
import TestSupport
import Testing
import Views
import VisualEffects

@testable import BarUI

struct CalendarTests {
  @Test(
    arguments: [
      (1970, 1, 1, 0, 4), (2000, 2, 29, 11_016, 2), (2026, 11, 23, 20_780, 1), (1969, 12, 31, -1, 3),
      (1600, 2, 29, -135_081, 2), (0, 3, 1, -719_468, 3), (-1, 12, 31, -719_529, 5),
    ])
  func `days are counted as the Gregorian calendar has them`(
    year: Int, month: Int, dayOfMonth: Int, day: Int, weekday: Int
  ) {
    let date = CalendarDate(year: year, month: month, day: dayOfMonth)
    #expect(date.day == day && date.weekday == weekday)
    #expect(date.year == year && date.month == month && date.dayOfMonth == dayOfMonth)
  }

  @Test func `every day of four centuries follows the one before`() {
    var former = CalendarDate(year: 1899, month: 12, day: 31)
    for _ in 0..<146_097 {
      let next = former + 1
      let isNewMonth = next.dayOfMonth == 1
      let isRight =
        isNewMonth
        ? (next.month == former.month % 12 + 1 && next.year == former.year + (former.month == 12 ? 1 : 0))
        : (next.dayOfMonth == former.dayOfMonth + 1 && next.month == former.month && next.year == former.year)
      if !isRight || CalendarDate(year: next.year, month: next.month, day: next.dayOfMonth) != next {
        Issue.record("\(former) \(next)")
        return
      }
      former = next
    }
  }

  @Test func `months beyond a year's go on`() {
    #expect(CalendarDate(year: 2026, month: 13, day: 1) == CalendarDate(year: 2027, month: 1, day: 1))
    #expect(CalendarDate(year: 2026, month: 0, day: 31) == CalendarDate(year: 2025, month: 12, day: 31))
    #expect(CalendarDate(year: 2026, month: -11, day: 1) == CalendarDate(year: 2025, month: 1, day: 1))
  }

  /// Dates with their week numbers: by ISO 8601, as `date +%V` prints them, and by the convention of the United
  /// States, where weeks begin on Sunday.
  @Test(
    arguments: [
      (2026, 1, 1, 1, 1), (2025, 12, 29, 1, 1), (2027, 1, 1, 53, 1), (2027, 1, 4, 1, 2), (2024, 12, 30, 1, 1),
      (2021, 1, 3, 53, 2), (2026, 11, 23, 48, 48), (2023, 1, 1, 52, 1), (2022, 12, 31, 52, 53),
    ])
  func `weeks are numbered by the rule of the place`(year: Int, month: Int, day: Int, iso: Int, american: Int)
  {
    let date = CalendarDate(year: year, month: month, day: day)
    #expect(WeekRule.iso.week(of: date) == iso)
    #expect(WeekRule(firstWeekday: 7, leastDaysInFirstWeek: 1).week(of: date) == american)
  }

  @Test func `a week begins on its first day`() {
    for first in 1...7 {
      let rule = WeekRule(firstWeekday: first, leastDaysInFirstWeek: 4)
      for day in -10..<10 {
        let start = rule.start(of: CalendarDate(day: day))
        #expect(start.weekday == first && (0...6).contains(day - start.day))
      }
    }
  }

  @Test(arguments: [(1, [6, 7]), (7, [5, 6]), (6, [4, 5])])
  func `days of the weekend, which the locale tells, are paler than workdays`(
    firstWorkday: Int, weekend: [Int]
  ) {
    let words = CalendarWords(months: (1...12).map { "M\($0)" }, weekdays: (1...7).map { "D\($0)" })
    let rule = WeekRule(firstWeekday: 1, leastDaysInFirstWeek: 4, firstWorkday: firstWorkday)
    // This date is a Monday.
    let today = CalendarDate(year: 2026, month: 11, day: 23)
    let scene = layout(
      CalendarView(CalendarState(today: today), rule: rule, words: words), in: Proposal(),
      environment: ViewEnvironment(scale: 1), measurer: MonospaceMeasurer()
    ).scene
    let days = scene.texts.filter { Int($0.text.string) != nil }
    #expect(days.count == 42)
    let dates = (0..<42).map { CalendarDate(year: 2026, month: 10, day: 26) + $0 }
    let month = zip(dates, days).filter { date, _ in date.month == 11 && date != today }
    let paler = Set(month.filter { weekend.contains($0.0.weekday) }.map { $0.1.ink })
    let others = Set(month.filter { !weekend.contains($0.0.weekday) }.map { $0.1.ink })
    #expect(paler.count == 1 && others.count == 1 && paler.isDisjoint(with: others))
    let outside = Set(zip(dates, days).filter { date, _ in date.month != 11 }.map { $0.1.ink })
    #expect(outside.count == 1 && outside.isDisjoint(with: paler) && outside.isDisjoint(with: others))
  }

  @Test func `keys go by days, weeks, months and years`() {
    let today = CalendarDate(year: 2026, month: 1, day: 31)
    var state = CalendarState(today: today)
    func press(_ keysym: UInt32, _ modifiers: KeyModifiers = []) -> Bool {
      state.follow(KeyEvent(keysym: keysym, modifiers: modifiers))
    }
    // The first arrow key selects the current day.
    #expect(press(Keysym.right) && state.selected == today)
    #expect(press(Keysym.right) && state.selected == today + 1 && state.month.month == 2)
    #expect(press(Keysym.up) && state.selected == today + -6 && state.month.month == 1)
    state.select(today)
    #expect(press(Keysym.pageDown) && state.selected == CalendarDate(year: 2026, month: 2, day: 28))
    #expect(press(Keysym.pageUp, .shift) && state.selected == CalendarDate(year: 2025, month: 2, day: 28))
    #expect(press(Keysym.home) && state.selected == nil && state.month.month == 1)
    #expect(!press(Keysym.tab))
  }

  @Test(arguments: [
    ("November", "November 2026"), ("novembre", "Novembre 2026"), ("11月", "2026年11月"), ("11월", "2026년 11월"),
  ]) func `the headline of a month has the order of its language`(month: String, heading: String) {
    let words = CalendarWords(
      months: Array(repeating: month, count: 12), weekdays: Array(repeating: "", count: 7))
    #expect(words.heading(of: CalendarDate(year: 2026, month: 11, day: 28)) == heading)
  }

  @Test func `a date is written in the order of the words`() {
    let date = CalendarDate(year: 2026, month: 11, day: 25)
    let forms = [("%d %B", "25 N"), ("%B %d", "N 25"), ("%B%d日", "N25日"), ("%-d. %B", "25. N")]
    for (form, text) in forms {
      let words = CalendarWords(
        months: (1...12).map { "M\($0)" }, monthsOfDates: (1...12).map { _ in "N" },
        weekdays: (1...7).map { "D\($0)" }, date: form)
      #expect(words.text(of: date) == text)
    }
  }

  @Test func `the current day is followed while its month is shown`() {
    let last = CalendarDate(year: 2026, month: 1, day: 31)
    var state = CalendarState(today: last)
    state.dayChanged(to: last + 1)
    #expect(state.month.month == 2)
    state.turn(by: 5)
    state.dayChanged(to: last + 2)
    #expect(state.month.month == 7)
    state.turn(by: .max / 100)
    #expect(state.month.month == 7)
  }

  @Test(arguments: [true, false]) func `a month has six weeks of days that can be selected`(hasNumbers: Bool)
  {
    let words = CalendarWords(
      months: (1...12).map { "M\($0)" }, weekdays: (1...7).map { "D\($0)" })
    let state = CalendarState(today: CalendarDate(year: 2026, month: 11, day: 23))
    let layout = layout(
      CalendarView(state, rule: .iso, words: words, showsWeekNumbers: hasNumbers),
      in: Proposal(width: nil, height: nil), environment: ViewEnvironment(scale: 1),
      measurer: MonospaceMeasurer())
    let days = layout.regions.compactMap { region -> CalendarDate? in
      guard case .select(let date)? = region.actions[.tap(.primary)]?.as(CalendarAction.self) else {
        return nil
      }
      return date
    }
    let first = CalendarDate(year: 2026, month: 10, day: 26)
    #expect(days == (0..<42).map { first + $0 })
    let texts = layout.scene.texts.map(\.text.string)
    #expect(texts.contains("M11 2026") && texts.contains("D1") && texts.contains("23 M11"))
    #expect(texts.filter { $0 == "48" }.count == (hasNumbers ? 1 : 0))
  }

  @Test(arguments: [
    (3, 2026, 1, ["M12", "M1", "M2"], "2025 – 2026", 90), (3, 2026, 11, ["M10", "M11", "M12"], "2026", 92),
    (12, 2026, 11, (1...12).map { "M\($0)" }, "2026", 365),
  ]) func `several months have their own days and no others`(
    count: Int, year: Int, month: Int, names: [String], heading: String, days: Int
  ) {
    let words = CalendarWords(months: (1...12).map { "M\($0)" }, weekdays: (1...7).map { "D\($0)" })
    let state = CalendarState(today: CalendarDate(year: year, month: month, day: 5))
    let layout = layout(
      CalendarView(state, rule: .iso, words: words, months: count), in: Proposal(width: nil, height: nil),
      environment: ViewEnvironment(scale: 1), measurer: MonospaceMeasurer())
    let texts = layout.scene.texts.map(\.text.string)
    #expect(texts.filter { $0.hasPrefix("M") } == names && texts.contains(heading))
    var shown: [CalendarDate] = []
    var turns: [Int] = []
    for region in layout.regions {
      switch region.actions[.tap(.primary)]?.as(CalendarAction.self) {
      case .select(let date)?: shown.append(date)
      case .turn(let months)?: turns.append(months)
      default: break
      }
    }
    #expect(shown.count == days && Set(shown).count == days)
    #expect(turns == (count == 12 ? [-12, 12] : [-1, 1]))
    #expect(
      layout.tooltips.map(\.text)
        == (count == 12 ? ["Previous year", "Next year"] : ["Previous month", "Next month"]))
    // Today is marked in one month alone.
    #expect(layout.scene.texts.filter { $0.ink == .plain(.one) }.map(\.text.string) == ["5"])
  }

  @Test(arguments: [(1, 28), (3, 23)])
  func `days grow with the letters`(months: Int, circle: Int) throws {
    let words = CalendarWords(months: (1...12).map { "M\($0)" }, weekdays: (1...7).map { "D\($0)" })
    let state = CalendarState(today: CalendarDate(year: 2026, month: 11, day: 23))
    func scene(_ textScale: Double) -> Scene {
      layout(
        CalendarView(state, rule: .iso, words: words, months: months, textScale: textScale),
        in: Proposal(width: nil, height: nil), environment: ViewEnvironment(scale: 1),
        measurer: MonospaceMeasurer()
      ).scene
    }
    let accent = Ink.colour(SIMD4(Accent.systemBlue.shown(.standard), 1))
    func disc(_ scene: Scene) throws -> PixelRect {
      let frames = scene.nodes.compactMap { node -> PixelRect? in
        if case .fill(let fill) = node, fill.ink == accent { fill.frame } else { nil }
      }
      return try #require(frames.first)
    }
    let (usual, large) = (scene(1), scene(2))
    let (small, great) = (try disc(usual), try disc(large))
    #expect(small.width == circle && small.height == circle)
    #expect(great.width == 2 * circle && great.height == 2 * circle)
    let table = months == 1 ? usual.size.width - 2 * Int(CalendarView.inset) : months * 7 * 28
    #expect(large.size.width - usual.size.width == table)
  }

  @Test func `times at other places are below the days, and no more than eight of them`() throws {
    let words = CalendarWords(months: (1...12).map { "M\($0)" }, weekdays: (1...7).map { "D\($0)" })
    let state = CalendarState(today: CalendarDate(year: 2026, month: 11, day: 23))
    func scene(_ clocks: [WorldClock]) -> Scene {
      layout(
        CalendarView(state, rule: .iso, words: words, clocks: clocks), in: Proposal(width: nil, height: nil),
        environment: ViewEnvironment(scale: 1), measurer: MonospaceMeasurer()
      ).scene
    }
    let shown = scene([
      WorldClock(place: "Berlin", time: "09:41"), WorldClock(place: "Tokyo", time: "16:41", weekday: "Tue"),
    ])
    func frame(_ text: String) throws -> PixelRect {
      try #require(shown.texts.first { $0.text.string == text }).frame
    }
    let (place, time, day) = (try frame("Tokyo"), try frame("16:41"), try frame("Tue"))
    let days = scene([])
    #expect(place.y > days.texts.map(\.frame.maxY).max() ?? 0 && place.maxX < day.x && day.maxX < time.x)
    #expect(time.maxX == shown.size.width - Int(CalendarView.inset) && place.x == Int(CalendarView.inset))
    #expect(try frame("Berlin").maxY <= place.y && shown.size.width == days.size.width)
    let many = scene((1...20).map { WorldClock(place: "P\($0)", time: "00:00") })
    #expect(
      many.texts.filter { $0.text.string.hasPrefix("P") }.map(\.text.string) == (1...8).map { "P\($0)" })
  }

  @Test(arguments: [1, 3, 12], [false, true])
  func `all days of a week have room at every fractional scale`(months: Int, hasNumbers: Bool) {
    let words = CalendarWords(months: (1...12).map { "M\($0)" }, weekdays: (1...7).map { "D\($0)" })
    let state = CalendarState(today: CalendarDate(year: 2026, month: 11, day: 23))
    for share in 120...360 {
      let scale = Double(share) / 120
      let layout = layout(
        CalendarView(state, rule: .iso, words: words, showsWeekNumbers: hasNumbers, months: months),
        in: Proposal(width: nil, height: nil), environment: ViewEnvironment(scale: scale),
        measurer: MonospaceMeasurer())
      let days = layout.regions.filter { region in
        if case .select? = region.actions[.tap(.primary)]?.as(CalendarAction.self) { true } else { false }
      }
      #expect(days.count == (months == 1 ? 42 : months == 3 ? 92 : 365), "\(scale)")
      // The table keeps its distance to the edges, but for rounding.
      let inset = Int((CalendarView.inset * scale).rounded(.down)) - 1
      let (left, right) = (days.map(\.visible.x).min() ?? 0, days.map(\.visible.maxX).max() ?? 0)
      #expect(left >= inset && right <= layout.size.width - inset, "\(scale): \(left), \(right)")
    }
  }

  @Test(arguments: [true, false]) func `today is white on the accent in both appearances`(isDark: Bool) {
    let words = CalendarWords(months: (1...12).map { "M\($0)" }, weekdays: (1...7).map { "D\($0)" })
    let state = CalendarState(today: CalendarDate(year: 2026, month: 11, day: 23))
    let environment = ViewEnvironment(scale: 1, isDark: isDark)
    let scene = layout(
      CalendarView(state, rule: .iso, words: words), in: Proposal(width: nil, height: nil),
      environment: environment, measurer: MonospaceMeasurer()
    ).scene
    #expect(scene.texts.filter { $0.ink == .plain(.one) }.map(\.text.string) == ["23"])
    let accent = Ink.colour(SIMD4(Accent.systemBlue.shown(.standard), 1))
    let discs = scene.nodes.filter { if case .fill(let fill) = $0 { fill.ink == accent } else { false } }
    #expect(discs.count == 1)
  }

  @Test(arguments: [true, false])
  func `where more contrast is wanted, today has an edge, which is wider on the selected day`(isDark: Bool) {
    let words = CalendarWords(months: (1...12).map { "M\($0)" }, weekdays: (1...7).map { "D\($0)" })
    let ink: SIMD4<Double> = isDark ? [1, 1, 1, 1] : [0, 0, 0, 1]
    var environment = ViewEnvironment(scale: 1, isDark: isDark)
    environment.edge = .stroked
    func borders(selecting selected: CalendarDate?) -> [Border] {
      var state = CalendarState(today: CalendarDate(year: 2026, month: 11, day: 23))
      if let selected { state.select(selected) }
      let scene = layout(
        CalendarView(state, rule: .iso, words: words), in: Proposal(width: nil, height: nil),
        environment: environment, measurer: MonospaceMeasurer()
      ).scene
      return scene.nodes.compactMap { if case .effect(let node) = $0 { node.border } else { nil } }
    }
    #expect(borders(selecting: nil).contains(Border(width: 1, colour: ink)))
    let other = CalendarDate(year: 2026, month: 11, day: 4)
    #expect(borders(selecting: other).contains(Border(width: 2, colour: ink)))
  }

  @Test func `from right to left, a month is the mirror image of itself`() {
    let words = CalendarWords(months: (1...12).map { "M\($0)" }, weekdays: (1...7).map { "D\($0)" })
    let state = CalendarState(today: CalendarDate(year: 2026, month: 11, day: 23))
    let layouts = [false, true].map { isRightToLeft in
      var environment = ViewEnvironment(scale: 1)
      environment.isRightToLeft = isRightToLeft
      return layout(
        CalendarView(state, rule: .iso, words: words, isRightToLeft: isRightToLeft),
        in: Proposal(width: nil, height: nil), environment: environment, measurer: MonospaceMeasurer())
    }
    let regions = layouts.map(\.regions)
    #expect(layouts[0].size == layouts[1].size && regions[0].count == regions[1].count)
    for (plain, mirrored) in zip(regions[0], regions[1]) {
      #expect(plain.actions == mirrored.actions)
      #expect(abs(mirrored.visible.x + plain.visible.maxX - layouts[0].size.width) <= 1)
    }
  }
}
