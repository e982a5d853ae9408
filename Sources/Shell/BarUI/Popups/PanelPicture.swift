import ModuleModel
import Views

/// A picture on a panel; nothing while it is being read. A letter may stand for a program without an icon.
struct PanelPicture: View {
  var icon: ModuleIcon
  var pictures: PictureTable
  /// The length, in points, of the sides of the square that the picture fits into.
  var side = PanelMetrics.iconSide
  /// The radius, in points, of the corners of a picture that is no symbol.
  var cornerRadius = 0.0

  @ViewBuilder var body: ViewTree {
    let known = pictures.pictures[PictureTable.Key(icon, side: side)]
    if let picture = known ?? nil {
      Image(
        picture.bitmap, isTemplate: picture.isTemplate, cornerRadius: picture.isTemplate ? 0 : cornerRadius
      )
      .fitted(width: side, height: side)
    } else if known != nil, let letter = icon.letter {
      LetterIcon(letter: letter, side: side, screen: nil)
    } else {
      Spacer()
    }
  }
}

/// A picture on a panel in a square, which is empty while there is no picture.
struct PanelIcon: View {
  var icon: ModuleIcon
  var pictures: PictureTable
  /// The length of the sides of the square, in points.
  var side = PanelMetrics.iconSide

  var body: ViewTree {
    ZStack { PanelPicture(icon: icon, pictures: pictures, side: side) }.frame(width: side, height: side)
  }
}

/// The cover of a piece, cut to a square; nothing while it is being read, or if there is none.
struct PanelCover: View {
  var icon: ModuleIcon
  var pictures: PictureTable
  var size: ControlPanel.Track.Size

  @ViewBuilder var body: ViewTree {
    let side = PanelMetrics.side(ofCover: size)
    if let picture = pictures.pictures[PictureTable.Key(icon, side: PanelMetrics.readSide(ofCover: size))]
      ?? nil
    {
      Image(picture.bitmap, isTemplate: picture.isTemplate, cornerRadius: PanelMetrics.radius(ofCover: size))
        .filling(width: side, height: side)
    } else {
      Spacer()
    }
  }
}
