public import Scenes

/// The icon of a module, of an item or of a menu's entry: pictures of which the first that is found is shown.
public struct ModuleIcon: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// A picture that may be shown.
  public enum Candidate: Hashable, Sendable {
    /// The symbol of that name, which ends in `-symbolic`, of the family that modules, panels and menus share.
    case symbol(String)
    /// The icon of that name, of the desktop's theme or of an application.
    case named(String)
    /// The icon of a name in a folder of icon themes that belongs to a program.
    case themed(String, folder: String)
    /// The file at an absolute path.
    case file(String)
    /// A picture that a program has sent.
    case sent(SentPicture)
    /// The first letter of a program's name on a fill, for a program without an icon.
    case letter(String)
  }

  public var candidates: [Candidate]
  /// The number of times that files of the icon may have been written anew. With another number they are read again; the
  /// former picture is shown meanwhile.
  public var version: Int

  public init(_ candidates: [Candidate], version: Int = 0) {
    (self.candidates, self.version) = (candidates, version)
  }

  /// Creates an icon from its name or from an absolute path, with further ones that are tried where there is none; an empty
  /// one stands for nothing. A name that ends in `-symbolic` is that of a symbol.
  public init(_ name: String, or others: String..., version: Int = 0) {
    let names = ([name] + others).filter { !$0.isEmpty }
    self.init(names.map(Candidate.init(name:)), version: version)
  }

  public init(stringLiteral name: String) { self.init(name) }

  /// Creates the icon of a program from the name or the path in its desktop entry, or from names in lines; nil: it has none.
  ///
  /// If no such icon is installed, the first letter of the program's name stands for it, and a window for a name without one.
  public init(ofProgram icon: String?, name: String) {
    let names = (icon ?? "").split(separator: "\n").map { String($0) }
    candidates = names.map { $0.hasPrefix("/") ? .file($0) : .named($0) }
    let last = name.split(separator: ".").last ?? ""
    if let first = last.first(where: { $0.isLetter || $0.isNumber }) {
      candidates.append(.letter(first.uppercased()))
    } else {
      candidates.append(.symbol("application-x-executable-symbolic"))
    }
    version = 0
  }

  /// The letter that stands for a program without an icon; nil if none does.
  public var letter: String? { if case .letter(let letter)? = candidates.last { letter } else { nil } }

  /// The names and paths that are tried, in lines.
  public var description: String {
    candidates.compactMap {
      switch $0 {
      case .named(let name), .symbol(let name): name
      case .themed(let name, let folder): "\(folder)/\(name)"
      case .file(let path): path
      case .sent, .letter: nil
      }
    }.joined(separator: "\n")
  }
}

extension ModuleIcon.Candidate {
  /// Makes a candidate of a name or of an absolute path.
  fileprivate init(name: String) {
    if name.hasPrefix("/") {
      self = .file(name)
    } else {
      self = name.hasSuffix("-symbolic") ? .symbol(name) : .named(name)
    }
  }
}

/// A picture that a program has sent in place of the name of an icon.
public enum SentPicture: Hashable, Sendable {
  case pixels(Bitmap)
  /// The contents of a file, which are decoded as other files are.
  case file([UInt8])

  /// The pixels, in the order of the bitmap, or the contents of the file.
  private var bytes: [UInt8] {
    switch self {
    case .pixels(let bitmap): bitmap.bytes
    case .file(let bytes): bytes
    }
  }

  /// The size in bytes.
  public var byteCount: Int { bytes.count }

  /// Hashes a few bytes, since hashing all would cost more than the comparison of two pictures.
  public func hash(into hasher: inout Hasher) {
    let bytes = bytes
    hasher.combine(bytes.count)
    for index in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 16)) {
      hasher.combine(bytes[index])
    }
  }
}
