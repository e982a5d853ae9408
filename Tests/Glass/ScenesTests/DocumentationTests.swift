import Glibc
import HeadlessSession
import TestSupport
import Testing
import VisualEffects

/// The code of the documentation compiles as it is printed.
struct DocumentationTests {
  static let articles = [
    "VisualEffects/VisualEffects.docc/VisualEffects", "VisualEffects/VisualEffects.docc/Materials",
    "VisualEffects/VisualEffects.docc/Vibrancy", "VisualEffects/VisualEffects.docc/LegibleText",
    "Scenes/Scenes.docc/Appearance", "Views/Views.docc/GettingStarted", "Views/Views.docc/Animation",
    "LiveGlass/LiveGlass.docc/ShowingGlass",
  ]

  @Test(arguments: articles)
  func `the code of an article compiles, one block after the other`(article: String) throws {
    let text = try #require(readText("\(root)/Sources/Glass/\(article).md"))
    let blocks = text.codeBlocks
    #expect(!blocks.isEmpty)
    let complaints = try #require(
      TypeChecker.complaints(about: blocks.joined(separator: "\n")), "no compiler")
    #expect(complaints == [])
  }

  @Test func `every article with code is among them`() throws {
    for catalogue in ["VisualEffects", "Scenes", "Views", "LiveGlass"] {
      let directory = "\(root)/Sources/Glass/\(catalogue)/\(catalogue).docc"
      for name in try #require(files(in: directory)) where name.hasSuffix(".md") {
        let text = try #require(readText("\(directory)/\(name)"))
        let article = "\(catalogue)/\(catalogue).docc/\(name.dropLast(3))"
        #expect(text.codeBlocks.isEmpty || Self.articles.contains(article), "\(article)")
      }
    }
  }

  @Test func `the opacities in the article on vibrancy are those of the styles`() throws {
    let article = "\(root)/Sources/Glass/VisualEffects/VisualEffects.docc/Vibrancy.md"
    let lines = try #require(readText(article)).split(separator: "\n").filter { $0.contains(".level(") }
    let styles: [(name: String, style: VibrancyEffect.Style)] = [
      ("label", .label), ("secondaryLabel", .secondaryLabel), ("separator", .separator),
    ]
    #expect(lines.count == styles.count)
    for (line, style) in zip(lines, styles) {
      let code = "VibrancyEffect.Style.\(style.name).level(isDark: false)"
      let words = line.split(separator: " ")
      #expect(line.hasPrefix(code + " ") && words.dropLast().last == "//", "\(line)")
      #expect(words.last.flatMap { Double("0\($0)") } == style.style.level(isDark: false), "\(line)")
    }
  }

  private var root: String {
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
  }

  private func files(in directory: String) -> [String]? {
    guard let stream = unsafe opendir(directory) else { return nil }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      names.append(
        unsafe withUnsafePointer(to: &entry.pointee.d_name) {
          unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
        })
    }
    return names
  }
}

extension String {
  /// The contents of the blocks of Swift.
  fileprivate var codeBlocks: [String] {
    var blocks: [[Substring]] = []
    var isInside = false
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```swift" {
        blocks.append([])
        isInside = true
      } else if line == "```" {
        isInside = false
      } else if isInside {
        blocks[blocks.count - 1].append(line)
      }
    }
    return blocks.map { $0.joined(separator: "\n") }
  }
}
