import Geometry
import Localization
public import ModuleModel
import Scenes
import Settings
import Views
import VisualEffects

/// The dimensions of panels, in points.
public enum PanelMetrics {
  public static let width = 320.0
  /// The width of a panel that is as narrow as a menu.
  static let menuWidth = 208.0
  /// The width of a panel with two tiles side by side.
  static let wideWidth = 400.0
  /// Returns the width of a panel of a kind.
  static func width(_ width: ControlPanel.Width) -> Double {
    switch width {
    case .menu: menuWidth
    case .regular: Self.width
    case .wide: wideWidth
    }
  }

  /// The red of what ends the user's work or is almost empty: the system red of macOS.
  static let red = ViewInk.colour(SIMD4(255, 69, 58, 255) / 255)
  /// The red below white labels. Red labels would become pink on a fill of the glass, over which they have to be lighter.
  static let redFill = ViewInk.colour([0.78, 0.16, 0.13, 1])
  /// The side of the icon after the detail of a choice.
  static let markSide = 12.0
  /// The distance between the edge of the glass and the highlight of a row.
  static let inset = 6.0
  /// The distance by which the scroll bar of a panel or menu lies in the inset, so that it covers no tile and no highlighted row. It is
  /// less than the inset, since the corners of the glass are round.
  static let barOutset = 4.0
  /// The distance between the edge of a highlight and the label.
  static let textInset = 10.0
  /// The room that is added below a graph or a row of buttons at the end of a panel, so that they are as far from the lower edge of
  /// the glass as from its sides.
  static let blockEnd = textInset - 4
  static let gap = 8.0
  static let rowHeight = 28.0
  static let buttonSide = 28.0
  public static let iconSide = 16.0
  /// The icon of a chosen entry.
  static let checkMark: ModuleIcon = "object-select-symbolic"
  /// The icon of the button that shows further actions.
  static let moreIcon: ModuleIcon = "view-more-symbolic"
  static let moreWidth = 24.0
  /// The height of the button that shows choices below a level, and the distance from its edge to its label and between that and its
  /// mark.
  static let (foldHeight, foldInset) = (24.0, 6.0)
  /// The least height of a tile, the side of its icon and the distance between two tiles.
  static let (tileHeight, tileIconSide, tileGap) = (54.0, 20.0, 8.0)
  /// The least distance of the texts of a tile from its upper and its lower edge.
  static let tileInset = 3.0
  static let tileRadius = 14.0
  /// The room above and below a row of tiles. Twice that and the room between rows are `tileGap`.
  static let tileMargin = 3.0
  static let toolHeight = 36.0
  /// The height of the button beside the title, and its distance from the edge of a row.
  static let (headerButtonHeight, headerButtonInset) = (24.0, 4.0)
  /// The side of the picture of a message and the radius of its corners, which have the proportions of those of banners.
  static let (messagePictureSide, messagePictureRadius) = (36.0, 36.0 / 5)
  /// The side of the square in which a message shows a symbol.
  static let messageSymbolSide = 24.0
  /// The distances of the texts of a message from its upper and lower edge, and from its picture.
  static let (messageInset, messageGap) = (9.0, 10.0)
  /// The side of the button that removes a message, and that of its icon.
  static let (removeSide, removeIconSide) = (24.0, 10.0)
  static let removeIcon: ModuleIcon = "window-close-symbolic"
  /// The sign before the title of a message that calls for attention.
  static let criticalIcon: ModuleIcon = "dialog-warning-symbolic"
  /// The size of the time of a message, relative to that of other texts.
  static let timeScale = 0.87
  /// The side of the icon above the reason why a panel is empty, and the room above and below the two.
  static let (placeholderSide, placeholderRoom) = (40.0, 34.0)
  /// Returns the icon of a row that shows or hides others.
  public static func foldIcon(isUnfolded: Bool) -> ModuleIcon {
    isUnfolded ? "pan-up-symbolic" : "pan-down-symbolic"
  }
  /// The sides of the button that plays and pauses, and of those beside it.
  static let (playSide, skipSide) = (44.0, 36.0)
  static let playIconSide = 20.0
  /// Returns the side of the cover of a track.
  static func side(ofCover size: ControlPanel.Track.Size) -> Double { size == .large ? 88 : 44 }
  /// Returns the radius of the corners of a cover.
  static func radius(ofCover size: ControlPanel.Track.Size) -> Double { size == .large ? 10 : 6 }
  /// The size of the title of a large track, relative to that of other texts.
  static let titleScale = 1.15
  /// Returns the side of the square that a cover is read for: one whose longer side is up to twice the other loses no
  /// detail when it is cut to a square.
  static func readSide(ofCover size: ControlPanel.Track.Size) -> Double { 2 * side(ofCover: size) }
  /// Returns the side that the picture of a track is read for: a cover, or the symbol if there is no cover.
  static func side(ofPictureOf track: ControlPanel.Track) -> Double {
    if case .file? = track.picture.candidates.first { return readSide(ofCover: track.size) }
    return (side(ofCover: track.size) * 0.45).rounded()
  }
  /// Returns the side of a summary's picture, which is larger for a file than for a symbolic icon.
  static func side(ofPicture icon: ModuleIcon) -> Double {
    if case .file? = icon.candidates.first { 56 } else { 28 }
  }
  static let cornerRadius = 8.0
  /// The minimum width of the text after a slider, which makes the sliders of consecutive rows equally long.
  static let leastAfter = 38.0
  /// The distance between the edge of a row and the room of the icon before its slider.
  static let iconInset = 4.0
  /// The distance between that room and the slider, which begins where labels behind icons do.
  static let signGap = textInset + iconSide + gap - iconInset - buttonSide
  /// The size of a value in place of the icon before its slider, relative to that of other texts. With it "100" has the room of the icon.
  static let valueScale = 0.9
  /// The number of steps of a slider, more than it has pixels.
  static let sliderParts = 1000
  /// The ink of the filled part of the slider of what is muted, as in the banners of levels.
  static let mutedInk = ViewInk.mark(0.15)
  static let mostLines = 8
  /// The greatest number of lines of a summary's detail: two, each of which may need a second one in some languages.
  static let mostDetailLines = 4
  static let graphHeight = 56.0
  /// Returns the height by which a panel of a width can grow while it is open; services answer a wide one, which shows many of
  /// them, after it was opened.
  public static func growth(_ width: ControlPanel.Width) -> Double { width == .wide ? 640 : 240 }
  /// The corner radius of the glass, which makes its corners concentric with those of a highlight at the distance
  /// `inset`.
  public static let glassRadius = cornerRadius + inset
  /// Returns the corner radius of the glass of a panel of a width: that of a wide one is concentric with its tiles.
  public static func glassRadius(_ width: ControlPanel.Width) -> Double {
    width == .wide ? tileRadius + inset : glassRadius
  }
}
