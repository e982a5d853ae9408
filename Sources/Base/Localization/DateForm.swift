import Glibc

/// The forms of dates and times that are usual in a locale, as formats of strftime(3).
///
/// The C library has no form of a date with the weekday and without the year, as clocks show it.
public struct DateForm: Equatable, Sendable {
  /// A short date and the time of day.
  public var clock: String
  /// A date with the names of the weekday and the month.
  public var fullDate: String
  /// The day and the name of the month, without the year.
  public var dayAndMonth: String
  /// The hours and minutes.
  public var timeOfDay: String

  /// The forms in English where the locale is not known.
  public static let standard = DateForm(
    clock: "%a %e %b  %H:%M", fullDate: "%A %-d %B %Y", dayAndMonth: "%-d %B", timeOfDay: "%H:%M")

  private init(clock: String, fullDate: String, dayAndMonth: String, timeOfDay: String) {
    (self.clock, self.fullDate) = (clock, fullDate)
    (self.dayAndMonth, self.timeOfDay) = (dayAndMonth, timeOfDay)
  }

  /// Makes the forms of a locale such as `de_DE.UTF-8` of the formats `D_FMT`, `D_T_FMT` and `T_FMT` of its category LC_TIME.
  public init(locale: String, date: String, dateAndTime: String, time: String) {
    let language = String(locale.prefix { $0.isLetter })
    let order = Order(date) ?? Order(dateAndTime) ?? .dayFirst
    let (short, full, day) = Self.dates(language, order)
    let timeOfDay = Self.timeOfDay(time)
    self.init(clock: short + "  " + timeOfDay, fullDate: full, dayAndMonth: day, timeOfDay: timeOfDay)
  }

  /// The forms of the category LC_TIME of the locale that `Catalogue.open` has set.
  ///
  /// The corresponding C functions are `setlocale` and `nl_langinfo`.
  public static var local: DateForm {
    guard let name = unsafe setlocale(LC_TIME, nil) else { return standard }
    let locale = unsafe String(cString: name)
    if ["C", "POSIX", "C.UTF-8", "C.utf8"].contains(locale) { return standard }
    func item(_ number: Int) -> String { unsafe String(cString: nl_langinfo(nl_item(number))) }
    return DateForm(locale: locale, date: item(D_FMT), dateAndTime: item(D_T_FMT), time: item(T_FMT))
  }

  /// The order of the day and the month in a date.
  private enum Order {
    case dayFirst, monthFirst

    /// Reads the order from a format; nil: the year comes first, as in dates of numbers that are no model for words.
    init?(_ format: String) {
      let letters = Array(format)
      func place(_ names: Set<Character>) -> Int {
        letters.firstIndex(where: names.contains) ?? letters.count
      }
      let (day, month, year) = (
        place(["d", "e"]), place(["D", "m", "b", "B", "h"]), place(["Y", "y", "F"])
      )
      if year < min(day, month) { return nil }
      self = month < day ? .monthFirst : .dayFirst
    }
  }

  /// Languages that write a full stop behind the number of a day.
  private static let ordinals: Set<String> = [
    "bs", "cs", "da", "de", "et", "fi", "fo", "hr", "is", "lb", "lv", "nb", "nn", "no", "sk", "sl", "sr",
  ]

  /// The short and the full form of a date, and that of the day and the month alone.
  private static func dates(_ language: String, _ order: Order) -> (short: String, full: String, day: String)
  {
    switch language {
    case "ja": ("%-m月%-d日(%a)", "%Y年%-m月%-d日 %A", "%B%-d日")
    case "zh", "yue": ("%-m月%-d日 %a", "%Y年%-m月%-d日 %A", "%B%-d日")
    case "ko": ("%-m월 %-d일 (%a)", "%Y년 %-m월 %-d일 %A", "%B %-d일")
    case "hu": ("%b %-d., %a", "%Y. %B %-d., %A", "%B %-d.")
    case "es", "pt", "gl", "ca": ("%a %-d %b", "%A, %-d de %B de %Y", "%-d de %B")
    case _ where ordinals.contains(language): ("%a %-d. %b", "%A, %-d. %B %Y", "%-d. %B")
    case _ where order == .monthFirst: ("%a %b %-d", "%A, %B %-d, %Y", "%B %-d")
    default: ("%a %-d %b", "%A %-d %B %Y", "%-d %B")
    }
  }

  /// The hours and minutes, by the clock of 12 hours if the locale's form is.
  private static func timeOfDay(_ format: String) -> String {
    var letters: [Character] = []
    var isConversion = false
    for character in format {
      if isConversion, !"-_0^#EO".contains(character) {
        letters.append(character)
        isConversion = false
      } else if character == "%" {
        isConversion = true
      }
    }
    guard let hour = letters.firstIndex(where: { "rIl".contains($0) }) else { return "%H:%M" }
    let half = letters.firstIndex { "pP".contains($0) }
    return half.map { $0 < hour } == true ? "%p %-I:%M" : "%-I:%M %p"
  }
}
