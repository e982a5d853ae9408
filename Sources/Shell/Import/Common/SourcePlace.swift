/// A place in a file of another program; line and column start at 1.
public struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
  /// The path of the file, as the user named it or as another file includes it.
  public var file: String
  public var line: Int
  /// The column in Unicode scalars.
  public var column: Int

  /// The last component of the file's path.
  var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }

  /// The place as messages have it: `config.jsonc:41:5`.
  public var description: String { "\(fileName):\(line):\(column)" }
}
