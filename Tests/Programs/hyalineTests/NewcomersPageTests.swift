import Arguments
import HeadlessSession
import Settings
import Testing

@testable import hyaline

/// Tests that the page for users of other programs names commands that exist.
struct NewcomersPageTests {
  private static let page: [String] = {
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let text = readText("\(root)/doc/coming-from-waybar-and-mako.md") ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }()

  /// The texts of the page that are code: those between backticks, and the lines of blocks.
  private static let code: [String] = {
    var isBlock = false
    return page.flatMap { line -> [String] in
      if line.hasPrefix("```") {
        isBlock.toggle()
        return []
      }
      if isBlock || line.hasPrefix("    ") { return [line.replacing("\" \"", with: " ")] }
      return line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }
  }()

  /// The command lines of hyaline in the code, without the name of the program.
  private static let commands: [[String]] = code.flatMap { text in
    text.split { "\"#;&".contains($0) }.compactMap { part in
      let words = part.split(separator: " ").map(String.init)
      guard let start = words.firstIndex(of: "hyaline"), start == 0 || starters.contains(words[start - 1])
      else {
        return nil
      }
      // This word stands for the number of a notification.
      return words[(start + 1)...].map { $0 == "ID" ? "1" : $0 }
    }
  }

  /// The words that a command follows.
  private static let starters: Set = ["exec", "exec,", "="]

  @Test func `every command of the page is one`() throws {
    #expect(Self.commands.count > 50, "\(Self.commands)")
    for words in Self.commands where words != ["=", "hyaline"] {
      #expect(throws: Never.self, "\(words)") {
        _ = try CommandTable.program.request(for: words, version: "")
      }
    }
  }

  @Test func `every compositor has the same keys`() {
    let keys = [
      ["bar", "activate", "audio", "scroll_up"], ["bar", "activate", "audio", "scroll_down"],
      ["bar", "activate", "audio", "middle"], ["bar", "activate", "backlight", "scroll_up"],
      ["bar", "activate", "backlight", "scroll_down"], ["bar", "focus"],
      ["notifications", "do-not-disturb", "toggle"],
    ]
    for compositor in ["sway", "labwc", "Hyprland", "niri", "wayfire"] {
      let section = Self.page.drop { $0 != "### \(compositor)" }.dropFirst().prefix { !$0.hasPrefix("### ") }
      let text = section.joined(separator: "\n").replacing("\" \"", with: " ")
      for key in keys {
        #expect(text.contains("hyaline \(key.joined(separator: " "))"), "\(compositor): \(key)")
      }
    }
  }

  @Test func `every option in the last column of the table of options exists`() {
    let rows = Self.page.drop { !$0.hasPrefix("| mako | dunst | swaync | hyaline, ") }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }
    #expect(rows.count > 15)
    for row in rows {
      let cell = row.split(separator: "|").last ?? ""
      let names = cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { !$0.offset.isMultiple(of: 2) }.map { $0.element.split(separator: " ").first ?? "" }
      // Headings of tables, texts and fields of formats stand there too.
      for name in names where !["[", "\"", "{"].contains(where: name.hasPrefix) {
        let path = name.split(separator: ".").map(String.init)
        let places = [
          ["notifications"] + path, ["notifications", "rules", "0"] + path, ["materials", "a"] + path,
        ]
        #expect(places.contains { SettingsShape.file.shape(at: $0[...]) != nil }, "\(name)")
      }
    }
  }
}
