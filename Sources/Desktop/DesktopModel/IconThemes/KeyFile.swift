/// A file with groups of keys, `[Group]` and `Key=Value`, as in the Desktop Entry Specification and GLib.
///
/// No content is an error: lines that are not understood are ignored. The file is read as bytes: indexes of icon themes have
/// thousands of lines, and finding the bounds of their characters would take a third of the start of a bar.
public struct KeyFile: Equatable, Sendable {
  /// The keys of a group with their values, in the order of the file.
  public struct Group: Equatable, Sendable {
    private struct Entry: Equatable, Sendable {
      var key, value: Substring
    }

    private var entries: [Entry] = []

    /// The value of a key as written, without white space around it; nil if there is none.
    ///
    /// A key must occur once in a group; if it is repeated, the first counts.
    public func value(_ key: String) -> Substring? {
      let key = Substring(key)
      return entries.first { $0.key == key }?.value
    }

    fileprivate mutating func add(_ key: Substring, _ value: Substring) {
      entries.append(Entry(key: key, value: value))
    }

    fileprivate mutating func add(_ other: Group) { entries += other.entries }
  }

  private var groups: [Substring: Group] = [:]

  public init(text: String) {
    var (name, group) = (Substring(), Group())
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      if line.first == UInt8(ascii: "#") { continue }
      if line.first == UInt8(ascii: "[") {
        groups[name, default: Group()].add(group)
        (name, group) = (Substring(line.dropFirst().prefix { $0 != UInt8(ascii: "]") }), Group())
      } else if let equals = line.firstIndex(of: UInt8(ascii: "=")) {
        group.add(Self.trimmed(line[..<equals]), Self.trimmed(line[line.index(after: equals)...]))
      }
    }
    groups[name, default: Group()].add(group)
  }

  /// A group; one that is not there has no keys.
  public func group(_ name: String) -> Group { groups[Substring(name)] ?? Group() }

  /// The value of a key in a group, as in `Group.value`.
  public func value(_ key: String, in group: String) -> Substring? { self.group(group).value(key) }

  /// `text` without white space of ASCII around it.
  static func trimmed(_ text: Substring.UTF8View) -> Substring {
    guard let first = text.firstIndex(where: { !isSpace($0) }),
      let last = text.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return Substring(text[first...last])
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}
