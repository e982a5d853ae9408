import ModuleModel
import Views

/// A graph in a module: a smooth line through its values, or a bar for each of the last ones.
struct ModuleGraph: View {
  /// The values, each 0 … 1; nil for one that is not known.
  var values: [Double?]
  var look: ModuleLook
  /// The colour under the module; nil: it lies on glass.
  var ground: ColourGround?

  static let height = 14.0
  /// The width of each value of a line, in points.
  private static let step = 2.0
  private static let bar = (width: 3.0, gap: 1.0)

  var body: ViewTree {
    let width = look.graphWidth ?? Self.step * Double(values.count)
    if look.graphStyle == .bars { return bars(in: width) }
    return Sparkline(values, ink: ViewInk(graphIn: look, on: ground))
      .frame(width: width, height: Self.height)
  }

  /// The last bars that have room, the latest at the right in all languages.
  private func bars(in width: Double) -> ViewTree {
    let count = Int((width + Self.bar.gap) / (Self.bar.width + Self.bar.gap))
    let ink = ViewInk(graphIn: look, on: ground)
    return HStack(spacing: Self.bar.gap, alignment: .bottom) {
      for value in values.suffix(max(1, count)) {
        if let value {
          Fill(ink, cornerRadius: Self.bar.gap)
            .frame(width: Self.bar.width, height: max(1, Self.height * min(max(value, 0), 1)))
        }
      }
    }
    .frame(width: width, height: Self.height, alignment: .bottomTrailing)
    .environment { $0.isRightToLeft = false }
  }
}

extension ViewInk {
  /// The ink of a graph: the colour of its module, or else a mark that is seen on any glass.
  fileprivate init(graphIn look: ModuleLook, on ground: ColourGround?) {
    if let ground {
      self = .onGround(ground, look.ink?.colour)
    } else if case .colour(let colour)? = look.ink {
      self = .colour(colour)
    } else {
      self = .mark(0.6)
    }
  }
}
