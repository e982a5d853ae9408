import Geometry
import Loop
import NotificationUI
import Notifications
import ShellModel

/// What the banners of an output use of their owner, which outlives them.
protocol BannerHost: AnyObject {
  /// The settings, and what the desktop prefers.
  var state: State { get }
  var loop: EventLoop { get }
  /// The pictures of all banners.
  var pictures: BannerPictures { get }
  /// Seconds since 1970.
  var time: Int64 { get }
  /// What an output is to show, of all notifications or of critical ones.
  func arrangement(on output: String, onlyCritical: Bool) -> Arrangement
  /// What the banners show has changed: `OutputBanners.update` is to be called.
  func bannersChanged()
  /// A surface has come or gone, or a deadline of an output is another one.
  func deadlinesChanged()
  /// Something follows from a scene that was made: `OutputBanners.settleFittings` is to be called in the next update.
  func sceneMade()
  /// Takes in what was done on a surface.
  func happen(_ event: NotificationEvent, on surface: (any BannerSurface)?)
  /// Opens a link that was clicked on a surface.
  func open(_ link: String, on surface: (any BannerSurface)?)
  /// Puts a text on the clipboard.
  func copy(_ text: String)
  /// Gives the text of the clipboard, later; nil if it has none.
  func paste(_ answer: @escaping (String?) -> Void)
  /// Keeps what was typed on a banner that is hidden.
  func saveDraft(_ draft: ReplyEditor)
  /// Gives back what was typed on a banner, once; nil if nothing was.
  func takeDraft(of banner: BannerID) -> ReplyEditor?
  /// Answers the programs that wait, in the middle of long work.
  func answerCallers()
}
