import Localization
import ModuleModel
import Views
import VisualEffects

/// A notice about mistakes in the settings, which takes the place of the modules of a bar. A click opens the settings.
struct NoticeView: View {
  var text: String
  /// The number of mistakes besides the one that the text tells.
  var further = 0
  /// Whether the bar is at a side, where there is room for the sign only.
  var isUpright: Bool

  private static let amber = ViewInk.colour(SIMD4(255, 159, 10, 255) / 255)

  var body: ViewTree {
    HStack(spacing: 8) {
      Symbol("dialog-warning", side: PictureTable.iconSide)
        .environment { $0.symbols = BuiltInSymbolSource() }
        .ink(Self.amber)
      if !isUpright {
        Text(localized("Settings not applied")).bold()
        Text(words).vibrancy(.secondaryLabel)
      }
    }
    .padding(horizontal: isUpright ? 0 : ModuleItem.padding, vertical: isUpright ? ModuleItem.padding : 0)
    .frame(maxHeight: isUpright ? nil : .infinity)
    .onTap(.primary, BarAction.openSettings)
    .help(words)
    .accessibility(.button, label: words)
  }

  private var words: String {
    further == 0
      ? text.withOwnDirections
      : localized("\(text)  (+\(further) more)", plural: "\(text)  (+\(further) more)", count: further)
  }
}
