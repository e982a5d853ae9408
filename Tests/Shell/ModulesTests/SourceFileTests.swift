import Loop
import Settings
import Testing
import Views

/// The files of kinds and sources say what nothing else would miss: a protocol that is not adopted, a kind that is not
/// listed.
struct SourceFileTests {
  /// A class or a protocol with the protocols that it names, and its methods, such as `perform(_:item:by:)`.
  private struct Declared {
    var adopted: Set<String> = []
    var methods: Set<String> = []
  }

  @Test func `a source that has a method of a protocol for sources adopts the protocol`() throws {
    var types: [String: Declared] = [:]
    for text in files(below: "Sources/Shell/Modules") { collect(text, into: &types) }
    func isSource(_ name: String) -> Bool { all(name).contains("ModuleSource") }
    /// Returns the protocols that a type adopts, and those that they inherit from.
    func all(_ name: String) -> Set<String> {
      (types[name]?.adopted ?? []).reduce(into: []) { $0.formUnion(all($1).union([$1])) }
    }
    let text = try #require(
      files(below: "Sources/Shell/Modules").first { $0.contains("protocol ModuleSource:") })
    let protocols = Set(headers(text, of: ["@MainActor public protocol "]).map(\.name))
    #expect(protocols.count == 15)
    var sources = 0
    for (name, type) in types where !protocols.contains(name) && isSource(name) {
      sources += 1
      for candidate in protocols where !all(name).contains(candidate) {
        let found = types[candidate]!.methods.intersection(type.methods)
        #expect(found.isEmpty, "\(name) has \(found.sorted()), and does not adopt \(candidate)")
      }
    }
    #expect(sources >= 20)
  }

  @Test func `modules, panels, menus and levels ask for no symbol that the set lacks`() throws {
    var asked: Set<String> = []
    for text in files(below: "Sources/Shell") {
      let words = text.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
      asked.formUnion(
        words.filter {
          $0.hasSuffix("-symbolic") && !$0.contains("(") && $0 != "-symbolic" && !$0.hasPrefix("cpu-")
        })
    }
    #expect(asked.count > 60 && asked.contains("bell-symbolic"))
    for name in asked.union(Self.composed) {
      #expect(BuiltInSymbols.bitmap(named: name, side: 16) != nil, "\(name)")
    }
  }

  /// Names that are put together of parts.
  private static let composed =
    (0...10).flatMap { ["battery-level-\($0 * 10)", "battery-level-\($0 * 10)-charging"] }
    + ["excellent", "good", "ok", "weak", "none"].map { "network-wireless-signal-\($0)" }
    + ["muted", "low", "medium", "high", "overamplified"].map { "audio-volume-\($0)" }
    + ["muted", "low", "medium", "high"].map { "microphone-sensitivity-\($0)" }
    + ["power-saver", "balanced", "performance"].map { "power-profile-\($0)" }
    + ["caps-lock", "caps-lock-off", "display-brightness", "keyboard-brightness"]
    // The icons that BlueZ has for devices.
    + [
      "audio-card", "audio-headphones", "audio-headset", "camera-photo", "camera-video", "computer",
      "input-gaming", "input-keyboard", "input-mouse", "input-tablet", "modem", "multimedia-player",
      "network-wireless", "phone", "printer", "scanner", "video-display",
    ]

  @Test func `every kind that is declared is in the list`() {
    let declared = files(below: "Sources/Shell/Settings/Kinds").flatMap { text in
      text.split(separator: "= ModuleKind(\n").dropFirst().compactMap {
        $0.split(separator: "\"").dropFirst().first.map(String.init)
      }
    }
    #expect(declared.sorted() == ModuleKind.all.map(\.name).sorted())
  }

  /// Adds the classes, extensions and protocols of a file.
  private func collect(_ text: String, into types: inout [String: Declared]) {
    for header in headers(
      text, of: ["final class ", "@MainActor public protocol ", "protocol ", "extension "])
    {
      types[header.name, default: Declared()].adopted.formUnion(header.adopted)
      types[header.name]?.methods.formUnion(methods(header.body))
    }
  }

  private func headers(
    _ text: String, of keywords: [String]
  ) -> [(name: String, adopted: [String], body: Substring)] {
    ("\n" + text).split(separator: "\n}").compactMap { block in
      for keyword in keywords {
        guard let start = block.firstRange(of: "\n" + keyword)?.upperBound,
          let end = block[start...].firstIndex(of: "{")
        else { continue }
        let parts = block[start..<end].split(separator: ":")
        guard let name = parts.first else { continue }
        let adopted = parts.dropFirst().joined().split(separator: ",").map(trimmed)
        return (trimmed(name), adopted, block[end...])
      }
      return nil
    }
  }

  /// The methods of a body that are not private, by their names and the labels of their arguments.
  private func methods(_ body: Substring) -> [String] {
    body.split(separator: "\n  func ").dropFirst().compactMap { rest in
      guard let open = rest.firstIndex(of: "(") else { return nil }
      var depth = 0
      var labels = ""
      var startsArgument = true
      for character in rest[open...] {
        if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
        if depth == 0 { break }
        if depth == 1, character == "," { startsArgument = true }
        if startsArgument, depth == 1, character != "(", character != ",", character != "\n" {
          if character == " " || character == ":" {
            if !labels.isEmpty && labels.last != ":" { (labels, startsArgument) = (labels + ":", false) }
          } else {
            labels.append(character)
          }
        }
      }
      return "\(rest[..<open])(\(labels))"
    }
  }

  private func trimmed(_ text: some StringProtocol) -> String {
    String(text.split { $0 == " " || $0 == "\n" }.joined(separator: " "))
  }

  /// The texts of the Swift files in a folder of the project and the folders in it.
  private func files(below folder: String) -> [String] {
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    func texts(_ path: String) -> [String] {
      Directory.names(in: path).sorted().flatMap { name -> [String] in
        let path = path + "/" + name
        return name.hasSuffix(".swift") ? [RegularFile.text(ofPath: path, upTo: 1 << 20) ?? ""] : texts(path)
      }
    }
    return texts(root + "/" + folder)
  }
}
