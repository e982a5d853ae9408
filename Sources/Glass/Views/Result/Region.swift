public import Geometry
public import Scenes

/// A part of a surface that takes input.
public struct Region: Equatable, Sendable {
  /// The view that the region belongs to.
  public var id: ViewID
  public var shape: Shape
  /// The visible part of the shape's frame, which views around may clip; empty: it is only seen after scrolling.
  public var visible: PixelRect
  /// The action of each gesture; other gestures are those of the region around.
  public var actions: [Gesture: ErasedAction]
  /// The shape of the cursor over the region; nil: the one of the region around.
  public var cursor: CursorShape?
  /// The index of the region around this one in `LaidOutView.regions`; nil: there is none.
  public var parent: Int?

  /// Whether the region contains a pixel of the surface: the pixel is visible, and the shape covers at least
  /// half of it.
  public func contains(x: Int, y: Int) -> Bool {
    let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
    guard visible.contains(pixel) else { return false }
    return shape.isRectangle || shape.coverage(in: pixel)[0] >= 128
  }
}

/// The text that a view shows while the pointer rests on it.
public struct Tooltip: Equatable, Sendable {
  public var id: ViewID
  public var frame: PixelRect
  public var help: HelpText

  /// The text without its styles.
  public var text: String { help.string }
}

/// The text of a tooltip, with the styles and inks of its parts.
public struct HelpText: Equatable, Sendable {
  public var string: String
  /// Parts that look different, in order and without overlaps.
  public var runs: [StyledText.Run]
  /// Parts with inks of their own, in order and without overlaps.
  public var inks: [Text.InkRun]

  public init(_ string: String, runs: [StyledText.Run] = [], inks: [Text.InkRun] = []) {
    (self.string, self.runs, self.inks) = (string, runs, inks)
  }
}

/// A view with a key, by which it is recognised in the next layout.
public struct Identity: Equatable, Sendable {
  public var key: ViewKey
  public var frame: PixelRect
}

/// The part of its content that a scroll view shows. Lengths are physical pixels.
public struct Scrollable: Equatable, Sendable {
  public var id: ViewID
  /// The frame of the scroll view on the surface.
  public var frame: PixelRect
  /// The length of the whole content along the axis of scrolling.
  public var contentLength: Int
  /// The length of the content before the visible part.
  public var offset: Int
  /// The greatest length over which the content fades out at an end beyond which there is more.
  public var fade: Int

  /// The offset that differs least from this one with which `frame`, a part of the content on the surface, is seen where nothing
  /// fades, or its beginning if it is longer than that.
  public func offset(showing frame: PixelRect) -> Int {
    let most = max(0, contentLength - self.frame.height)
    let (start, end) = (frame.y - self.frame.y + offset, frame.maxY - self.frame.maxY + offset)
    return min(max(min(max(offset, end + fade), start - fade), 0), most)
  }
}
