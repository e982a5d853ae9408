public import Geometry
public import Views

/// The field in which an answer is typed, and the banner that it is on.
public struct ReplyEditor: Equatable, Sendable {
  public let banner: BannerID
  public var editor: LineEditor

  /// Makes an empty field on a banner.
  public init(on banner: BannerID, now: Instant) {
    self.banner = banner
    editor = LineEditor(now: now)
  }

  /// When the cursor appears or disappears next; nil: it stays.
  public func nextBlink(after now: Instant) -> Instant? { editor.nextBlink(after: now) }

  /// The field as the banner shows it.
  public func field(at now: Instant) -> BannerContent.ReplyField {
    .init(
      text: editor.line.text, selection: editor.line.selection, showsCursor: editor.showsCursor(at: now),
      isFocused: editor.isFocused)
  }
}
