/// What the file `index.theme` of an icon theme says, by the Icon Theme Specification.
public struct IconTheme: Equatable, Sendable {
  /// A folder of icons of one size, or of sizes close to one another.
  public struct Folder: Equatable, Sendable {
    public enum Kind: String, Sendable {
      case fixed = "Fixed"
      case scalable = "Scalable"
      case threshold = "Threshold"
    }

    /// Below the theme.
    public var path: String
    /// Logical pixels, as the three that follow.
    public var size: Int
    public var minSize: Int
    public var maxSize: Int
    public var threshold: Int
    /// Physical per logical pixels.
    public var scale: Int
    public var kind: Kind

    /// Whether its icons are meant for that size.
    public func matches(size: Int, scale: Int) -> Bool {
      guard self.scale == scale else { return false }
      switch kind {
      case .fixed: return self.size == size
      case .scalable: return (minSize...max(minSize, maxSize)).contains(size)
      case .threshold: return abs(size - self.size) <= threshold
      }
    }

    /// How far its icons are from that size, physical pixels.
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

  /// Names of themes in which icons are looked up that this one lacks.
  public var parents: [String]
  public var folders: [Folder]

  /// Folders of a theme; of more, the rest is left out. The largest themes have some hundreds.
  static let mostFolders = 2000

  /// Reads what it understands; nothing in a file is an error.
  public init(index text: String) {
    var groups: [Substring: [Substring: Substring]] = [:]
    var group: Substring = ""
    for line in text.split(whereSeparator: \.isNewline) {
      if line.first == "#" { continue }
      if line.first == "[", let end = line.firstIndex(of: "]") {
        group = line[line.index(after: line.startIndex)..<end]
      } else if let equals = line.firstIndex(of: "=") {
        let key = trimmed(line[..<equals])
        groups[group, default: [:]][key] = trimmed(line[line.index(after: equals)...])
      }
    }
    let theme = groups["Icon Theme"] ?? [:]
    func list(_ key: Substring) -> [String] {
      (theme[key] ?? "").split(separator: ",").map { String(trimmed($0)) }.filter { Self.isPlain($0) }
    }
    parents = list("Inherits").filter { !$0.contains("/") }
    folders = (list("Directories") + list("ScaledDirectories")).prefix(Self.mostFolders).compactMap { path in
      groups[Substring(path)].flatMap { Folder(path: path, $0) }
    }
  }

  /// Stays below the theme.
  private static func isPlain(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
  }
}

extension IconTheme.Folder {
  fileprivate init?(path: String, _ keys: [Substring: Substring]) {
    func number(_ key: Substring) -> Int? {
      keys[key].flatMap { Int($0) }.flatMap { (1...10000).contains($0) ? $0 : nil }
    }
    guard let size = number("Size") else { return nil }
    self.init(
      path: path, size: size, minSize: number("MinSize") ?? size, maxSize: number("MaxSize") ?? size,
      threshold: number("Threshold") ?? 2, scale: number("Scale") ?? 1,
      kind: keys["Type"].flatMap { Kind(rawValue: String($0)) } ?? .threshold)
  }
}

private func trimmed(_ text: Substring) -> Substring {
  guard let first = text.firstIndex(where: { !$0.isWhitespace }),
    let last = text.lastIndex(where: { !$0.isWhitespace })
  else { return "" }
  return text[first...last]
}
