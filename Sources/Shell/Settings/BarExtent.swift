import Geometry
import ModuleModel

/// An extent of a bar: a length, or the one that its content needs.
enum BarExtent: Equatable, Sendable {
  /// Logical pixels.
  case length(Int)
  case content
}

extension BarSettings {
  /// The extent across the edge.
  var thickness: BarExtent {
    get { hasOwnHeight ? .content : .length(height) }
    set {
      hasOwnHeight = newValue == .content
      if case .length(let length) = newValue { height = length }
    }
  }

  /// The extent along the edge; nil: all of the edge.
  var extent: BarExtent? {
    get { isAsLongAsContent ? .content : length.map { .length($0) } }
    set {
      isAsLongAsContent = newValue == .content
      if case .length(let length)? = newValue { self.length = length } else { length = nil }
    }
  }
}

extension Settings {
  /// The room above and below a line or an icon: the inset of fills, and a little within them; in points.
  private static let room = 6.0
  /// The width of a line of two figures and a space, as a share of the size of the font, for bars at a side.
  private static let sideWidth = 2.0

  /// Sets the heights of the bars that are as high as their content needs: the largest font, the highest lines of a text of
  /// several, and the largest icon.
  mutating func fitBars() {
    for index in bars.indices where bars[index].hasOwnHeight {
      let bar = bars[index]
      let styles = (shownModules(of: bar) + groups(of: bar)).map { module($0).style }
      let looks = styles.flatMap { [$0.look] + $0.states.map(\.look) }
      let line: Double
      if bar.edge.isLevel {
        let heights = looks.map { FontName($0.font ?? bar.font).pixels * Double($0.lineCount) }
        line = (heights + [FontName(bar.font).pixels]).max()! * FontName.lineHeight
      } else {
        line = ([bar.font] + looks.compactMap(\.font)).map { FontName($0).pixels }.max()! * Self.sideWidth
      }
      let icon = looks.compactMap(\.iconSize).max() ?? 0
      bars[index].height = min(max(Int((max(line, icon) + 2 * Self.room).rounded(.up)), 1), 512)
    }
  }
}

extension ModuleLook {
  /// The most lines that a text may have, by its formats and by the line breaks that values may bring.
  fileprivate var lineCount: Int {
    let formats = [format, alternate].compactMap(\.self)
    return formats.map { 1 + $0.source.count(where: \.isNewline) }.reduce(lines ?? 1, max)
  }
}

extension FontName {
  /// The size in pixels at a scale of 1.
  fileprivate var pixels: Double {
    let size = points ?? Self.defaultSize
    return min(max(size, Self.sizes.lowerBound), Self.sizes.upperBound) / Self.pointsPerPixel
  }
}
