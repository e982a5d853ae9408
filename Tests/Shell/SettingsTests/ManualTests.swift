import Glibc
import ModuleModel
import Settings
import Testing
import VisualEffects

/// hyaline(5) and the table of options say the same.
struct ManualTests {
  @Test func `the manual has every option with type, unit, default and example, and no other`() throws {
    let lines = try manual()
    var documented: Set<String> = []
    for section in Settings.options {
      for option in section.options {
        let path = (section.path.isEmpty ? "" : section.path + ".") + option.key
        documented.insert(path)
        guard let start = lines.firstIndex(of: ".It Va \(path)") else {
          Issue.record("\(path) is missing")
          continue
        }
        let entry = lines[(start + 1)...].prefix { !$0.hasPrefix(".It") && !$0.hasPrefix(".El") }
        var remarks = [option.type]
        if let unit = option.unit { remarks.append(unit) }
        if let value = option.default ?? option.absent { remarks.append("default: " + value) }
        if option.isNeeded { remarks.append("needed") }
        #expect(entry.first == ".Pq " + remarks.joined(separator: "; "), "\(path)")
        #expect(entry.last == ".Dl \(option.key) = \(option.example)", "\(path)")
        #expect(entry.count > 2, "\(path) is not explained")
      }
    }
    let items = lines.filter { $0.hasPrefix(".It Va ") }.map { String($0.dropFirst(7)) }
    #expect(Set(items) == documented)
  }

  @Test func `the manual has every field and every action of every kind of module, and no other`() throws {
    let lines = try manual()
    for kind in ModuleKind.all {
      let start = try #require(lines.firstIndex(of: ".Ss \(kind.name)"), "\(kind)")
      let section = lines[(start + 1)...].prefix { !$0.hasPrefix(".Ss ") && !$0.hasPrefix(".Sh ") }
      let fields = section.filter { $0.hasPrefix(".It Li {") }.map { String($0.dropFirst(8)) }
      #expect(
        fields
          == kind.summary.namedFields.map { field in
            "\(field.label)} Ta \(field.type.rawValue)\(field.unit == .none ? "" : ", " + field.unit.rawValue) Ta \(field.example) Ta"
          }, "\(kind)")
      let actions = section.filter { $0.hasPrefix(".It Cm ") }.map { String($0.dropFirst(7)) }
      #expect(actions == kind.summary.actions.map(\.name), "\(kind)")
    }
  }

  @Test func `the manual has every state that modules set, and no other`() throws {
    let lines = try manual()
    let start = try #require(lines.firstIndex(of: ".Ss States"))
    let section = lines[(start + 1)...].prefix { !$0.hasPrefix(".Ss ") }
    let rows = section.filter { $0.hasPrefix(".It Li ") }.map { String($0.dropFirst(7)) }
    let expected = ModuleKind.all.compactMap { kind -> String? in
      guard let names = kind.summary.stateNames, !names.isEmpty else { return nil }
      return "\(kind.name) Ta Li \(names.joined(separator: " , "))"
    }
    #expect(rows == expected)
  }

  @Test func `the manual has every material and no other`() throws {
    let lines = try manual()
    let start = try #require(lines.firstIndex(of: ".Sh MATERIALS"))
    let end = try #require(lines.firstIndex(of: ".Ss Materials of your own"))
    let names = lines[start..<end].filter { $0.hasPrefix(".It Li ") }
      .flatMap { $0.dropFirst(7).split(separator: " ").filter { $0 != "," }.map(String.init) }
    #expect(names.sorted() == Material.names.sorted())
  }

  @Test func `the manual's example is right`() throws {
    let lines = try manual()
    let start = try #require(lines.firstIndex(of: ".Sh EXAMPLES"))
    let example = lines[(start + 2)...].prefix { $0 != ".Ed" }.joined(separator: "\n")
    let (settings, messages) = decode(example)
    #expect(messages == [])
    #expect(settings.effect(named: settings.bar.material).material(isDark: true).name == "mist")
  }

  @Test(arguments: [
    "everyday", "floating", "full", "glass", "graphs", "i3bar", "islands", "islands-modules", "palette",
    "side",
  ])
  func `the settings of the gallery of bars are right`(name: String) throws {
    let (settings, messages) = decode(try text("bars/\(name).toml"))
    #expect(messages == [])
    #expect(!settings.bar.modules.isEmpty)
  }

  /// The text of a file of the folder `doc`.
  private func text(_ name: String) throws -> String {
    let tests = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let file = try unsafe #require(unsafe fopen("/\(tests)/doc/\(name)", "r"))
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = unsafe getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The lines of the page with its escapes undone.
  private func manual() throws -> [String] {
    var text = try text("hyaline.5")
    for (escape, character) in [
      ("\\(dq", "\""), ("\\(aq", "'"), ("\\(ti", "~"), ("\\-", "-"), ("\\ ", " "), ("\\e", "\\"),
    ] {
      text = text.split(separator: escape, omittingEmptySubsequences: false).joined(separator: character)
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
