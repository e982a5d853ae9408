/// Limits on the data of a client; what exceeds them is cut or ignored, and the notification is kept.
///
/// The specification sets no limits: each of these is several times what a banner can show.
public enum Limits {
  /// Most bytes, in UTF-8, of an application's name, category, desktop entry, tag, icon name or sound.
  public static let name = 256
  /// Most bytes of a path or a link; PATH_MAX is 4096.
  public static let path = 4096
  /// Most bytes of the summary.
  public static let summary = 1024
  /// Most bytes of the body with its markup that are parsed.
  public static let markup = 65536
  /// Most bytes of the body without its markup.
  public static let body = 8192
  /// Most lines of the body.
  public static let bodyLines = 64
  /// Most links in a body.
  public static let links = 32
  /// Most pictures in a body.
  public static let bodyImages = 4
  /// Most hints that are read, in the order of the message.
  public static let hints = 64
  /// Limit on the cost of reading actions, 4 for each string, and hints, 8 or more each, whether they are
  /// used or not; what follows, such as the timeout, is not read. The whole cost takes up to four
  /// hundredths of a second.
  public static let visits = 850_000
  /// Limit on the bytes of all actions and hints that are copied, which has room for texts and for a picture of
  /// `copiedImageBytes` in each hint with a picture.
  public static let copiedBytes = 4 << 20
  /// Most actions, that is, pairs of strings.
  public static let actions = 16
  /// Most strings in the hint `x-kde-urls`.
  public static let urls = 16
  /// Most pixels along either side of a picture in a hint.
  static let imageSide = 16384
  /// Most bytes of a picture in a hint: a square of 4096 pixels.
  public static let imageBytes = 64 << 20
  /// Most bytes of a picture in a hint that are copied and scaled down at once; a larger one stays in its
  /// message and is scaled down on another thread. A square of 256 pixels takes half a millisecond.
  public static let copiedImageBytes = 256 << 10
  /// Most bytes of all pictures that wait to be scaled down; a further one is scaled down at once.
  public static let waitingImageBytes = 128 << 20
  /// Pixels along the longer side to which a larger picture in a hint is scaled down at most: 64 logical pixels at scale 4.
  public static let leastImageSide = 256
  /// Most pixels along either side of a picture in a hint as it is kept, whatever banners need; it takes 4 MiB at most.
  static let mostImageSide = 1024
  /// Most bytes of all pictures of open notifications together. The pictures of the oldest notifications are scaled down to
  /// `leastImageSide` first, and then left out.
  static let keptImageBytes = 16 << 20
  /// Most commands of rules that run at a time.
  public static let runningCommands = 8
  /// Most commands of rules that wait for others to end.
  public static let waitingCommands = 100
  /// Most modes of rules that are on at a time.
  public static let modes = 64
  /// Whether a mode may have this name.
  public static func takesMode(_ name: String) -> Bool { !name.isEmpty && name.utf8.count <= Self.name }
  /// Most notifications that are open at a time, including those without room on the screen.
  public static let open = 1000
}
