import Geometry
import ModuleModel
import Settings
import Views

/// The line under a module or a bar, at one of its sides.
struct ModuleUnderline {
  var look: ModuleLook
  /// The edge of the bar.
  var edge: OutputEdge
  /// The extent of the bar across its edge, in points.
  var thickness: Double
  /// The distances from both ends of the module to its content, in points.
  var ends = [ModuleItem.padding, ModuleItem.padding]

  /// The default width of a line, and the distance of its ends from those of the module, in points.
  private static let usual = (width: 2.0, inset: 8.0)

  /// A side of the view of a module.
  private enum Side { case top, bottom, left, right, leading, trailing }

  init(look: ModuleLook, edge: OutputEdge, thickness: Double) {
    (self.look, self.edge, self.thickness) = (look, edge, thickness)
  }

  /// Makes the line of a bar, which leaves out round corners.
  init(_ bar: BarSettings, thickness: Double) {
    self.init(look: ModuleLook(), edge: bar.edge, thickness: thickness)
    guard bar.underlineColour != nil else { return }
    (look.underlineWidth, look.underlineColour) = (bar.underlineWidth, bar.underlineColour)
    (look.underlineEdge, look.underlineInset) = (bar.underlineEdge, Double(bar.cornerRadius))
  }

  /// The width of the line that the look wants, in points; 0: there is none.
  private var wanted: Double { look.underlineWidth ?? (look.underlineColour == nil ? 0 : Self.usual.width) }

  /// The width of the line, in points, which leaves free the content of the module. `textHeight` is the height of a line of text.
  private func shownWidth(besideText textHeight: Double) -> Double {
    let room =
      switch look.underlineEdge ?? .inner {
      case .start: ends[0]
      case .end: ends[1]
      case .inner, .outer:
        if !edge.isLevel {
          ModuleItem.padding
        } else if (look.lines ?? 1) > 1 {
          look.fillInset ?? ModuleItem.inset
        } else {
          (thickness - max(textHeight, look.iconSize ?? 0)) / 2
        }
      }
    return min(wanted, max(room, Self.usual.width))
  }

  /// Returns the view with the line over it, if the look has one.
  func under(_ view: ViewTree) -> ViewTree {
    guard wanted > 0 else { return view }
    let line = Fill(look.underlineColour.map { .colour($0) } ?? .accentMark).opacity(look.opacity ?? 1)
    let inset = look.underlineInset ?? Self.usual.inset
    let side = side
    let measured = line.height { shownWidth(besideText: $0) }
    let level = (look.font.map { measured.font($0) } ?? measured).padding(horizontal: inset)
    let upright = line.frame(width: shownWidth(besideText: 0)).padding(vertical: inset)
    return view.overlay {
      switch side {
      case .top:
        level.frame(maxHeight: .infinity, alignment: .top)
      case .bottom:
        level.frame(maxHeight: .infinity, alignment: .bottom)
      case .leading:
        upright.frame(maxWidth: .infinity, alignment: .leading)
      case .trailing:
        upright.frame(maxWidth: .infinity, alignment: .trailing)
      case .left, .right:
        // The side of the line does not depend on the direction of texts.
        upright.frame(maxWidth: .infinity, alignment: side == .right ? .trailing : .leading)
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
