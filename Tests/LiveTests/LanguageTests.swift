import Geometry
import HeadlessSession
import Loop
import TestSupport
import Testing
import TextProcessing

extension LiveTests {
  /// Bars in languages for which the system need not have a locale.
  @Suite struct LanguageTests {
    /// The environments of programs that use the locales which were written.
    private static var environments: [String: [String: String]] = [:]

    /// Writes a locale and the catalogue of its language, once for all tests; returns the environment of a program that
    /// uses both.
    private func environment(_ locale: String, in sway: HeadlessSway) throws -> [String: String] {
      if let known = Self.environments[locale] { return known }
      let shared = try SharedFiles.directory()
      let (locales, catalogues) = (
        try shared.makeDirectory("locales"), try shared.makeDirectory("catalogues")
      )
      let language = String(locale.prefix { $0 != "_" })
      let folder = "\(catalogues)/\(language)/LC_MESSAGES"
      let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
      let definition = try shared.write(Self.definition(of: locale), to: locale)
      try sway.run(["localedef", "-i", definition, "-f", "UTF-8", "\(locales)/\(locale).UTF-8"])
      try sway.run(["mkdir", "-p", folder])
      try sway.run(["msgfmt", "-o", "\(folder)/hyaline.mo", "\(root)/po/\(language).po"])
      try sway.run(["chmod", "-R", "a+rX", locales, catalogues])
      let environment = ["LANG": locale + ".UTF-8", "LOCPATH": locales, "HYALINE_LOCALE_DIR": catalogues]
      Self.environments[locale] = environment
      return environment
    }

    /// The definition of a locale that is as the system's, but for the order of words, which the program does not use and
    /// which takes two thirds of the time to compile.
    private static func definition(of locale: String) -> String {
      let categories = [
        "IDENTIFICATION", "CTYPE", "COLLATE", "MONETARY", "NUMERIC", "TIME", "MESSAGES", "PAPER", "NAME",
        "ADDRESS", "TELEPHONE", "MEASUREMENT",
      ].map { category in
        let source = category == "COLLATE" ? "POSIX" : locale
        return "LC_\(category)\ncopy \"\(source)\"\nEND LC_\(category)\n"
      }
      return "comment_char %\nescape_char /\n" + categories.joined()
    }

    @Test(arguments: [
      ("de_DE", "Sperren", "Abmelden", ","), ("ja_JP", "ロック", "ログアウト", "."),
      ("ar_EG", "أقفل", "اخرج", "."),
    ]) func `a panel is in the language of the locale, and decimals have its sign`(
      locale: String, lock: String, logOut: String, separator: String
    ) throws {
      let settings = "[bar]\nend = [\"load\", \"session\"]\n[load]\nformat = \"{load1:.2}\"\n"
      let stage = try ModuleStage(environment: { try environment(locale, in: $0) }, { _ in settings })
      defer { stage.stop() }
      try eventually("the module") { try stage.module("session")?["frame"]?.frame != nil }
      try eventually("decimals") { try stage.text("load")?.dropLast(2).last.map(String.init) == separator }
      try stage.click("session")
      try eventually("the panel") { try stage.entries().prefix(2) == [lock, logOut] }
      let english: Set = ["Lock", "Log out", "Suspend", "Hibernate", "Restart", "Power off"]
      #expect(english.isDisjoint(with: try stage.entries()))
    }

    @Test(arguments: [("fr_FR", " %"), ("ja_JP", "%")])
    func `percentages of the usual formats are in the language of the locale, and one's own are as written`(
      locale: String, sign: String
    ) throws {
      let settings = "[bar]\nend = [\"memory\", \"disk\"]\n[disk]\nformat = \"{percent}%\"\n"
      let stage = try ModuleStage(environment: { try environment(locale, in: $0) }, { _ in settings })
      defer { stage.stop() }
      func figures(_ module: String) throws -> String? {
        try stage.text(module).map { String($0.drop { !$0.isNumber }) }
      }
      try eventually("figures") {
        try figures("memory")?.isEmpty == false && figures("disk")?.isEmpty == false
      }
      #expect(try figures("memory")?.drop(while: \.isNumber) == sign[...])
      #expect(try figures("disk")?.drop(while: \.isNumber) == "%")
    }

    @Test func `a line in Arabic is written from right to left though it begins with a number and a unit`()
      throws
    {
      let settings = "[bar]\nend = [\"memory\"]\n"
      let stage = try ModuleStage(environment: { try environment("ar_EG", in: $0) }, { _ in settings })
      defer { stage.stop() }
      try eventually("the module") { try stage.module("memory")?["frame"]?.frame != nil }
      let tooltip = try #require(try stage.module("memory")?["tooltip"]?.string)
      // Marks at the start set the direction of the line, since the first letter is that of the unit.
      #expect(tooltip.hasPrefix("\u{200F}\u{2068}") && tooltip.contains("\u{2069} من \u{2068}"))
    }
  }
}
