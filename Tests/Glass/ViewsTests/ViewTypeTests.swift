import TestSupport
import Testing

/// Tests of the uses that the types of views allow and refuse; the compiler is asked.
struct ViewTypeTests {
  static let prelude = """
    import Geometry
    import Scenes
    import Views
    import VisualEffects
    let blur = BlurEffect(style: .systemMaterial)
    let label = VibrancyEffect(blurEffect: blur)

    """

  @Test func `vibrancy on glass, conditions, loops and own views compile`() throws {
    let source = """
      struct Clock: View {
        var isLate: Bool
        var body: ViewTree {
          if isLate { Text("late") } else { Fill(.colour([1, 0, 0, 1])).frame(width: 9, height: 9) }
        }
      }
      struct Star: View {
        var body: ViewTree { Image(Bitmap(size: PixelSize(width: 1, height: 1)), isTemplate: true).body }
      }
      func good(_ names: [String], _ isShown: Bool) -> ViewTree {
        VStack {
          Clock(isLate: false)
          VStack {
            Text("own colour").ink(.colour([1, 0, 0, 1]))
            VStack {
              for name in names { Text(name) }
              if isShown { Divider() }
              Star()
            }
            .vibrantMask(.secondaryLabel)
            Text("title").vibrancy(.label).glass(GlassSheet(nil, corners: LogicalCorners(4), opacity: 0.5))
          }
          .glass(blur)
        }
        .body
      }
      """
    let complaints = try #require(TypeChecker.complaints(about: Self.prelude + source), "no compiler")
    #expect(complaints == [])
  }

  /// Each is one function, and each must be refused for its own reason.
  static let wrong: [(code: String, reason: String)] = [
    ("VStack { VibrancyEffect(blurEffect: blur) }", "conform to 'View'"),
    ("VStack { blur }", "conform to 'View'"),
    ("VStack { GlassSheet(blur) }", "conform to 'View'"),
    ("Text(\"\").vibrancy(blur)", "expected argument type 'VibrancyEffect.Style'"),
    ("Text(\"\").glass(label)", "expected argument type 'GlassSheet'"),
    ("GlassSheet(label)", "expected argument type 'BlurEffect"),
    ("VibrancyEffect(style: .label)", "missing argument for parameter 'blurEffect'"),
    ("VibrancyEffect()", "missing argument"),
    ("ViewTree([])", "inaccessible due to 'internal'"),
  ]

  @Test func `effects in place of views and of each other are refused`() throws {
    let functions = Self.wrong.enumerated().map { "func wrong\($0)() { _ = \($1.code) }" }
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
