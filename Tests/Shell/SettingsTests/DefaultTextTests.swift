import Glibc
import Settings
import Testing
import Toml
import VisualEffects

struct DefaultTextTests {
  private let lines = Settings.defaultText.split(separator: "\n", omittingEmptySubsequences: false)

  @Test func `the default file means the defaults as it is printed`() {
    #expect(decode(Settings.defaultText).messages == [])
    #expect(decode(Settings.defaultText).settings == Settings())
  }

  @Test func `it sets the modules of the bar, which stay the same when one of the other options is changed`()
  {
    #expect(lines.filter(isZone).count == zones.count)
    #expect(
      decode(Settings.defaultText.replacing("#height = 32", with: "height = 40")).settings.bar.end
        == BarSettings().end)
  }

  @Test func `a bar that names the modules of a zone has a clock alone in the others`() {
    let end = decode("[bar]\nend = [\"bell\"]").settings.bar
    #expect(end.start == [] && end.center == [.clock] && end.end == [ModuleName(.bell)])
    #expect(decode("[bar]\nheight = 40").settings.bar.modules == BarSettings().modules)
    let both = decode("[[bar]]\nstart = []\n[[bar]]\nedge = \"bottom\"").settings.bars
    #expect(both.map(\.modules) == [[.clock], BarSettings().modules])
  }

  @Test func `it means the defaults with each option line uncommented, alone and together`() {
    let options = lines.indices.filter { isOption(lines[$0]) }
    let all = Settings.options.filter { !$0.isNamed }.flatMap(\.options).count { $0.default != nil }
    #expect(options.count == all - zones.count)
    for choice in options.map({ [$0] }) + [options] {
      var uncommented = lines
      for index in choice { uncommented[index].removeFirst() }
      let (settings, messages) = decode(uncommented.joined(separator: "\n"))
      #expect(messages == [])
      #expect(settings == Settings(), "\(lines[choice[0]])")
    }
  }

  @Test func `its examples are right, each section at a time and together`() {
    let all = lines.map { $0.hasPrefix("#   ") ? $0.dropFirst(4) : $0 }.joined(separator: "\n")
    let (settings, messages) = decode(all)
    #expect(messages == [])
    #expect(settings.backdrop.wallpaper != nil && settings.backdrop.maxRate != nil)
    #expect(Set(settings.modules.keys.map(\.kind)).isSuperset(of: [.cpu, .text, .script, .image, .group]))
    #expect(settings.materials.count == 1)
  }

  @Test func `it shows every option of every section`() {
    var section = ""
    var shown: Set<String> = []
    for line in lines where isOption(line) || isZone(line) || line.hasPrefix("[") || line.hasPrefix("#   ") {
      // Behind another # stands prose, which may begin with a bracket.
      if line.hasPrefix("#   # ") { continue }
      let code = line.drop { $0 == "#" || $0 == " " }
      if code.hasPrefix("[") { section = code.dropFirst().dropLast() + "." }
      if let equals = code.firstRange(of: " = ") { shown.insert(section + code[..<equals.lowerBound]) }
    }
    for section in Settings.options {
      for option in section.options {
        let path = (section.example.isEmpty ? "" : section.example + ".") + option.key
        #expect(shown.contains(path), "\(path)")
      }
    }
  }

  @Test func `no line is too long to read`() {
    #expect(lines.filter { $0.count > 80 } == [])
    #expect(Settings.defaultText.hasSuffix("\n"))
  }

  @Test func `every example of an option is taken`() {
    for section in Settings.options {
      for option in section.options {
        var text = section.options.filter { $0.isNeeded && $0 != option }
          .map { "\($0.key) = \($0.example)\n" }.joined()
        text += "\(option.key) = \(option.example)\n"
        if !section.example.isEmpty { text = "[\(section.example)]\n" + text }
        if option.example.contains("text.") { text += "[text.hello]\ntext = ''\n" }
        if option.example.contains("script.") { text += "[script.load]\ncommand = ['x']\n" }
        #expect(decode(text).messages == [], "\(text)")
        #expect(decode(text).settings != Settings(), "\(text)")
      }
    }
  }

  private let zones = ["start", "center", "end"]

  /// `start = …` and its like.
  private func isZone(_ line: Substring) -> Bool { zones.contains { line.hasPrefix("\($0) = ") } }

  /// `#key = …`, but not `# prose` and not `#   example = …`.
  private func isOption(_ line: Substring) -> Bool {
    line.hasPrefix("#") && line.dropFirst().first?.isLetter == true
  }
}
