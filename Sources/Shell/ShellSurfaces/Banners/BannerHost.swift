import Geometry
import Loop
import Notifications
import Settings
import ShellModel

/// The interface that the banners of an output use of their owner, which outlives them.
protocol BannerHost: AnyObject {
  /// The settings and the desktop's preferences.
  var state: State { get }
  var loop: EventLoop { get }
  /// The pictures of all banners.
  var pictures: BannerPictures { get }
  /// The wall-clock time, in seconds since 1970.
  var time: Int64 { get }
  /// The arrangement of an output at a place, nil: that of the settings, of all notifications or only of those on the overlay.
  func arrangement(
    on output: String, at anchor: NotificationSettings.Anchor?, onlyRaised: Bool
  ) -> Arrangement
  /// Called when the content of banners has changed; the host calls `OutputBanners.update`.
  func bannersChanged()
  /// Called when a surface was opened or closed, or a deadline of an output has changed.
  func deadlinesChanged()
  /// Called when a scene was made; the host calls `OutputBanners.settleFittings` in the next update.
  func sceneMade()
  /// Handles an event that was caused on a surface.
  func happen(_ event: NotificationEvent, on surface: (any ShellSurface)?)
  /// Opens a link that was clicked on a surface.
  func open(_ link: String, on surface: (any ShellSurface)?)
  var clipboard: any Clipboard { get }
  /// Keeps the text that was typed on a banner that is hidden now.
  func saveDraft(_ draft: ReplyEditor)
  /// Returns the text that was typed on a banner, once; nil if there is none.
  func takeDraft(of banner: BannerID) -> ReplyEditor?
  /// Answers waiting callers, in the middle of long work.
  func answerCallers()
}
