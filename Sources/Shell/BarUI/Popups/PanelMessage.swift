import Localization
import ModuleModel
import Settings
import Views
import VisualEffects

/// A message of a program on a panel, on a fill with a line around it as tiles have: its picture, its title with the time at the end
/// of the line, and two lines of its text.
struct PanelMessage: View {
  var message: ControlPanel.Message
  /// The identifier of the row.
  var row: PanelRowKey
  var pictures: PictureTable

  var body: ViewTree {
    Button(PanelAction.choose(row), cornerRadius: PanelMetrics.tileRadius) {
      HStack(spacing: PanelMetrics.messageGap) {
        picture
        VStack(spacing: 1, alignment: .leading) {
          title
          if !message.detail.isEmpty {
            // Texts of another direction stand at the same side as all others.
            Text(message.detail).lineLimit(2).textAlignment(.leading).vibrancy(.secondaryLabel)
          }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
      }
      .padding(horizontal: PanelMetrics.textInset, vertical: PanelMetrics.messageInset)
    }
    .accessibility(.button, label: message.title, value: message.detail)
  }

  private var title: ViewTree {
    HStack(spacing: PanelMetrics.gap / 2) {
      if message.isCritical {
        PanelIcon(icon: PanelMetrics.criticalIcon, pictures: pictures).ink(PanelMetrics.red)
          .accessibility(.image, label: localized("Critical"))
      }
      Text(message.title).bold()
      Spacer(minLength: PanelMetrics.gap)
      Text(message.trailing).vibrancy(.secondaryLabel)
        .environment { $0.font = FontName($0.font).scaled(by: PanelMetrics.timeScale) }
        .layoutPriority(1)
      // The button is higher than the line of the title.
      Text("").frame(width: PanelMetrics.removeIconSide).badge(alignment: .center) { remove }
    }
    .body
  }

  private var remove: ViewTree {
    let (button, side) = (message.button, PanelMetrics.removeSide)
    return Button(PanelAction.press(row: row, button: button.id), style: .plain, cornerRadius: side / 2) {
      ZStack {
        PanelIcon(icon: PanelMetrics.removeIcon, pictures: pictures, side: PanelMetrics.removeIconSide)
          .vibrancy(.secondaryLabel)
      }
      .frame(width: side, height: side)
    }
    .help(button.label)
    .accessibility(.button, label: localized("Remove \(message.title)"))
  }

  // MARK: - The picture

  private var picture: ViewTree {
    ZStack { shownPicture }.frame(
      width: PanelMetrics.messagePictureSide, height: PanelMetrics.messagePictureSide)
  }

  @ViewBuilder private var shownPicture: ViewTree {
    let side = PanelMetrics.messagePictureSide
    let known = pictures.pictures[PictureTable.Key(message.picture, side: Self.readSide(of: message))]
    if let picture = known ?? nil {
      if picture.isTemplate {
        Image(picture.bitmap, isTemplate: true).fitted(
          width: PanelMetrics.messageSymbolSide, height: PanelMetrics.messageSymbolSide)
      } else {
        Image(picture.bitmap, cornerRadius: PanelMetrics.messagePictureRadius).filling(
          width: side, height: side)
      }
    } else if known != nil || message.picture.candidates.isEmpty {
      Monogram(message.program, symbol: "bell", side: side)
    } else {
      Spacer()
    }
  }

  /// The side that the picture of a message is read for: one whose longer side is up to twice the other loses no detail when it is cut
  /// to a square.
  private static func readSide(of message: ControlPanel.Message) -> Double {
    switch message.picture.candidates.first {
    case .file?, .sent?: 2 * PanelMetrics.messagePictureSide
    case .symbol?: PanelMetrics.messageSymbolSide
    default: PanelMetrics.messagePictureSide
    }
  }

  /// The pictures that the view of a message shows.
  static func pictures(of message: ControlPanel.Message) -> [PictureTable.Key] {
    var keys = [
      PictureTable.Key(message.picture, side: readSide(of: message)),
      PictureTable.Key(PanelMetrics.removeIcon, side: PanelMetrics.removeIconSide),
    ]
    if message.isCritical {
      keys.append(PictureTable.Key(PanelMetrics.criticalIcon, side: PanelMetrics.iconSide))
    }
    return keys
  }
}
