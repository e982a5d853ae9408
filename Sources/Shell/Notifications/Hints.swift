public import Geometry
import ModuleModel
import Scenes
public import Settings

/// The decoded hints of a call.
public struct Hints: Equatable, Sendable {
  /// A hint that is ignored, and why.
  public struct Problem: Equatable, Sendable {
    public var name: String
    /// The mistake in words that follow the name: `is of a wrong type`.
    public var words: String

    public init(name: String, words: String) {
      self.name = name
      self.words = words
    }
  }

  public var urgency: Urgency?
  public var category = ""
  public var desktopEntry = ""
  /// The picture of image-data; without a usable one, that of image_data or icon_data.
  public var picture: NotificationImage?
  /// Whether `picture` is from icon_data, which has a lower rank than the call's icon.
  var isPictureFromIconData = false
  /// The file or icon of image-path or image_path.
  public var pictureFile: NotificationImage?
  public var hasActionIcons = false
  public var isResident = false
  public var isTransient = false
  /// The sound of the notification; nil for none.
  public var sound: Sound?
  public var isSilent = false
  /// Progress in per cent, 0 … 100.
  public var progress: Int?
  /// Requested position, in logical pixels of the output.
  public var x, y: Int?
  /// The tag; a later notification of the application with the same tag replaces this one.
  public var tag = ""
  public var senderPID: Int?
  public var replyPlaceholder = ""
  public var replyButton = ""
  /// The URLs that the notification is about.
  public var urls: [String] = []
  /// The colours of the texts, of the ground, of the line along the edge and of the progress, encoded sRGB and opacity.
  public var ink, tint, borderColour, progressColour: SIMD4<Double>?
  /// The hints that were ignored.
  public var problems: [Problem] = []

  public init() {}

  /// The names of the hints with pictures, in the order of the specification.
  public static let pictureNames = ["image-data", "image_data", "icon_data"]

  /// The names of the hints with a path or the name of an icon.
  static let pathNames = ["image-path", "image_path"]
  /// The name of the hint by which the keys of actions are names of icons.
  static let actionIcons = "action-icons"

  /// The names of the hints that are used; the values of others need not be read.
  public static let names: Set<String> = Set(readers.keys)

  /// Reads the hints that are used.
  ///
  /// A value of a wrong type or out of range is ignored, since the text of a notification matters more. An
  /// integer may have any of the bus's integer types and may stand for a boolean, as clients often send it.
  /// Pictures are kept within a size in pixels.
  public init(_ hints: [NotificationRequest.Hint], picturesWithin most: PixelSize = SentImage.leastSize) {
    var pictures: [String: HintValue] = [:]
    var count = 0
    for hint in hints {
      guard let reader = Self.readers[hint.name] else { continue }
      count += 1
      if count > Limits.hints { break }
      switch reader {
      case .picture: pictures[hint.name] = hint.value
      case .other(let read):
        if let words = read(hint.value, &self) { problems.append(Problem(name: hint.name, words: words)) }
      }
    }
    readPicture(pictures, within: most)
  }

  /// Reads the first usable picture, in the order of the specification.
  private mutating func readPicture(_ pictures: [String: HintValue], within most: PixelSize) {
    for name in Self.pictureNames {
      guard let value = pictures[name] else { continue }
      do throws(ImageData.Problem) {
        picture = try ImageData(value, within: most).source
        isPictureFromIconData = name == "icon_data"
        return
      } catch {
        problems.append(Problem(name: name, words: Self.words(error)))
      }
    }
  }

  private static func words(_ problem: ImageData.Problem) -> String {
    switch problem {
    case .wrongType: wrongType
    case .field(let name, let value): "has a \(name) of \(value)"
    case .tooShort(let needed, let got): "needs \(needed) bytes, has \(got)"
    }
  }
}

/// A sound, by its file or its name.
public enum Sound: Equatable, Sendable {
  /// An absolute path.
  case file(String)
  /// The name of a sound of the sound theme.
  case name(String)

  /// Reads a sound, which is a path if it begins with a slash; nil if it is empty or too long.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Limits.path, !text.utf8.contains(where: { $0 < 0x20 }) else {
      return nil
    }
    self = text.hasPrefix("/") ? .file(text) : .name(text)
  }
}

extension Hints {
  private enum Reader: Sendable {
    case picture
    /// Reads the value of a hint; returns the mistake in words.
    case other(@Sendable (HintValue, inout Hints) -> String?)
  }

  private static let wrongType = "is of a wrong type"

  /// The names of the hints with a tag.
  static let tagNames = ["x-canonical-private-synchronous", "synchronous", "x-dunst-stack-tag"]

  private static let readers = namedReaders.merging(
    tagNames.map { ($0, name { $0.tag = $1 }) }, uniquingKeysWith: { _, tag in tag })

  private static let namedReaders: [String: Reader] = [
    "image-data": .picture, "image_data": .picture, "icon_data": .picture,
    "action-icons": boolean { $0.hasActionIcons = $1 },
    "resident": boolean { $0.isResident = $1 },
    "transient": boolean { $0.isTransient = $1 },
    "suppress-sound": boolean { $0.isSilent = $1 },
    "category": name { $0.category = $1 },
    "desktop-entry": name { $0.desktopEntry = $1 },
    "x-kde-reply-placeholder-text": name { $0.replyPlaceholder = $1 },
    "x-kde-reply-submit-button-text": name { $0.replyButton = $1 },
    "image-path": image, "image_path": image,
    "fgcolor": colour { $0.ink = $1 },
    "bgcolor": colour { $0.tint = $1 },
    "frcolor": colour { $0.borderColour = $1 },
    "hlcolor": colour { $0.progressColour = $1 },
    "sound-file": sound { text in
      guard case .file(let path)? = NotificationImage(text) else { return nil }
      return .file(path)
    },
    "sound-name": sound { text in
      text.utf8.count <= Limits.name && !text.utf8.contains(UInt8(ascii: "/")) ? Sound(text) : nil
    },
    "urgency": integer { hints, value in
      guard let urgency = Urgency.allCases.first(where: { $0.level == value }) else {
        return "is \(value), not 0, 1 or 2"
      }
      hints.urgency = urgency
      return nil
    },
    "value": integer { hints, value in
      guard value >= 0 else { return "is \(value), less than 0" }
      hints.progress = Int(min(value, 100))
      return nil
    },
    "x": integer { hints, value in
      hints.x = Int(clamping: value)
      return nil
    },
    "y": integer { hints, value in
      hints.y = Int(clamping: value)
      return nil
    },
    "sender-pid": integer { hints, value in
      guard value > 0, value <= Int64(Int32.max) else { return "is \(value), no process" }
      hints.senderPID = Int(value)
      return nil
    },
    "x-kde-urls": .other { value, hints in
      guard case .strings(let urls) = value else { return wrongType }
      hints.urls = urls.prefix(Limits.urls).filter { $0.utf8.count <= Limits.path }
      return nil
    },
  ]

  private static let image = Reader.other { value, hints in
    guard case .string(let text) = value else { return wrongType }
    guard let source = NotificationImage(text) else { return "is neither a path nor the name of an icon" }
    hints.pictureFile = source
    return nil
  }

  private static func boolean(_ set: @escaping @Sendable (inout Hints, Bool) -> Void) -> Reader {
    .other { value, hints in
      switch value {
      case .boolean(let boolean): set(&hints, boolean)
      case .integer(let integer): set(&hints, integer != 0)
      default: return wrongType
      }
      return nil
    }
  }

  private static func integer(_ set: @escaping @Sendable (inout Hints, Int64) -> String?) -> Reader {
    .other { value, hints in
      switch value {
      case .integer(let integer): set(&hints, integer)
      case .number(let number):
        Int64(exactly: number.rounded()).map { set(&hints, $0) } ?? "is \(number), no integer"
      default: wrongType
      }
    }
  }

  private static func name(_ set: @escaping @Sendable (inout Hints, String) -> Void) -> Reader {
    .other { value, hints in
      guard case .string(let text) = value else { return wrongType }
      set(&hints, PlainText.line(text, Limits.name))
      return nil
    }
  }

  /// Reads a colour as `#RGB`, `#RRGGBB` or `#RRGGBBAA`.
  private static func colour(_ set: @escaping @Sendable (inout Hints, SIMD4<Double>) -> Void) -> Reader {
    .other { value, hints in
      guard case .string(let text) = value else { return wrongType }
      guard case .colour(let colour)? = text.hasPrefix("#") ? ModuleInk(markup: text) : nil else {
        return "is no colour such as \"#ff9f0a\""
      }
      set(&hints, colour)
      return nil
    }
  }

  private static func sound(_ read: @escaping @Sendable (String) -> Sound?) -> Reader {
    .other { value, hints in
      guard case .string(let text) = value else { return wrongType }
      guard let sound = read(text) else { return "is no such sound" }
      // A file takes precedence over a name, whichever comes first.
      if case .name = sound, case .file? = hints.sound { return nil }
      hints.sound = sound
      return nil
    }
  }
}
