import Geometry
import Scenes
public import VisualEffects

extension View {
  /// Changes the environment of the views inside.
  public func environment(_ change: @escaping @Sendable (inout ViewEnvironment) -> Void) -> ViewTree {
    modified { content, context in
      var context = context
      change(&context.environment)
      return content.box(in: context)
    }
  }

  /// Sets the ink of texts, symbols and templates that ask for none.
  public func ink(_ ink: ViewInk) -> ViewTree { environment { $0.ink = ink } }

  /// Sets the ink of texts, symbols and templates that ask for none to vibrant ink of a style.
  public func vibrancy(_ style: VibrancyEffect.Style) -> ViewTree { ink(.vibrant(style)) }

  /// Draws everything inside with vibrant ink of a style instead of its own inks; pictures become templates.
  ///
  /// On no glass, the ink is black or white of the style's opacity. Views on glass inside have their own inks
  /// again.
  public func vibrantMask(_ style: VibrancyEffect.Style) -> ViewTree {
    environment { $0.vibrantMask = style }
  }

  /// Guarantees this contrast to texts on glass inside, in place of the environment's.
  public func legible(_ legibility: Legibility) -> ViewTree { environment { $0.legibility = legibility } }

  /// Sets the font of texts: a Pango font description such as `Inter Medium 11`.
  public func font(_ font: String) -> ViewTree { environment { $0.font = font } }

  /// Sets the font of texts to one that depends on the height of its lines, which is in points.
  public func font(
    _ choose: @escaping @Sendable (_ font: String, _ lineHeight: (String) -> Double) -> String
  ) -> ViewTree {
    modified { content, outer in
      var context = outer
      context.environment.font = choose(outer.environment.font) { font in
        var measured = outer
        measured.environment.font = font
        return Double(outer.measurer.measure(measured.line("Ág")).size.height) / outer.environment.scale
      }
      return content.box(in: context)
    }
  }

  /// Disables input of the views inside, which no modifier inside can enable again.
  public func disabled(_ isDisabled: Bool = true) -> ViewTree {
    environment { $0.isEnabled = $0.isEnabled && !isDisabled }
  }
}
