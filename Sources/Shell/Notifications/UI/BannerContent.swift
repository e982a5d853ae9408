import Geometry
public import Scenes

/// The content of a banner: a notification with its pictures, and the state of the input on it.
public struct BannerContent: Equatable, Sendable {
  /// A field in which an answer is typed.
  public struct ReplyField: Equatable, Sendable {
    public var text = ""
    /// The selection, as offsets in the UTF-8 of the text; it is empty where there is only a cursor.
    public var selection = 0..<0
    /// Whether the cursor is seen, which may blink.
    public var showsCursor = true
    /// Whether the field has the keyboard.
    public var isFocused = false
  }

  /// A picture on a button.
  public struct Icon: Equatable, Sendable {
    public var bitmap: Bitmap
    /// Whether only the alpha channel is used, and is filled with the ink of the button's label.
    public var isTemplate: Bool

    public init(_ bitmap: Bitmap, isTemplate: Bool = false) {
      self.bitmap = bitmap
      self.isTemplate = isTemplate
    }
  }

  public var notification: Notification
  /// The number of times that the same notification came.
  public var count: Int
  /// The number of other notifications behind it in its stack.
  public var behind: Int
  /// Whether its stack is expanded, and this banner has the control that collapses it.
  public var isExpanded: Bool
  /// Whether the pointer is over it, or it is used: it then shows more of the body and a button to close.
  public var isHovered: Bool
  /// Whether the menu of its further actions is open.
  public var showsOptions = false
  /// The button under the pointer; nil: none.
  public var pointed: BannerAction?
  /// The button that is held down; nil: none.
  public var pressed: BannerAction?
  /// The age of the notification in words; empty if it is not shown.
  public var age: String
  /// Whether a column before the texts has an icon; without a picture it is the first letter of the application's name.
  public var showsIcon = true
  /// The icon or picture in the column of icons; nil: none.
  public var picture: Bitmap?
  /// Whether only the picture's alpha channel is used, and is filled with the ink of the texts.
  public var isPictureTemplate = false
  /// The length in logical pixels of the longer side that the picture has by itself, or that the picture will have that is being
  /// read; nil: the length is not known, or the picture fills its place.
  public var pictureSide: Double?
  /// Whether there may be a picture soon: its place stays empty until then.
  public var isPicturePending = false
  /// Whether there is a picture in the column of icons, or may be one soon.
  var mayHavePicture: Bool { picture != nil || isPicturePending }
  /// The application's icon, on a corner of the picture; nil: none.
  public var badge: Bitmap?
  /// Whether only the badge's alpha channel is used.
  public var isBadgeTemplate = false
  /// The picture below the body; nil: none.
  public var bodyImage: Bitmap?
  /// The picture that the notification has brought in a greater size, which is below all else while the banner is used; nil: none.
  public var largePicture: Bitmap?
  /// Whether that picture stays although the pointer has gone on, so that no other banner moves away beneath it.
  public var keepsLargePicture = false
  /// The large picture, if it is shown now.
  var shownLargePicture: Bitmap? {
    largePicture.flatMap { (isHovered || keepsLargePicture) && !$0.size.isEmpty ? $0 : nil }
  }
  /// The pictures on buttons, by the keys of their actions; a button without one has its label.
  public var actionIcons: [String: Icon]
  /// The field for an answer; nil: a button opens it, if the notification can be answered.
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
