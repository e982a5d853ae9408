import Geometry
import Scenes
import TestSupport

/// A window that shows something else in every frame, and says which frame it is.
///
/// The same commit changes what lies behind the bar and the number, so a capture tells what it must show.
struct MovingContent {
  static let appID = "moving"
  static let frame = PixelRect(x: 400, y: 0, width: 1000, height: 220)
  /// The rule of sway's configuration that places the window.
  static let rule =
    "for_window [app_id=\"\(appID)\"] floating enable, move absolute position \(frame.x) \(frame.y)"
  /// The place of the number in the window.
  static let code = (x: 8, y: 208)

  private let pattern = TestPictures.desktop(PixelSize(width: 4000, height: 220), seed: 11)

  /// The window's picture in a frame; neighbours have little in common.
  func picture(_ number: Int) -> Bitmap {
    let offset = number * 677 % (4000 - Self.frame.width)
    var picture = pattern.cropped(
      to: PixelRect(x: offset, y: 0, width: Self.frame.width, height: Self.frame.height))
    FrameCode.draw(number, into: &picture, x: Self.code.x, y: Self.code.y)
    return picture
  }

  /// The whole output in a frame, without the bar.
  func background(_ number: Int) -> Bitmap {
    var background = Stage.wallpaper
    background.draw(picture(number), x: Self.frame.x, y: Self.frame.y)
    return background
  }
}
