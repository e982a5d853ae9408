/// How much of what a client sends is looked at; what is beyond is cut or left out, the notification is kept.
///
/// No figure comes from the specification, which sets none: each is several times what a banner can show.
public enum Limits {
  /// The length of an application's name, category, desktop entry, tag, icon name or sound, bytes of UTF-8.
  public static let name = 256
  /// The length of a path or a link, bytes; PATH_MAX is 4096.
  public static let path = 4096
  /// The length of the summary, bytes.
  public static let summary = 1024
  /// The length of the body with its markup, bytes: the rest is not even parsed.
  public static let markup = 65536
  /// The length of the body without its markup, bytes.
  public static let body = 8192
  /// The lines of the body.
  public static let bodyLines = 64
  /// Links in a body.
  public static let links = 32
  /// Pictures in a body.
  public static let bodyImages = 4
  /// Hints that are looked at, in the order of the message.
  public static let hints = 64
  /// Of strings of actions, 4 each, and hints of all names, 8 each and more, of which those that count are chosen: what
  /// follows, such as the time, is not read. To visit so many takes up to four hundredths of a second.
  public static let visits = 850_000
  /// Actions, that is, pairs of strings.
  public static let actions = 16
  /// Strings in the hint `x-kde-urls`.
  public static let urls = 16
  /// Along either side of a picture in a hint, pixels.
  public static let imageSide = 16384
  /// The size of a picture in a hint, bytes; a square of 4096 pixels.
  public static let imageBytes = 64 << 20
  /// The bytes of a picture in a hint that are copied and reduced at once; what has more is left where it is and reduced on
  /// another thread. A square of 256 pixels, which takes half a millisecond.
  public static let copiedImageBytes = 256 << 10
  /// The size of all pictures that wait to be reduced, bytes; a further one is reduced at once.
  public static let waitingImageBytes = 128 << 20
  /// What is kept of a picture in a hint, pixels along either side: 64 logical pixels at scale 4.
  public static let keptImageSide = 256
  /// The size of all pictures of open notifications together, bytes; the oldest lose theirs first.
  public static let keptImageBytes = 16 << 20
  /// Commands of rules that run at a time.
  public static let runningCommands = 8
  /// Commands of rules that wait for one to end.
  public static let waitingCommands = 100
  /// Modes of rules that are on at a time.
  public static let modes = 64
  /// Whether a mode may be called so.
  public static func takesMode(_ name: String) -> Bool { !name.isEmpty && name.utf8.count <= Self.name }
  /// Notifications that are open at a time, also those for which there is no room on the screen.
  public static let open = 1000
}
