import Geometry
import ModuleModel
import Settings
import Views

/// The line under a module or a bar, at one of its sides.
struct ModuleUnderline {
  var look: ModuleLook
  /// The edge of the bar.
  var edge: OutputEdge

  /// The default width of a line, and the distance of its ends from those of the module, in points.
  private static let usual = (width: 2.0, inset: 8.0)

  /// A side of the view of a module.
  private enum Side { case top, bottom, left, right, leading, trailing }

  init(look: ModuleLook, edge: OutputEdge) { (self.look, self.edge) = (look, edge) }

  /// Makes the line of a bar, which leaves out round corners.
  init(_ bar: BarSettings) {
    self.init(look: ModuleLook(), edge: bar.edge)
    guard bar.underlineColour != nil else { return }
    (look.underlineWidth, look.underlineColour) = (bar.underlineWidth, bar.underlineColour)
    (look.underlineEdge, look.underlineInset) = (bar.underlineEdge, Double(bar.cornerRadius))
  }

  /// Returns the view with the line over it, if the look has one.
  func under(_ view: ViewTree) -> ViewTree {
    let width = look.underlineWidth ?? (look.underlineColour == nil ? 0 : Self.usual.width)
    guard width > 0 else { return view }
    let line = Fill(look.underlineColour.map { .colour($0) } ?? .accentMark).opacity(look.opacity ?? 1)
    let inset = look.underlineInset ?? Self.usual.inset
    let side = side
    return view.overlay {
      switch side {
      case .top:
        line.frame(height: width).padding(horizontal: inset).frame(maxHeight: .infinity, alignment: .top)
      case .bottom:
        line.frame(height: width).padding(horizontal: inset).frame(maxHeight: .infinity, alignment: .bottom)
      case .leading:
        line.frame(width: width).padding(vertical: inset).frame(maxWidth: .infinity, alignment: .leading)
      case .trailing:
        line.frame(width: width).padding(vertical: inset).frame(maxWidth: .infinity, alignment: .trailing)
      case .left, .right:
        // The side of the line does not depend on the direction of texts.
        line.frame(width: width).padding(vertical: inset)
          .frame(maxWidth: .infinity, alignment: side == .right ? .trailing : .leading)
          .environment { $0.isRightToLeft = false }
      }
    }
  }

  /// The side at which the line lies; that of most lines faces the middle of the screen.
  private var side: Side {
    switch (look.underlineEdge ?? .inner, edge) {
    case (.inner, .top), (.outer, .bottom): .bottom
    case (.inner, .bottom), (.outer, .top): .top
    case (.inner, .left), (.outer, .right): .right
    case (.inner, .right), (.outer, .left): .left
    case (.start, .top), (.start, .bottom): .leading
    case (.end, .top), (.end, .bottom): .trailing
    case (.start, .left), (.start, .right): .top
    case (.end, .left), (.end, .right): .bottom
    }
  }
}
