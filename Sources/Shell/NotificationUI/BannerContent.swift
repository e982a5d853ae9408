public import Geometry
public import Notifications
public import Scenes

/// What a banner shows: a notification with its pictures, and what people are doing with it.
public struct BannerContent: Equatable, Sendable {
  /// A field in which an answer is typed.
  public struct ReplyField: Equatable, Sendable {
    public var text: String
    /// Offsets in the UTF-8 of the text; empty: a cursor.
    public var selection: Range<Int>
    /// Whether the cursor is seen, which may blink.
    public var showsCursor: Bool

    public init(text: String = "", selection: Range<Int> = 0..<0, showsCursor: Bool = true) {
      self.text = text
      self.selection = selection
      self.showsCursor = showsCursor
    }
  }

  /// A picture on a button.
  public struct Icon: Equatable, Sendable {
    public var bitmap: Bitmap
    /// Only its alpha counts: it is drawn with the ink of the button's label.
    public var isTemplate: Bool

    public init(_ bitmap: Bitmap, isTemplate: Bool = false) {
      self.bitmap = bitmap
      self.isTemplate = isTemplate
    }
  }

  public var notification: Notification
  /// How often the same came.
  public var count: Int
  /// Others behind it in its stack.
  public var behind: Int
  /// Whether its stack is spread, and folded from here.
  public var isExpanded: Bool
  public var isHovered: Bool
  /// Its menu is open.
  public var showsMenu = false
  /// The button that is held down; nil: none.
  public var pressed: BannerLayout.Target?
  /// How long ago it came, in words; empty: not shown.
  public var age: String
  /// At the front: an icon or a picture.
  public var picture: Bitmap?
  /// Only its alpha counts: it is drawn with the ink of the texts.
  public var isPictureTemplate = false
  /// There may be a picture soon: its place is kept, so that no text moves when it comes.
  public var isPicturePending = false
  /// Of the application, on a corner of the picture.
  public var badge: Bitmap?
  public var isBadgeTemplate = false
  /// Below the body.
  public var bodyImage: Bitmap?
  /// By the keys of actions; a button without one has its label.
  public var actionIcons: [String: Icon]
  /// Nil: there is a button that opens it, if the notification can be answered.
  public var reply: ReplyField?

  public init(
    _ notification: Notification, count: Int = 1, behind: Int = 0, isExpanded: Bool = false,
    isHovered: Bool = false,
    age: String = "", picture: Bitmap? = nil, badge: Bitmap? = nil, bodyImage: Bitmap? = nil,
    actionIcons: [String: Icon] = [:], reply: ReplyField? = nil
  ) {
    self.notification = notification
    self.count = count
    self.behind = behind
    self.isExpanded = isExpanded
    self.isHovered = isHovered
    self.age = age
    self.picture = picture
    self.badge = badge
    self.bodyImage = bodyImage
    self.actionIcons = actionIcons
    self.reply = reply
  }
}

/// A banner laid out: its drawing, and what is where on it.
public struct BannerLayout: Equatable, Sendable {
  /// What a click is for.
  public enum Target: Equatable, Sendable {
    case banner
    case close
    case action(key: String)
    case link(String)
    /// The button that opens the field, or the field.
    case reply
    case sendReply
    /// The line that spreads or folds the stack.
    case stack
    case menu(MenuItem)

    /// Whether it is drawn as a button, which shows that it is held down.
    var isButton: Bool {
      switch self {
      case .close, .action, .reply, .sendReply, .menu: true
      case .banner, .link, .stack: false
      }
    }
  }

  /// What the menu of a banner offers.
  public enum MenuItem: CaseIterable, Equatable, Sendable {
    case close
    case closeAll
    /// Do not disturb, for an hour.
    case quiet

    public var label: String {
      switch self {
      case .close: "Close"
      case .closeAll: "Close all"
      case .quiet: "Quiet for 1 h"
      }
    }
  }

  public struct Region: Equatable, Sendable {
    public var frame: PixelRect
    public var target: Target

    public init(frame: PixelRect, target: Target) {
      self.frame = frame
      self.target = target
    }
  }

  /// Its frame is the banner.
  public var node: EffectNode
  /// Later ones lie over earlier ones.
  public var regions: [Region]

  public init(node: EffectNode, regions: [Region]) {
    self.node = node
    self.regions = regions
  }

  /// What is at a point of the surface; nil: nothing of this banner.
  public func target(x: Int, y: Int) -> Target? {
    let point = PixelRect(x: x, y: y, width: 1, height: 1)
    return regions.last { $0.frame.contains(point) }?.target
  }

  /// Moved by so many pixels, with all that is on it.
  public func offset(x: Int, y: Int) -> BannerLayout {
    var moved = self
    moved.node = node.offset(x: x, y: y)
    moved.regions = regions.map { Region(frame: $0.frame.offset(x: x, y: y), target: $0.target) }
    return moved
  }
}

/// How long ago something was, as a banner says it.
public enum Age {
  /// Both in seconds since 1970; what lies in the future is now.
  public static func words(from time: Int64, to now: Int64) -> String {
    let seconds = max(0, now - time)
    if seconds < 60 { return "now" }
    if seconds < 3600 { return "\(seconds / 60) min" }
    return seconds < 86400 ? "\(seconds / 3600) h" : "\(seconds / 86400) d"
  }

  /// When the words change next.
  public static func nextChange(from time: Int64, after now: Int64) -> Int64 {
    let seconds = max(0, now - time)
    let step: Int64 = seconds < 3600 ? 60 : seconds < 86400 ? 3600 : 86400
    return time + (seconds / step + 1) * step
  }
}
