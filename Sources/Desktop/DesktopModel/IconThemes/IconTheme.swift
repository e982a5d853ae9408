/// The contents of an icon theme's `index.theme`, by the Icon Theme Specification.
public struct IconTheme: Equatable, Sendable {
  /// A folder of icons of one size or of similar sizes.
  public struct Folder: Equatable, Sendable {
    public enum Kind: String, Sendable {
      case fixed = "Fixed"
      case scalable = "Scalable"
      case threshold = "Threshold"
    }

    /// Path relative to the theme's folder.
    public var path: String
    /// Nominal size in logical pixels, as are the three that follow.
    public var size: Int
    public var minSize: Int
    public var maxSize: Int
    public var threshold: Int
    /// Physical pixels per logical pixel.
    public var scale: Int
    public var kind: Kind

    /// Whether the folder's icons are meant for that size, in logical pixels.
    public func matches(size: Int, scale: Int) -> Bool {
      guard self.scale == scale else { return false }
      switch kind {
      case .fixed: return self.size == size
      case .scalable: return (minSize...max(minSize, maxSize)).contains(size)
      case .threshold: return abs(size - self.size) <= threshold
      }
    }

    /// The size of the folder's icons that is nearest to that size, in logical pixels.
    func ownSize(near size: Int) -> Int {
      kind == .scalable ? min(max(size, minSize), max(minSize, maxSize)) : self.size
    }

    /// The difference between the folder's sizes and that size, in physical pixels.
    public func distance(size: Int, scale: Int) -> Int {
      let wanted = size * scale
      switch kind {
      case .fixed: return abs(self.size * self.scale - wanted)
      case .scalable: return max(0, minSize * self.scale - wanted, wanted - maxSize * self.scale)
      case .threshold:
        return max(
          0, (self.size - threshold) * self.scale - wanted, wanted - (self.size + threshold) * self.scale)
      }
    }
  }

  /// The names of the themes in which icons are searched for that this one lacks.
  public var parents: [String]
  public var folders: [Folder]

  /// Most folders of a theme that are read. The largest themes have some hundreds.
  static let mostFolders = 2000

  /// Reads the text of an `index.theme`; lines that are not understood are ignored.
  public init(index text: String) {
    let file = KeyFile(text: text)
    let group = file.group("Icon Theme")
    func list(_ key: String) -> [String] {
      (group.value(key) ?? "").utf8.split(separator: UInt8(ascii: ",")).map { String(KeyFile.trimmed($0)) }
        .filter { Self.isPlain($0) }
    }
    parents = list("Inherits").filter { !$0.contains("/") }
    // The group of a folder is searched for its keys, and a file may name the same folder many times.
    var seen: Set<String> = []
    folders = (list("Directories") + list("ScaledDirectories")).prefix(Self.mostFolders)
      .filter { seen.insert($0).inserted }.compactMap { Folder(path: $0, file.group($0)) }
  }

  /// Whether a path stays below the theme's folder.
  private static func isPlain(_ path: String) -> Bool {
    !path.isEmpty && path.utf8.first != UInt8(ascii: "/")
      && !path.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
  }
}

extension IconTheme.Folder {
  fileprivate init?(path: String, _ group: KeyFile.Group) {
    func number(_ key: String) -> Int? {
      group.value(key).flatMap { Int($0) }.flatMap { (1...10000).contains($0) ? $0 : nil }
    }
    guard let size = number("Size") else { return nil }
    self.init(
      path: path, size: size, minSize: number("MinSize") ?? size, maxSize: number("MaxSize") ?? size,
      threshold: number("Threshold") ?? 2, scale: number("Scale") ?? 1,
      kind: group.value("Type").flatMap { Kind(rawValue: String($0)) } ?? .threshold)
  }
}
