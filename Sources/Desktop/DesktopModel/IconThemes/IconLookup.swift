/// Finds icons by their names; functions that it is given read the file system.
public struct IconLookup {
  /// Suffixes of picture files, the better first: a picture of the exact size before one that is scaled.
  static let suffixes = ["png", "svg", "xpm"]
  /// Most themes that are searched for one icon; themes may inherit from one another in circles.
  static let mostThemes = 32

  /// The folders that hold themes, those of the user first.
  public var bases: [String]
  /// Whether no icon of a more general name, such as `mail` for `mail-unread`, takes the place of one that is missing.
  public var isExact = false
  /// Returns the names of the files in a folder; empty if there is no such folder.
  private let list: (String) -> Set<String>
  /// Returns a theme, from the first base that has it; nil if none has.
  private let theme: (String) -> IconTheme?

  public init(
    bases: [String], list: @escaping (String) -> Set<String>, theme: @escaping (String) -> IconTheme?
  ) {
    self.bases = bases
    self.list = list
    self.theme = theme
  }

  /// The folders of themes by the specification; `variable` returns the value of an environment variable.
  public static func standardBases(_ variable: (String) -> String?) -> [String] {
    let home = variable("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (home.map { [$0 + "/.icons"] } ?? []) + BaseFolders.data(variable).map { $0 + "/icons" }
      + ["/usr/share/pixmaps"]
  }

  /// An icon with the size that its theme gives it.
  public struct Sized: Equatable, Sendable {
    public var path: String
    /// The side in logical pixels; nil: the icon belongs to no theme.
    public var side: Int?

    public init(path: String, side: Int? = nil) { (self.path, self.side) = (path, side) }
  }

  /// The path of the icon that suits `size` (logical pixels) and `scale` best; nil if there is none.
  ///
  /// The name is searched for in the theme, its ancestors and `hicolor`, then outside of themes; then the part of the
  /// name before the last dash is searched for in the same way.
  public func path(_ name: String, size: Int, scale: Int, theme first: String) -> String? {
    found(
      name, theme: first, outside: { $0 },
      search: { path($0, size: size, scale: scale, in: $1, $2) })
  }

  /// The icon in the size that its theme has it in, searched for as by `path`; nil if there is none.
  ///
  /// The size is the greatest up to `size` (logical pixels), or else the next greater one. Icons for a range of sizes count only where
  /// a theme has no others.
  public func sized(_ name: String, size: Int, scale: Int, theme first: String) -> Sized? {
    found(
      name, theme: first, outside: { Sized(path: $0) },
      search: { sized($0, size: size, scale: scale, in: $1, $2) })
  }

  /// The first icon of a name, or of a more general one, that `search` finds in a theme, or that is outside of themes.
  private func found<Icon>(
    _ name: String, theme first: String, outside: (_ path: String) -> Icon,
    search: (_ name: String, IconTheme, _ themeName: String) -> Icon?
  ) -> Icon? {
    let themes = family(of: first)
    var name = name
    // A name may have the suffix of a file.
    if let dot = name.lastIndex(of: "."), Self.suffixes.contains(String(name[name.index(after: dot)...])) {
      name = String(name[..<dot])
    }
    while !name.isEmpty {
      for (themeName, theme) in themes {
        if let icon = search(name, theme, themeName) { return icon }
      }
      if let path = unthemedPath(name) { return outside(path) }
      guard !isExact, let dash = name.lastIndex(of: "-") else { return nil }
      name = String(name[..<dash])
    }
    return nil
  }

  /// The theme and those that it inherits from, each before its parents, and `hicolor` last.
  private func family(of first: String) -> [(String, IconTheme)] {
    var result: [(String, IconTheme)] = []
    var seen: Set<String> = ["hicolor"]
    func visit(_ name: String) {
      guard result.count < Self.mostThemes, seen.insert(name).inserted, let found = theme(name) else {
        return
      }
      result.append((name, found))
      for parent in found.parents { visit(parent) }
    }
    visit(first)
    if let hicolor = theme("hicolor") { result.append(("hicolor", hicolor)) }
    return result
  }

  private func path(_ name: String, size: Int, scale: Int, in theme: IconTheme, _ themeName: String)
    -> String?
  {
    var best: (path: String, distance: Int)?
    for folder in theme.folders {
      let isMatch = folder.matches(size: size, scale: scale)
      let distance = isMatch ? -1 : folder.distance(size: size, scale: scale)
      guard best.map({ distance < $0.distance }) ?? true, let path = file(name, themeName + "/" + folder.path)
      else { continue }
      if isMatch { return path }
      best = (path, distance)
    }
    return best?.path
  }

  private func sized(_ name: String, size: Int, scale: Int, in theme: IconTheme, _ themeName: String)
    -> Sized?
  {
    var best: (icon: Sized, rank: (Int, Int, Int))?
    for folder in theme.folders {
      let side = folder.ownSize(near: size)
      let group = folder.kind == .scalable ? 2 : side <= size ? 0 : 1
      let rank = (group, abs(size - side), abs(scale - folder.scale))
      guard best.map({ rank < $0.rank }) ?? true, let path = file(name, themeName + "/" + folder.path)
      else { continue }
      best = (Sized(path: path, side: side), rank)
    }
    return best?.icon
  }

  private func unthemedPath(_ name: String) -> String? { file(name, "") }

  private func file(_ name: String, _ folder: String) -> String? {
    for base in bases {
      let path = folder.isEmpty ? base : base + "/" + folder
      let files = list(path)
      if files.isEmpty { continue }
      for suffix in Self.suffixes {
        let file = name + "." + suffix
        if files.contains(file) { return path + "/" + file }
      }
    }
    return nil
  }
}
