import Geometry
import Settings
import ShellModel
import Views

/// The readings of a bar's modules in three zones.
///
/// Whatever the readings are, no two of them overlap and none leaves the bar: the longest are ellipsised first, and of
/// more modules than there is room for, some are left out. At the left or right edge each word is a line of its own.
struct BarContent: View {
  var state: State
  var bar: BarSettings

  /// From an end of the bar to its first text, in points.
  static let padding = 12.0
  /// From the long sides of a bar at the left or right edge to the texts, in points.
  static let sidePadding = 3.0
  /// Between two modules, in points; Waybar's are as far apart.
  static let gap = 20.0
  /// A text gets at least this width, in points, or is left out: a few letters and the ellipsis.
  static let leastWidth = 32.0

  var body: ViewTree {
    let isUpright = !bar.edge.isLevel
    ZoneStack(spacing: Self.gap, isUpright: isUpright) {
      if let notice = state.notice {
        ModuleItem(content: .text(notice.text), isUpright: isUpright)
      } else {
        items(bar.start)
      }
    } center: {
      items(state.notice == nil ? bar.center : [])
    } end: {
      items(state.notice == nil ? bar.end : [])
    }
    .padding(
      horizontal: isUpright ? Self.sidePadding : Self.padding, vertical: isUpright ? Self.padding : 0
    )
    .frame(maxHeight: isUpright ? nil : .infinity)
  }

  @ViewBuilder private func items(_ modules: [ModuleName]) -> ViewTree {
    for module in modules {
      if let content = state.contents[module], !content.isBlank {
        ModuleItem(content: content, isUpright: !bar.edge.isLevel)
      }
    }
  }
}

/// A module on the bar: its reading, or why there is none.
struct ModuleItem: View {
  var content: ModuleContent
  /// The bar is at the left or right edge: each word is a line.
  var isUpright: Bool

  /// What the message of a failed module may take at most, in points, so that one does not drown the rest.
  static let failureWidth = 240.0

  var body: ViewTree {
    switch content {
    case .text(let text): words(text)
    case .failure(let message): words("⚠ \(message)").frame(maxWidth: isUpright ? nil : Self.failureWidth)
    }
  }

  @ViewBuilder private func words(_ text: String) -> ViewTree {
    if isUpright {
      VStack {
        for word in text.split(whereSeparator: \.isWhitespace) {
          Text(String(word)).textAlignment(.center)
        }
      }
    } else {
      Text(text)
    }
  }
}

extension ModuleContent {
  /// There is nothing of it to be seen.
  fileprivate var isBlank: Bool {
    if case .text(let text) = self { text.allSatisfy(\.isWhitespace) } else { false }
  }
}
