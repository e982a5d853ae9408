import TestSupport
import Testing

/// What the types allow; the compiler is asked.
struct ViewTypeTests {
  static let prelude = """
    import Geometry
    import Scenes
    import VisualEffects
    let frame = LogicalRect(x: 0, y: 0, width: 9, height: 9)
    let blur = BlurEffect(style: .systemMaterial)
    let label = VibrancyEffect(blurEffect: blur)
    struct Flat: TextMeasurer {
      func measure(_ text: StyledText) -> TextExtent {
        TextExtent(size: PixelSize(width: 1, height: 1), baseline: 1)
      }
      func capHeight(font: String, scale: Double) -> Double { 1 }
    }
    let resolution = Resolution(scale: 1, isDark: true, measurer: Flat())

    """

  @Test func `vibrancy in a content view, conditions, loops and own views compile`() throws {
    let source = """
      struct Clock: View {
        var isLate: Bool
        var body: ViewTree {
          if isLate { Label("late", frame: frame) } else { Fill(frame: frame, colour: [1, 0, 0, 1]) }
        }
      }
      struct Title: GlassContent {
        var glassContent: GlassTree {
          VibrancyView(effect: label) { Label("title", frame: frame) }
        }
      }
      struct Star: VibrantContent {
        var vibrantContent: VibrantTree { Image(Bitmap(size: PixelSize(width: 1, height: 1)), frame: frame) }
      }
      func good(_ names: [String], _ isShown: Bool) -> [Node] {
        resolution.nodes {
          Clock(isLate: false)
          VisualEffectView(effect: blur, frame: frame) {
            Label("own colour", frame: frame, colour: [1, 0, 0, 1])
            Title()
            VibrancyView(effect: VibrancyEffect(blurEffect: blur, style: .secondaryLabel)) {
              for name in names { Label(name, frame: frame) }
              if isShown { Separator(.horizontal, x: 0, y: 0, length: 9) }
              Star()
            }
            VisualEffectView(effect: nil, frame: frame) { Title() }.cornerRadius(4).alpha(0.5)
          }
        }
      }
      """
    let complaints = try #require(TypeChecker.complaints(about: Self.prelude + source), "no compiler")
    #expect(complaints == [])
  }

  /// Each is one function, and each must be refused for its own reason.
  static let wrong: [(code: String, reason: String)] = [
    ("resolution.nodes { VibrancyView(effect: label) { Label(\"\", frame: frame) } }", "conform to 'View'"),
    (
      "VisualEffectView(effect: blur, frame: frame) { VibrancyEffect(blurEffect: blur) }",
      "conform to 'GlassContent'"
    ),
    (
      "VisualEffectView(effect: blur, frame: frame) { VibrancyView(effect: label) { VisualEffectView(effect: blur, frame: frame) } }",
      "conform to 'VibrantContent'"
    ),
    ("VibrancyView(effect: label) { VibrancyView(effect: label) { } }", "conform to 'VibrantContent'"),
    ("VibrancyView(effect: blur) { }", "expected argument type 'VibrancyEffect'"),
    ("VisualEffectView(effect: label, frame: frame) { }", "expected argument type 'BlurEffect"),
    ("VibrancyEffect(style: .label)", "missing argument for parameter 'blurEffect'"),
    ("VibrancyEffect()", "missing argument"),
    ("VibrancyView(effect: label) { } as any View", "cannot convert value of type 'VibrancyView'"),
    ("resolution.nodes { VibrancyView(effect: label) { }.glassContent }", "'GlassTree' conform to 'View'"),
    ("ViewTree(elements: [])", "inaccessible due to 'internal'"),
  ]

  @Test func `vibrancy elsewhere, or without a blur effect, is refused`() throws {
    let functions = Self.wrong.map { "func wrong\(abs($0.code.hashValue))() { _ = \($0.code) }" }
    let lines = Self.prelude.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    let source = Self.prelude + functions.joined(separator: "\n")
    let complaints = try #require(TypeChecker.complaints(about: source), "no compiler")
    for (index, wrong) in Self.wrong.enumerated() {
      let found = complaints.filter { $0.line == lines + 1 + index }.map(\.message)
      #expect(found.contains { $0.contains(wrong.reason) }, "\(wrong.code): \(found)")
    }
    #expect(complaints.allSatisfy { $0.line > lines })
  }
}
