import Scenes
import Views
import VisualEffects

/// The letter that stands for a program without an icon, on a rounded square.
struct LetterIcon: View {
  var letter: String
  /// The side of the square, in points.
  var side: Double
  /// The ground of texts that lie on no glass; nil: there is glass below the icon.
  var screen: ColourGround?

  /// A wide letter in the font of a bar leaves some of the square to see.
  private static let style = {
    var style = StyledText.Style()
    (style.weight, style.size) = (600, .factor(0.85))
    return style
  }()

  var body: ViewTree {
    Text(letter, runs: [StyledText.Run(range: 0..<letter.utf8.count, style: Self.style)]).centresInk()
      .leastWidth(.infinity).frame(width: side, height: side).background {
        Fill(
          screen.map { .ground(.screen(inks: $0.inks, lift: ModuleSurface.lift(of: .fill))) }
            ?? .vibrant(.fill),
          cornerRadius: side / 4)
      }
  }
}
